"""Take the correction of a result back: by another correction, to what the result was before."""

from django.utils.translation import gettext as _

from games.models import Play, Result
from tournaments.errors import RulingRefused
from tournaments.models import AuditEntry

from .actors import Actor
from .correct_result import correct_result


def reverse_correction(entry: AuditEntry, play: Play, actor: Actor, reason: str) -> Result:
    """Let the play of a correction, given by its audit entry, have its facts before again.

    Raises RulingRefused("corrected_since") unless the result stands as the correction made it;
    what `correct_result` raises.
    """
    current = Result.objects.filter(play=play, is_current=True).values_list("facts", flat=True)
    if current.first() != entry.after:
        sentence = _("The result was corrected again since: take that back, or correct it anew.")
        raise RulingRefused("corrected_since", sentence, about=f"play:{play.pk}")
    return correct_result(play, entry.before or {}, actor, reason)
