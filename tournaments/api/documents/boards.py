"""The documents of boards, plays and scorecards."""

from __future__ import annotations

from tournaments import queries
from tournaments.api.documents.base import Document, exact, moment, percent
from tournaments.api.documents.standings import entrant, entrant_line, standing
from tournaments.queries.statistics import RoleLine, StatisticsPage
from tournaments.stored import in_order


def board_line(line: queries.BoardLine) -> Document:
    """An opened board in the list."""
    return {
        "number": line.number,
        "round": line.round,
        "results": line.results,
        "averages": [exact(value) for value in line.averages],
    }


def board(page: queries.BoardPage) -> Document:
    """An opened board without its traveller."""
    return {
        "number": page.number,
        "round": page.round,
        **cards(page.cards),
        "frequency": [frequency(table) for table in page.frequency],
        "previous": page.previous,
        "following": page.following,
    }


def cards(hands: queries.Hands) -> Document:
    """The cards of a board, by position."""
    return {
        "hands": {str(place): list(hand) for place, hand in enumerate(hands.hands, 1)},
        "kitty": list(hands.kitty),
    }


def frequency(table: queries.FrequencyTable) -> Document:
    """The frequency table of a position."""
    return {
        "position": table.field.position,
        "mapping": table.field.mapping,
        "results": table.results,
        "top": str(table.top),
        "average": exact(table.average),
        "lines": [
            {
                "points": line.value,
                "weight": str(line.weight),
                "score": str(line.score),
                "percentage": percent(line.percentage),
            }
            for line in table.lines
        ],
    }


def partings(page: queries.PartingPage) -> Document:
    """Where the tables of a board parted."""
    return {
        "number": page.number,
        "total": page.total,
        "lines": [
            {
                "depth": line.depth,
                "steps": [
                    {
                        "position": step.position,
                        "kind": step.kind,
                        "value": step.value,
                        "cards": list(step.cards),
                    }
                    for step in line.steps
                ],
                "count": line.count,
                "of": line.of,
                "average": str(line.average),
                "tables": [{"table": number, "play": play} for number, play in line.tables],
            }
            for line in page.lines
        ],
    }


def play_result(result: queries.PlayResult) -> Document:
    """A finished play of an opened board with its scores."""
    return {
        "id": result.play_id,
        "board": result.board,
        "round": result.round,
        "table": result.table,
        "mapping": result.mapping,
        "result": result.facts.to_data(),
        "seats": [seat_score(seat) for seat in result.seats],
    }


def seat_score(seat: queries.SeatScore) -> Document:
    """How a play came out for one seat: points = field_average + added."""
    return {
        "position": seat.position,
        "seat": seat.letter,
        "entrant": entrant(seat.entrant),
        "player": seat.player,
        "role": seat.role,
        "points": seat.points,
        "field_average": exact(seat.cards),
        "added": exact(seat.play),
        "score": exact(seat.score),
        "top": str(seat.top),
        "percentage": percent(seat.percentage),
        "ruling": seat.ruling,
        "outcomes": [{"points": value, "weight": str(weight)} for value, weight in seat.outcomes],
    }


def play(page: queries.PlayPage) -> Document:
    """A play to step through."""
    return {
        **play_result(page.result),
        **cards(page.cards),
        "started_at": moment(page.started_at),
        "finished_at": moment(page.finished_at),
        "seconds_used": page.time_used
        and {str(position): ms / 1000 for position, ms in enumerate(page.time_used, 1)},
        "entries": [
            {
                "seq": entry.seq,
                "kind": entry.kind,
                "position": entry.position,
                "data": in_order(entry.data),
                "automatic": entry.automatic,
                "at": moment(entry.at),
            }
            for entry in page.entries
        ],
    }


def scorecard(page: queries.Scorecard) -> Document:
    """An entrant's boards by round."""
    return {
        **entrant_line(page.entrant),
        "standing": None if page.standing is None else standing(page.standing),
        "rounds": [_round_score(each) for each in page.rounds],
    }


def _round_score(each: queries.RoundScore) -> Document:
    return {
        "number": each.number,
        "bye": each.is_bye,
        "score": exact(each.score),
        "top": str(each.top),
        "points": each.points,
        "field_average": str(each.cards),
        "added": str(each.play),
        "boards": [
            {
                "number": line.result.board,
                "play": line.result.play_id,
                "table": line.result.table,
                "result": line.result.facts.to_data(),
                **seat_score(line.own),
                "others": [seat_score(other) for other in line.others],
            }
            for line in each.lines
        ],
    }


def statistics(page: StatisticsPage) -> Document:
    """Counts of an edition, by position and by bid."""
    return {
        "plays": page.plays,
        "passed_out": page.passed_out,
        "by_position": [_role_line(line) for line in page.by_position],
        "by_bid": [_role_line(line) for line in page.by_bid],
        "bombs": page.bombs,
        "rockets": page.rockets,
        "with_bombs": page.with_bombs,
        "springs": page.springs,
        "anti_springs": page.anti_springs,
        "doubled": page.doubled,
        "redoubled": page.redoubled,
    }


def _role_line(line: RoleLine) -> Document:
    return {
        "value": line.value,
        "plays": line.plays,
        "share": percent(line.share),
        "won": line.won,
        "success": percent(line.success),
        "mean": exact(line.mean),
        "mean_farmer": exact(line.mean_farmer),
    }
