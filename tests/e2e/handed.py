"""An event that is handed over, another that is there already, and what is told of the first.

`python -m tests.e2e.handed build` makes an event that is over in the installation that the
environment names, `other` another one; `show` prints the hash of all that everybody reads of it.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from typing import Any

import django


def build() -> dict[str, Any]:
    """The event of two stages that the archives are tested with, to its end."""
    from tests.e2e.archived import on_phones
    from tests.tournaments.event_files import end
    from tournaments.models import Event

    on_phones()
    event = end(Event.objects.get())
    return {"slug": event.slug}


def other() -> dict[str, Any]:
    """An event of other people, with another address."""
    from tests.tournaments.event_files import ended_stage
    from tournaments.models import Event

    event = ended_stage(entrants=12).event
    Event.objects.filter(pk=event.pk).update(slug="other")
    return {"slug": "other"}


def show() -> dict[str, str]:
    """By address, of the event with a second stage."""
    from tests.tournaments.event_files import told
    from tournaments.models import Stage

    slug = Stage.objects.get(number=2).event.slug
    return {address: sha256(content).hexdigest() for address, content in told(slug).items()}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    steps = {"build": build, "other": other, "show": show}
    json.dump(steps[sys.argv[1]](), sys.stdout)
