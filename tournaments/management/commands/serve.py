"""`manage.py serve`: one command from nothing to an installation that phones can reach.

Migrates, binds, says where it is and how the first owner gets in, then serves until stopped.
It creates no data of its own and serves nothing but config.asgi.
"""

from __future__ import annotations

import argparse
import io
from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.signing import TimestampSigner
from django.urls import reverse

from tournaments.pages.accounts import FIRST_OWNER_SALT, FIRST_OWNER_VALUE, has_owner

ANY_HOST = ("0.0.0.0", "::")  # noqa: S104 - the point of this command is to be reachable


def first_owner_path() -> str:
    """The path of the link by which the first owner makes an account."""
    token = TimestampSigner(salt=FIRST_OWNER_SALT).sign(FIRST_OWNER_VALUE)
    return reverse("first-owner", args=[token])


def qr_code(text: str) -> str:
    """A QR code made of half blocks, for a terminal."""
    drawing = io.StringIO()
    segno.make(text, error="l").terminal(drawing, compact=True, border=2)
    return drawing.getvalue()


class Command(BaseCommand):
    help = "Serve this installation to the local network."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000, help="0 takes a free port")
        parser.add_argument("--no-migrate", action="store_true", help="the database is current")

    def handle(self, *_args: object, **options: Any) -> None:
        from config import embedded, server

        try:
            bound = server.bind(options["host"], options["port"])
            if settings.SERVES_ALONE:
                embedded.claim.take()
        except OSError as fault:
            raise CommandError(
                f"Port {options['port']} cannot be used ({fault.strerror});"
                " choose another one: serve --port 8001, or 0 for any free one."
            ) from fault
        except ImproperlyConfigured as fault:
            raise CommandError(str(fault)) from fault
        if not options["no_migrate"]:
            call_command("migrate", interactive=False, verbosity=0)
        self.tell([f"http://{host}:{bound.port}" for host in self.hosts(bound.host)])
        server.run(bound)

    def hosts(self, bound_host: str) -> list[str]:
        """By which names to reach it; embedded, it also begins to answer to them."""
        from config import server

        if not settings.EMBEDDED:
            return [host for host in settings.ALLOWED_HOSTS if "*" not in host] or ["localhost"]
        own = server.lan_addresses() if bound_host in ANY_HOST else [bound_host]
        server.allow_hosts(own)
        return list(dict.fromkeys([*own, "localhost"]))

    def tell(self, addresses: list[str]) -> None:
        """Print where the installation is and what to do next."""
        self.stdout.write(qr_code(addresses[0] + "/"))
        self.stdout.write("Fushi is served at " + "  ".join(f"{each}/" for each in addresses))
        if not has_owner():
            link = addresses[0] + first_owner_path()
            self.stdout.write(f"The first owner begins here (once): {link}")
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()
