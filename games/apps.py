"""The application of boards, tables, plays and their action logs. It knows no event."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the texts of the problems, how the schema prints our authentication, and the
        watching of the clocks.
        """
        from games import problem_texts  # noqa: F401
        from games.api import schema  # noqa: F401
        from games.services.watch_clocks import note_serving, watch_clocks
        from games.sweep import register, while_serving

        register(watch_clocks)
        while_serving.append(note_serving)
