"""The letters that people asked for, in the language that they chose; plain text.

Owns the sentences. A letter tells what the public pages tell at the moment of sending: seats, and
standings with the reader's own opened boards. What is not public any more gives no letter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.models import Entrant, MessageKind, OutboxMessage, Round, Subscription
from tournaments.queries import Edition, NotPublicError, edition, entrants_of
from tournaments.queries.chairs import BYE, chairs_of
from tournaments.queries.rounds import seated
from tournaments.queries.scorecards import ScoreLine, scorecard
from tournaments.templatetags.fushi import percent, ranges, score, signed

from .links import confirm_link, end_link


@dataclass(frozen=True, slots=True)
class Letter:
    """A subject of one line, and a text."""

    subject: str
    text: str


class NotNeededError(Exception):
    """Nobody needs this letter any more: the round was drawn anew, or is not public."""


def compose(message: OutboxMessage) -> Letter:
    """The letter that tells a message's fact. Raises NotNeededError."""
    row = message.subscription
    assert row is not None
    with translation.override(row.language):
        try:
            subject, lines = WRITERS[MessageKind(message.kind)](message, row)
        except NotPublicError:
            raise NotNeededError("not_public") from None
        lines += ["", "-- ", *_foot(message, row)]
    return Letter(" ".join(subject.split()), "\n".join(lines) + "\n")


def _foot(message: OutboxMessage, row: Subscription) -> list[str]:
    if message.kind == MessageKind.CONFIRM:
        return [_("If this was not you, do nothing: nothing more is sent.")]
    words = {"event": message.event.name}
    return [
        _("You get this because you asked for letters of %(event)s.") % words,
        _("No more of them: %(link)s") % {"link": end_link(row)},
    ]


def _confirm(message: OutboxMessage, row: Subscription) -> tuple[str, list[str]]:
    words = {"event": message.event.name}
    return _("%(event)s: please confirm your address") % words, [
        _("Somebody, probably you, asked for letters of %(event)s to this address.") % words,
        _("If that was you, open this page and confirm it:"),
        "",
        confirm_link(row),
    ]


def _public(message: OutboxMessage, version: int | None = None) -> Edition:
    """The stage that a message is about. Raises NotPublicError."""
    slug = f"{message.event.slug}.{message.data['stage']}"
    return edition(slug, version)


def _seat(message: OutboxMessage, row: Subscription) -> tuple[str, list[str]]:
    found, number = _public(message), message.data["round"]
    round_ = Round.objects.filter(pk=message.data["id"]).select_related("stage__event").first()
    chair = message.data["chair"]
    if round_ is None or chairs_of(round_).get(row.person_id) != chair:
        raise NotNeededError("drawn_anew")
    ref = next(each for each in found.rounds if each.number == number)
    words = {
        "event": found.name,
        "round": number,
        "boards": ranges([(ref.first_board, ref.last_board)]),
    }
    begins = (
        _("It begins when the director releases it.")
        if message.kind == MessageKind.DRAWN
        else _("It has begun: your code opens your table at %(link)s")
        % {"link": row.site + reverse("table-client")}
    )
    page = row.site + reverse("round", args=[found.slug, number])
    if chair == BYE:
        return _("%(event)s: you sit out round %(round)d") % words, [
            _("You sit out round %(round)d of %(event)s.") % words,
            _("All tables: %(link)s") % {"link": page},
        ]
    table, letter = chair.split(":")
    words |= {"table": table, "seat": letter}
    (at,), _byes = seated(found.stage_id or "", ref, entrants_of(found.event_id), int(table))
    others = [f"{each.letter} {each.player or each.entrant.name}" for each in at.chairs]
    return _("%(event)s: round %(round)d, table %(table)s, seat %(seat)s") % words, [
        _("In round %(round)d of %(event)s you sit at table %(table)s, seat %(seat)s.") % words,
        _("At the table: %(people)s.") % {"people": ", ".join(others)},
        _("Boards %(boards)s.") % words,
        begins,
        _("All tables: %(link)s") % {"link": page},
    ]


def _standings(message: OutboxMessage, row: Subscription) -> tuple[str, list[str]]:
    found = _public(message, message.data["version"])
    mine = _entrant_of(row)
    card = scorecard(found, mine.pk)
    line, address = card.standing, row.site + reverse("entrant", args=[found.slug, mine.pk])
    if line is None:
        raise NotNeededError("nothing_counts")
    words = {
        "event": found.name,
        "rank": line.rank,
        "boards": ranges(found.board_ranges),
        "score": f"{percent(line.percentage)} %" if line.percentage else score(line.score),
    }
    official = message.kind == MessageKind.OFFICIAL
    lines = [
        (
            _("The standings of %(event)s are official: the correction period is over.")
            if official
            else _("The standings of %(event)s count the boards %(boards)s.")
        )
        % words,
        _("You have place %(rank)d with %(score)s.") % words,
    ]
    if message.data.get("note"):
        lines.append(_("They were corrected: %(note)s") % {"note": message.data["note"]})
    played = [each for each in card.rounds if each.lines]
    if played and not official:
        last = played[-1]
        lines += ["", _("Round %(round)d:") % {"round": last.number}]
        lines += [_board(each) for each in last.lines]
    lines += ["", _("Your scorecard: %(link)s") % {"link": address}]
    subject = (
        _("%(event)s: official, place %(rank)d") if official else _("%(event)s: place %(rank)d")
    )
    return subject % words, lines


def _entrant_of(row: Subscription) -> Entrant:
    """The entrant, single or team, that a person plays in. Raises NotPublicError."""
    own = Q(person=row.person_id) | Q(members__player__person=row.person_id)
    found = Entrant.objects.filter(own, event=row.event_id).first()
    if found is None:
        raise NotPublicError
    return found


def _board(line: ScoreLine) -> str:
    own = line.own
    words = {
        "board": line.result.board,
        "points": signed(own.points),
        "score": score(own.score),
        "top": score(own.top),
    }
    if own.score is None:
        return _("Board %(board)d: points %(points)s") % words
    return _("Board %(board)d: points %(points)s, score %(score)s of %(top)s") % words


Writer = Callable[[OutboxMessage, Subscription], tuple[str, list[str]]]
WRITERS: dict[MessageKind, Writer] = {
    MessageKind.CONFIRM: _confirm,
    MessageKind.DRAWN: _seat,
    MessageKind.RELEASED: _seat,
    MessageKind.STANDINGS: _standings,
    MessageKind.OFFICIAL: _standings,
}
