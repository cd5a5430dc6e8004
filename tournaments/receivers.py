"""What tournaments does when games announces a finished play. Runs inside the action's transaction.

Thin: an exception of the service rolls the action back.
"""

from typing import Any

from django.dispatch import receiver

from games.models import Play, Result
from games.signals import play_finished
from tournaments.services.record_result import record_result


@receiver(play_finished, dispatch_uid="tournaments.record_result")
def on_play_finished(sender: type[Play], play: Play, result: Result, **_: Any) -> None:
    """Take the result over into the comparison."""
    record_result(play, result)
