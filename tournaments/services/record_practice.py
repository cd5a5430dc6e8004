"""Note how a visitor's practice came out. It reaches no field, no standings, no board's opening."""

from games.models import Play, Result
from tournaments.models import Practice


def record_practice(play: Play, result: Result) -> None:
    """Store the visitor's own points; part of the transaction that finished the play."""
    practice = Practice.objects.filter(play=play).first()
    if practice is not None:
        practice.points = result.points[str(practice.position)]
        practice.save(update_fields=["points"])
