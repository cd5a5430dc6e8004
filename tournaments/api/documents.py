"""The JSON of the public resources, built by hand from what `tournaments.queries` reads.

Exact scores are strings ("123", "51/5"), percentages strings with two decimals, times ISO 8601 in
UTC. `schemas` describes these documents; never decides what may be told.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.comparison.rounding import shown
from games.sse import time_text
from tournaments import queries
from tournaments.queries.matches import FourMatchLine, MatchLine, MatchPage

Document = dict[str, Any]


def exact(value: Fraction | None) -> str | None:
    """An exact score: "12" or "51/5"."""
    return None if value is None else str(value)


def percent(value: Fraction | None) -> str | None:
    """A percentage with two decimals, halves away from zero."""
    return None if value is None else shown(value)


def moment(value: datetime | None) -> str | None:
    """A time in UTC."""
    return None if value is None else time_text(value)


def event_line(line: queries.EventLine) -> Document:
    """An event in the list."""
    return {
        "slug": line.slug,
        "name": line.name,
        "place": line.place,
        "starts_on": line.starts_on.isoformat() if line.starts_on else None,
        "state": line.state,
    }


def overview(page: queries.EventOverview) -> Document:
    """An event with its rounds, the best of its standings and its commitments."""
    edition = page.edition
    return {
        "slug": edition.slug,
        "name": edition.name,
        "place": edition.place,
        "starts_on": edition.starts_on.isoformat() if edition.starts_on else None,
        "timezone": edition.timezone,
        "state": edition.state,
        "ruleset": edition.ruleset,
        "all_pass": edition.all_pass,
        "method": edition.method,
        "entrants": page.entrant_count,
        "version": edition.version,
        "published_at": moment(edition.published_at),
        "boards": list(edition.boards),
        "boards_in_play": edition.boards_in_play,
        "rounds": [round_line(each) for each in page.rounds],
        "standings": [standing(row) for row in page.standings.rows],
        "commitments": [
            {"session": each.session, "commitment": each.commitment} for each in page.commitments
        ],
    }


def entrant(who: queries.EntrantRef) -> Document:
    """An entrant where one is named."""
    return {"id": who.id, "number": who.number, "name": who.name}


def entrant_line(who: queries.EntrantRef) -> Document:
    """An entrant in the list."""
    return {**entrant(who), "club": who.club, "country": who.country, "state": who.state}


def standing(row: queries.StandingRow) -> Document:
    """A line of the standings."""
    return {
        "rank": row.rank,
        "change": row.change,
        "entrant": {**entrant(row.entrant), "club": row.entrant.club},
        "score": str(row.score),
        "percentage": row.percentage,
        "boards": row.boards,
        "boards_awarded": row.boards_awarded,
        "rounds": [str(score) for score in row.rounds],
        "points": row.points,
        "raw_rank": row.raw_rank,
        "out_round": row.out_round,
    }


def unit(line: queries.UnitLine) -> Document:
    """A club or a country with the entrants that count for it."""
    return {
        "rank": line.rank,
        "name": line.name,
        "score": str(line.score),
        "mean": str(line.mean),
        "percentage": line.percentage,
        "members": [{**entrant(row.entrant), "score": str(row.score)} for row in line.members],
        "others": line.others,
    }


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
    }


def play(page: queries.PlayPage) -> Document:
    """A play to step through."""
    return {
        **play_result(page.result),
        **cards(page.cards),
        "started_at": moment(page.started_at),
        "finished_at": moment(page.finished_at),
        "entries": [
            {
                "seq": entry.seq,
                "kind": entry.kind,
                "position": entry.position,
                "data": entry.data,
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


def matches(page: MatchPage) -> list[Document]:
    """The matches of a team stage, one after the other."""
    return [
        _match_of_four(number, match) if isinstance(match, FourMatchLine) else _match(number, match)
        for number, found, _byes in page.rounds
        for match in found
    ]


def _match(number: int, match: MatchLine) -> Document:
    """A match of three teams: what each won of the others together."""
    return {
        "round": number,
        "tables": [],
        "is_complete": match.is_complete,
        "boards_counted": match.boards,
        "teams": [
            {
                **entrant(team.entrant),
                "points": team.points,
                "margin": team.margin,
                "worth": exact(team.victory_points) if match.is_complete else None,
            }
            for team in match.teams
        ],
        "boards": [],
        "not_played": [],
    }


def _match_of_four(number: int, match: FourMatchLine) -> Document:
    """A match of two teams, board by board."""
    worth = match.worth or (None, None)
    leads = (match.lead, -match.lead)
    return {
        "round": number,
        "tables": list(match.tables),
        "is_complete": match.is_complete,
        "boards_counted": len(match.boards),
        "teams": [
            {
                **entrant(team),
                "points": sum(board.points[place] for board in match.boards if board.points),
                "margin": leads[place],
                "worth": exact(worth[place]),
            }
            for place, team in enumerate(match.teams)
        ],
        "boards": [
            {
                "number": board.number,
                "points": None if board.points is None else list(board.points),
                "won": board.won,
            }
            for board in match.boards
        ],
        "not_played": list(match.not_played),
    }


def movement(page: queries.MovementPage) -> Document:
    """The movement with its certificate and the whole schedule."""
    return {
        "seed": page.seed,
        "certificate": page.certificate,
        "movement": page.movement,
        "unseparated": list(page.unseparated),
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


def commitments(page: queries.CommitmentPage) -> Document:
    """The commitments, with what is needed to verify the opened boards."""
    return {
        "sessions": [
            {
                "session": each.session,
                "commitment": each.commitment,
                "committed_at": moment(each.committed_at),
                "description": each.description,
                "canonical": each.canonical,
                "public_value": each.public_value or None,
                "revealed_at": moment(each.revealed_at),
                "reveal": each.reveal,
                "deals": page.deals[each.session],
            }
            for each in page.commitments
        ]
    }
