"""An event as XML in the shape of USEBIO, which programs of bridge federations read.

Owns the mapping: USEBIO knows pairs with contracts; a traveller line here has three SEATs with a
role instead, everything else keeps its element. The mapping stands in docs/formats.md.
"""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import engine
from tournaments import queries
from tournaments.queries import Edition

from .sheets import MOST_PLAYS, decimal

#: What XML 1.0 does not allow in any text.
CONTROL = dict.fromkeys((*range(9), 11, 12, *range(14, 32)))


def usebio_xml(edition: Edition) -> bytes:
    """The document of one version."""
    root = Element("USEBIO", {"Version": "1.2"})
    kind = "TEAMS" if edition.has_teams else "INDIVIDUAL"
    event = SubElement(root, "EVENT", {"EVENT_TYPE": kind})
    _text(event, "PROGRAM_NAME", "Fushi")
    _text(event, "PROGRAM_VERSION", engine.__version__)
    _text(event, "EVENT_DESCRIPTION", edition.name)
    if edition.place:
        _text(event, "VENUE", edition.place)
    if edition.starts_on:
        _text(event, "DATE", edition.starts_on.strftime("%d/%m/%Y"))
    _text(event, "BOARD_SCORING_METHOD", edition.method.upper().replace("-", "_"))
    _text(event, "STANDINGS_VERSION", edition.version)
    _participants(event, edition)
    _boards(event, edition)
    ElementTree.indent(root, " ")
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _participants(event: Element, edition: Edition) -> None:
    everybody = SubElement(event, "PARTICIPANTS")
    for row in queries.standings(edition).rows:
        one = SubElement(everybody, "TEAM" if edition.has_teams else "PLAYER")
        name = "TEAM" if edition.has_teams else "PLAYER"
        _text(one, f"{name}_NUMBER", row.entrant.number)
        _text(one, f"{name}_NAME", row.entrant.name)
        if row.entrant.club:
            _text(one, "CLUB_NAME", row.entrant.club)
        if row.entrant.country:
            _text(one, "COUNTRY", row.entrant.country)
        _text(one, "PLACE", row.rank)
        _text(one, "TOTAL_SCORE", decimal(row.score))
        if row.percentage:
            _text(one, "PERCENTAGE", row.percentage)
        _text(one, "BOARDS_PLAYED", row.boards)


def _boards(event: Element, edition: Edition) -> None:
    boards: dict[int, Element] = {}
    for play in queries.play_list(edition, limit=MOST_PLAYS).plays:
        if play.board not in boards:
            boards[play.board] = SubElement(event, "BOARD")
            _text(boards[play.board], "BOARD_NUMBER", play.board)
        line = SubElement(boards[play.board], "TRAVELLER_LINE")
        _text(line, "TABLE", play.table)
        facts = play.facts
        _text(line, "CONTRACT", "PASS" if facts.passed_out else facts.bid)
        if facts.landlord is not None:
            _text(line, "PLAYED_BY", facts.landlord)
        for name, value in (("BOMBS", facts.bombs), ("ROCKETS", facts.rockets)):
            if value:
                _text(line, name, value)
        if facts.spring:
            _text(line, "SPRING", facts.spring.upper())
        for position in facts.doubled:
            _text(line, "DOUBLED_BY", position)
        if facts.redoubled:
            _text(line, "REDOUBLED", "Y")
        for seat in play.seats:
            _seat(line, seat)


def _seat(line: Element, seat: queries.SeatScore) -> None:
    one = SubElement(line, "SEAT", {"POSITION": str(seat.position)})
    _text(one, "NUMBER", seat.entrant.number)
    if seat.role:
        _text(one, "ROLE", seat.role.upper())
    _text(one, "SCORE", seat.points)
    if seat.score is not None:
        _text(one, "MATCH_POINTS", decimal(seat.score))
    if seat.ruling:
        _text(one, "RULING", seat.ruling.upper())


def _text(parent: Element, name: str, value: object) -> None:
    SubElement(parent, name).text = str(value).translate(CONTROL)
