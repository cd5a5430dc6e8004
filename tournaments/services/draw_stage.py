"""Draw a stage: its movement (or the first round of it), the committed boards, its rounds.

Owns the refusals of a draw and what is stored of it. The movement is the engine's; no table
exists and nothing can be seen of a deal until a round is released.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.movements import certificate
from engine.movements.four_a_side import LINE_UP
from games.db import write_transaction
from games.services.create_board_set import create_board_set
from tournaments import hints
from tournaments.errors import DrawRefused, draw_refusal
from tournaments.formats import format_of
from tournaments.four_a_side import boards_of_round
from tournaments.models import (
    Bye,
    Draw,
    DrawKind,
    Entrant,
    EntrantState,
    Event,
    Round,
    Session,
    Stage,
    TeamMember,
    Topic,
)
from tournaments.movements import Made, first_movement, hands_of, movement_from_file
from tournaments.qualification import qualified
from tournaments.queries.schedule import read_movement

from .actors import Actor
from .audit import record
from .notify import tell_seats


def draw_stage(stage: Stage, actor: Actor, *, movement_csv: str | None = None) -> Stage:
    """Make and store the movement with its certificate, the sessions' boards, and all rounds.

    With `movement_csv` it is a movement made by hand, which the independent checker must find
    sound (`movement_unsound`, `movement_does_not_fit`, `bad_movement_file`).
    The commitment to the boards exists from here on, before anything is released. The draw is
    repeatable from the entrants' order and the stage's settings and seed. Raises NotPermitted;
    DrawRefused with `already_drawn`, `too_few_entrants`, `wrong_entrants`, `team_too_small`,
    `not_with_cards`, `changed_meanwhile` or a code of `engine.movements` (such as
    `too_many_rounds`, whose `params` name the `maximum`).
    """
    actor.require(stage.event)
    entrants = _ready_entrants(stage)
    made = _made(stage, entrants, movement_csv)
    movement = made.movement
    figures = certificate(movement).to_data()
    with write_transaction():
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        # Whoever enters or withdraws people locks the event: they do it before or after, not now.
        Event.objects.select_for_update(no_key=True).get(pk=stage.event_id)
        if [each.pk for each in _ready_entrants(stage)] != [each.pk for each in entrants]:
            raise DrawRefused("changed_meanwhile", _("The entrants have changed: draw again."))
        numbers = [entrant.number for entrant in entrants]
        stage.movement = with_reserves(made.to_data(entrants), stage)
        stage.certificate = figures
        stage.save(update_fields=["movement", "certificate"])
        sessions = _sessions(stage)
        _store_rounds(stage, sessions, entrants)
        Draw.objects.create(
            stage=stage,
            version=movement.version,
            kind=DrawKind.STAGE,
            from_round=1,
            inputs={**made.inputs, "entrants": numbers},
            explanation=made.explanation,
            certificate=figures,
        )
        after = {
            "seed": stage.seed,
            "entrants": numbers,
            "construction": movement.construction,
            "certificate": figures,
            "commitments": [each.board_set.commitment for each in sessions],
        }
        record(stage.event, actor, "draw_stage", f"stage:{stage.pk}", after=after)
        hints.event_changed(stage.event_id, "drawn")
        tell_seats(stage.rounds.select_related("stage__event").get(number=1), Topic.DRAWN)
    return stage


def _ready_entrants(stage: Stage) -> list[Entrant]:
    """Return the entrants in the order of the movement. Raises DrawRefused."""
    if stage.movement is not None:
        sentence = _("This stage is drawn already.")
        raise DrawRefused("already_drawn", sentence, about=f"stage:{stage.pk}")
    entrants = list(
        Entrant.objects.filter(event=stage.event_id, state=EntrantState.ACTIVE).order_by("number")
    )
    if stage.source is not None:
        places = {pk: place for place, pk in enumerate(qualified(stage))}
        entrants = sorted((e for e in entrants if e.pk in places), key=lambda e: places[e.pk])
    fewest = format_of(stage.kind).fewest
    if len(entrants) < fewest:
        sentence = _("A draw needs at least %(least)d entrants; there are %(count)d.")
        words = {"least": fewest, "count": len(entrants)}
        raise DrawRefused("too_few_entrants", sentence % words, **words)
    teams = {pk for (pk,) in TeamMember.objects.filter(entrant__in=entrants).values_list("entrant")}
    wanted = format_of(stage.kind).teams
    wrong = [each.number for each in entrants if (each.pk in teams) != wanted]
    if wrong:
        sentence = _("This format is for teams.") if wanted else _("This format is for players.")
        raise DrawRefused("wrong_entrants", sentence, numbers=wrong[:20])
    if format_of(stage.kind).partners:
        _refuse_partners(stage, entrants)
    bots = Entrant.objects.filter(pk__in=[each.pk for each in entrants], person__is_bot=True)
    if stage.event.physical and bots.exists():
        sentence = _("House players are bots: they cannot hold packs of cards.")
        raise DrawRefused("not_with_cards", sentence)
    return entrants


def _refuse_partners(stage: Stage, entrants: list[Entrant]) -> None:
    """Refuse what four-a-side cannot be played with: packs of cards, or teams of three."""
    if stage.event.physical:
        sentence = _("Four-a-side is played on phones: a hand passes from one player to another.")
        raise DrawRefused("not_with_cards", sentence)
    counted = Entrant.objects.filter(pk__in=[each.pk for each in entrants])
    sizes = counted.annotate(size=Count("members")).filter(size__lt=LINE_UP).order_by("number")
    small = list(sizes.values_list("number", flat=True))
    if small:
        sentence = _("A team needs four players; too few have the teams %(numbers)s.")
        words = {"numbers": ", ".join(map(str, small[:20]))}
        raise DrawRefused("team_too_small", sentence % words, numbers=small[:20])


def _made(stage: Stage, entrants: list[Entrant], movement_csv: str | None) -> Made:
    try:
        if movement_csv is not None:
            return movement_from_file(stage, movement_csv, len(entrants))
        return first_movement(stage, entrants)
    except EngineError as fault:
        raise draw_refusal(fault) from fault


def _sessions(stage: Stage) -> list[Session]:
    """Return the sessions whose boards this draw uses, in their order.

    Sets that were committed for a draw since undone, and that nobody has seen anything of, are
    used again: new ones would let somebody redraw until the deals suit.
    """
    wanted = _boards_by_session(stage)
    stored = list(stage.sessions.select_related("board_set").order_by("number"))
    kept = stored[-len(wanted) :]
    announced = {each.board_set.description["public_value_name"] for each in kept}
    if [_boards_in(each) for each in kept] == wanted and announced == {value_name(stage)}:
        return kept
    return [
        Session.objects.create(
            stage=stage,
            number=number,
            board_set=create_board_set(
                realm=stage.event_id,
                event=stage.event.slug,
                stage=str(stage.number),
                session=str(number),
                boards=last,
                first=first,
                public_value_name=value_name(stage),
                players=hands_of(stage),
            ),
        )
        for number, (first, last) in enumerate(wanted, len(stored) + 1)
    ]


def _boards_in(session: Session) -> tuple[int, int]:
    """The first and the last board of a session's set."""
    return session.board_set.first_board, session.board_set.description["boards"]


def value_name(stage: Stage) -> str | None:
    """The public value that the sets of a stage announce; None if they announce none."""
    return stage.public_value_name or None


def _boards_by_session(stage: Stage) -> list[tuple[int, int]]:
    """The first and the last board of each session; rounds are shared out as evenly as can be."""
    assert stage.movement is not None
    a_round = (boards_of_round(stage) + stage.reserve_boards) * stage.movement.get(
        "tables_reserved", 1
    )
    if format_of(stage.kind).circulates:
        return [(1, stage.boards_per_round * len(stage.movement["rounds"][0]["tables"]))]
    count = stage.sessions_planned
    ends = [a_round * (stage.rounds_planned * each // count) for each in range(count + 1)]
    return [(before + 1, end) for before, end in pairwise(ends)]


def with_reserves(movement: dict[str, Any], stage: Stage) -> dict[str, Any]:
    """A movement as stored, with the number of reserve boards a round, where there are any."""
    if not stage.reserve_boards:
        return movement
    return {**movement, "reserve_boards": stage.reserve_boards}


def session_of(sessions: Sequence[Session], board: int) -> Session:
    """The session that has a board, of sessions in their order."""
    return next(each for each in sessions if board <= each.board_set.description["boards"])


def _store_rounds(stage: Stage, sessions: Sequence[Session], entrants: list[Entrant]) -> None:
    by_number = {entrant.number: entrant for entrant in entrants}
    assert stage.movement is not None
    drawn = read_movement(stage.movement)
    rounds = []
    for one in drawn:
        first, last = one.boards
        session = session_of(sessions, last)
        rounds.append(
            Round(
                stage=stage,
                session=session,
                number=one.number,
                first_board=first,
                last_board=last,
            )
        )
    Round.objects.bulk_create(rounds, batch_size=1000)
    byes = [
        Bye(round=stored, entrant=by_number[number])
        for stored, one in zip(rounds, drawn, strict=True)
        for number in one.byes
    ]
    Bye.objects.bulk_create(byes, batch_size=1000)
