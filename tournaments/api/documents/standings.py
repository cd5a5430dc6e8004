"""The documents of entrants and how they stand: ranks, units, matches."""

from __future__ import annotations

from tournaments import queries
from tournaments.api.documents.base import Document, exact
from tournaments.queries.cross_table import CrossRow, MatchScore, Meeting
from tournaments.queries.history import OtherEvent
from tournaments.queries.matches import FourMatchLine, MatchLine, MatchPage


def entrant(who: queries.EntrantRef) -> Document:
    """An entrant where one is named."""
    return {"id": who.id, "number": who.number, "name": who.name}


def entrant_line(who: queries.EntrantRef) -> Document:
    """An entrant in the list."""
    return {
        **entrant(who),
        "club": who.club,
        "country": who.country,
        "categories": list(who.categories),
        "state": who.state,
        "is_house": who.is_house,
    }


def standing(row: queries.StandingRow) -> Document:
    """A line of the standings."""
    return {
        "rank": row.rank,
        "change": row.change,
        "category_rank": row.category_rank,
        "entrant": {
            **entrant(row.entrant),
            "club": row.entrant.club,
            "categories": list(row.entrant.categories),
        },
        "score": str(row.score),
        "percentage": row.percentage,
        "boards": row.boards,
        "boards_awarded": row.boards_awarded,
        "penalty": str(row.penalty),
        "rounds": [str(score) for score in row.rounds],
        "points": row.points,
        "raw_rank": row.raw_rank,
        "out_round": row.out_round,
        "carried": str(row.carried),
        "tie_breaks": [
            {"step": each.step, "value": each.text, "decided": each.decided}
            for each in row.tie_breaks
        ],
        "title_points": exact(row.title_points),
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


def cross_row(row: CrossRow) -> Document:
    """One entrant against all with whom there was something."""
    return {
        "rank": row.rank,
        "entrant": entrant(row.entrant),
        "against": [_meeting(each) for each in row.meetings],
    }


def _meeting(each: Meeting) -> Document:
    return {
        "entrant": entrant(each.opponent),
        "rounds": list(each.met),
        "compared": each.compared,
        "wins": each.wins,
        "ties": each.ties,
        "losses": each.losses,
        "matches": [_match_score(score) for score in each.matches],
    }


def _match_score(score: MatchScore) -> Document:
    return {
        "round": score.round,
        "margin": score.margin,
        "points": list(score.points),
        "worth": None if score.worth is None else [str(value) for value in score.worth],
        "is_complete": score.is_complete,
    }


def other_event(each: OtherEvent) -> Document:
    """What the same person came to in another event."""
    return {
        "slug": each.address,
        "name": each.name,
        "place": each.place,
        "starts_on": None if each.starts_on is None else each.starts_on.isoformat(),
        "state": each.state,
        "entrant": each.entrant_id,
        "rank": each.rank,
        "entrants": each.count,
        "score": str(each.score),
        "percentage": each.percentage,
    }
