"""Say who plays for a team, and in which order, from a match on that is not released."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.formats import format_of
from tournaments.models import Entrant, LineUp, RoundState, Stage

from .actors import Actor
from .audit import record


def set_line_up(
    stage: Stage,
    entrant: Entrant,
    places: Sequence[int],
    actor: Actor,
    reason: str = "",
    *,
    from_round: int | None = None,
) -> LineUp:
    """Let the members at `places` (three of the team's list; four in four-a-side) play.

    They fill the line-up in this order; in four-a-side the first two are partners, and the others.

    It holds from `from_round` (default: the next that is not released) until another is given.
    Raises NotPermitted; EventRefused with `not_a_team`, `line_up_invalid`, `round_released` or
    `no_round_left`.
    """
    actor.require(stage.event)
    with write_transaction():
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        known = set(entrant.members.values_list("place", flat=True))
        if not known or entrant.event_id != stage.event_id:
            raise EventRefused("not_a_team", _("This is no team of this event."))
        size = format_of(stage.kind).line_up
        if len(places) != size or len(set(places)) != size or not set(places) <= known:
            sentence = _("A line-up is %(n)d different members of the team, by their places.")
            raise EventRefused("line_up_invalid", sentence % {"n": size})
        released = stage.rounds.exclude(state=RoundState.DRAWN).count()
        first = released + 1 if from_round is None else from_round
        if first <= released:
            sentence = _("Round %(round)d is released: it stays as it is.")
            raise EventRefused("round_released", sentence % {"round": first}, round=first)
        if first > stage.rounds_planned:
            raise EventRefused("no_round_left", _("No round is left to be played."))
        line_up, _made = LineUp.objects.update_or_create(
            stage=stage,
            entrant=entrant,
            from_round=first,
            defaults={"places": list(places)},
        )
        after = {"stage": stage.pk, "from_round": first, "places": list(places)}
        target = f"entrant:{entrant.pk}"
        record(stage.event, actor, "set_line_up", target, reason=reason, after=after)
    return line_up
