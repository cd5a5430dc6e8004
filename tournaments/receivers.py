"""What tournaments does when games changes something. Runs inside the change's transaction.

Thin: an exception of the service rolls the action back.
"""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from games.models import Person, Play, Result
from games.signals import play_finished
from tournaments.services.note_person_change import note_person_change
from tournaments.services.record_practice import record_practice
from tournaments.services.record_result import record_result


@receiver(play_finished, dispatch_uid="tournaments.record_result")
def on_play_finished(sender: type[Play], play: Play, result: Result, **_: Any) -> None:
    """Take the result over into the comparison, or among the visitors' that count nowhere."""
    if play.table.policy.get("practice"):
        record_practice(play, result)
    else:
        record_result(play, result)


@receiver(post_save, sender=Person, dispatch_uid="tournaments.note_person_change")
def on_person_saved(sender: type[Person], instance: Person, created: bool, **_: Any) -> None:
    """Let the events that name a person know that the name may be another."""
    if not created:
        note_person_change(instance)
