"""The documents of rounds, their tables and the movement."""

from __future__ import annotations

from tournaments import queries
from tournaments.api.documents.base import Document, moment
from tournaments.api.documents.boards import play_result
from tournaments.api.documents.standings import entrant
from tournaments.stored import in_order


def round_line(progress: queries.RoundProgress) -> Document:
    """A round in the list."""
    return {
        **round_facts(progress.round),
        "tables": progress.tables,
        "tables_finished": progress.tables_finished,
    }


def round_facts(ref: queries.RoundRef) -> Document:
    """A round: its state and its boards."""
    return {
        "number": ref.number,
        "state": ref.state,
        "first_board": ref.first_board,
        "last_board": ref.last_board,
        "released_at": moment(ref.released_at),
        "finished_at": moment(ref.finished_at),
        "ends_at": moment(ref.ends_at),
    }


def table(seating: queries.TableSeating) -> Document:
    """A table of a round: who sits where, and which seat holds which position on each board."""
    return {
        "number": seating.number,
        "state": seating.state,
        "seats": [
            {"seat": chair.letter, "entrant": entrant(chair.entrant), "player": chair.player}
            for chair in seating.chairs
        ],
        "boards": [
            {"number": board.number, "positions": board.positions} for board in seating.boards
        ],
    }


def table_page(page: queries.TablePage) -> Document:
    """A table by itself: the state of each board, the result of an opened one."""
    return {
        **table(page.seating),
        "round": page.round.number,
        "spectator_delay": page.edition.spectator_delay,
        "boards": [
            {
                "number": each.board.number,
                "positions": each.board.positions,
                "state": each.state,
                "opened": each.opened,
                "result": None if each.result is None else play_result(each.result),
            }
            for each in page.boards
        ],
    }


def movement(page: queries.MovementPage) -> Document:
    """The movement with its certificate and the whole schedule."""
    return {
        "seed": page.seed,
        "certificate": in_order(page.certificate),
        "movement": in_order(page.movement),
        "unseparated": list(page.unseparated),
        "versions": [
            {
                "number": each.number,
                "kind": each.kind,
                "from_round": each.from_round,
                "at": moment(each.at),
                "people": [entrant(who) for who in each.people],
                "certificate": in_order(each.certificate),
            }
            for each in page.versions
        ],
        "entrants": [entrant(who) for _, who in sorted(page.people.items())],
        "rounds": [
            {
                "number": each.number,
                "tables": [
                    {
                        "number": table.number,
                        "seats": dict(table.chairs),
                        "positions": list(table.positions),
                    }
                    for table in each.tables
                ],
                "byes": list(each.byes),
            }
            for each in page.rounds
        ],
    }
