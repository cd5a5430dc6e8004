"""The application of events: movements, rounds, comparison, standings, publication."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receiver of finished plays; have what is marked or old swept."""
        from games.sweep import register
        from tournaments import receivers  # noqa: F401
        from tournaments.backups import back_up_if_due
        from tournaments.services.compact_standings import compact_standings
        from tournaments.services.send_outbox import send_outbox_if_due
        from tournaments.services.sweep_practice import sweep_practice
        from tournaments.tasks import sweep

        register(sweep)
        register(sweep_practice)
        register(compact_standings)
        register(back_up_if_due)
        register(send_outbox_if_due)
