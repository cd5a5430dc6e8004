"""Let somebody play in an entrant's stead, from the next round on; and let the entrant return.

The entrant stays the one who is ranked; every chair keeps who really sat there.
"""

from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Person, Player
from games.services.issue_code import issue_codes
from tournaments.entrants_file import Faults, read_entrant
from tournaments.errors import EventRefused
from tournaments.models import Entrant, EntrantState, Event, RoundState, Stage, Substitution

from .actors import Actor
from .audit import record


def substitute(
    entrant: Entrant,
    actor: Actor,
    reason: str = "",
    *,
    name: str = "",
    player: Player | None = None,
    from_round: int | None = None,
    instead: str | None = None,
    sure: bool = False,
) -> tuple[Substitution, str | None]:
    """Let a new person (`name`), or a `player` who has played here before, sit for an entrant.

    It holds from `from_round` (default: the next unreleased one) until `end_substitution`; a
    substitute who has played is relieved; one who has not yet only by name: `instead` is the id of
    that player. With `sure` a new person is another one than who is called the same. Returns the
    code of a new person, else None. Raises
    NotPermitted; EventRefused with `no_round_left`, `round_released`, `entrant_withdrawn`,
    `name_missing`, `bad_name`, `same_name`, `not_in_this_event`, `plays_already` or
    `has_substitute`.
    """
    actor.require(entrant.event)
    if player is None:
        name = _readable(name)
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=entrant.event_id)
        entrant = Entrant.objects.select_related("event").get(pk=entrant.pk)
        if entrant.state != EntrantState.ACTIVE:
            raise EventRefused("entrant_withdrawn", _("Who has withdrawn needs no substitute."))
        stage, first = _place(entrant.event, from_round)
        _refuse_unseen(stage, entrant, first, instead)
        code = None
        if player is None:
            if not sure:
                _refuse_namesake(stage, entrant, name)
            person = Person.objects.create(name=name)
            player = Player.objects.create(person=person, realm=entrant.event_id)
            (code,) = issue_codes([player])
        _refuse_busy(stage, entrant, player)
        _close(stage, entrant, first - 1)
        made = Substitution.objects.create(
            stage=stage, entrant=entrant, player=player, first_round=first
        )
        after = {"player": player.pk, "stage": stage.pk, "from_round": first}
        target = f"entrant:{entrant.pk}"
        record(entrant.event, actor, "substitute", target, reason=reason, after=after)
    return made, code


def end_substitution(
    entrant: Entrant, actor: Actor, reason: str = "", *, from_round: int | None = None
) -> Entrant:
    """Let the entrant play again from `from_round` (default: the next unreleased) on.

    Raises NotPermitted; EventRefused with `no_substitute`, `no_round_left` or `round_released`.
    """
    actor.require(entrant.event)
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).get(pk=entrant.event_id)
        stage, first = _place(event, from_round)
        if not _close(stage, entrant, first - 1):
            sentence = _("Nobody plays in this entrant's stead.")
            raise EventRefused("no_substitute", sentence, about=f"entrant:{entrant.pk}")
        after = {"stage": stage.pk, "from_round": first}
        target = f"entrant:{entrant.pk}"
        record(event, actor, "end_substitution", target, reason=reason, after=after)
    return entrant


def _place(event: Event, from_round: int | None) -> tuple[Stage, int]:
    """Return the stage and the first round that a substitution made now can hold for."""
    stages = Stage.objects.filter(event=event).order_by("-number").defer("movement", "certificate")
    stage = stages.filter(rounds__isnull=False).distinct().first() or stages.first()
    if stage is None:
        raise EventRefused("no_round_left", _("No round is left to be played."))
    released = stage.rounds.exclude(state=RoundState.DRAWN).count()
    first = released + 1 if from_round is None else from_round
    if first > stage.rounds_planned:
        raise EventRefused("no_round_left", _("No round is left to be played."))
    if first <= released:
        sentence = _("Round %(round)d is released: it stays as it is.")
        raise EventRefused("round_released", sentence % {"round": first}, round=first)
    return stage, first


def _readable(name: str) -> str:
    """A name in its one form, as lists of entrants have them. Raises EventRefused."""
    if not name.strip():
        raise EventRefused("name_missing", _("The substitute needs a name."))
    faults = Faults()
    row = read_entrant(faults, name=name)
    if faults.errors:
        raise EventRefused("bad_name", faults.errors[0]["detail"])
    return row.name


def _refuse_namesake(stage: Stage, entrant: Entrant, name: str) -> None:
    """Refuse a new person who is called as somebody who plays: it may be the same one."""
    active = Entrant.objects.filter(event=stage.event_id, state=EntrantState.ACTIVE)
    sits = Substitution.objects.filter(stage=stage, last_round=None).exclude(entrant=entrant)
    players = Player.objects.filter(realm=stage.event_id, person__name__iexact=name)
    plays = Q(entrant__in=active) | Q(membership__entrant__in=active) | Q(substitutions__in=sits)
    if players.filter(plays).exists():
        sentence = _("Somebody called %(name)s plays already. If they are two people, say so.")
        raise EventRefused("same_name", sentence % {"name": name}, name=name)


def _refuse_busy(stage: Stage, entrant: Entrant, player: Player) -> None:
    if player.realm != stage.event_id:
        raise EventRefused("not_in_this_event", _("This player belongs to another event."))
    plays = Entrant.objects.filter(player=player, state=EntrantState.ACTIVE).exists()
    elsewhere = Substitution.objects.filter(stage=stage, player=player, last_round=None)
    if plays or elsewhere.exclude(entrant=entrant).exists():
        raise EventRefused("plays_already", _("This player has a seat of their own."))


def _refuse_unseen(stage: Stage, entrant: Entrant, first: int, instead: str | None) -> None:
    """Refuse to send away a substitute of whom whoever asks does not know."""
    waiting = Substitution.objects.filter(
        stage=stage, entrant=entrant, last_round=None, first_round__gte=first
    ).first()
    if waiting is not None and waiting.player_id != instead:
        sentence = _("%(name)s is the substitute from round %(round)d on already.")
        words = {"name": waiting.player.person.name, "round": waiting.first_round}
        about = f"entrant:{entrant.pk}"
        raise EventRefused(
            "has_substitute", sentence % words, about=about, player=waiting.player_id
        )


def _close(stage: Stage, entrant: Entrant, last_round: int) -> int:
    """Let the substitutions in force end with `last_round`; return how many there were."""
    running = Substitution.objects.filter(stage=stage, entrant=entrant, last_round=None)
    never = running.filter(first_round__gt=last_round).update(last_round=F("first_round") - 1)
    return never + running.update(last_round=last_round)
