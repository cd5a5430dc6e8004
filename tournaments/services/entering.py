"""Make people, players, entrants and teams of a list's rows, inside the caller's transaction.

Owns the numbers that they get. What import and late entry share; checks nothing.
"""

from itertools import count

from games.models import Person, Player
from tournaments.entrants_file import EntrantRow, teams_of
from tournaments.models import Entrant, Event, TeamMember

#: Rows written by one statement: the number of statements grows with the batches, not the rows.
BATCH = 1000


def numbered(rows: list[EntrantRow], taken: set[int]) -> list[int]:
    """Return the number of each row: its own, or the lowest that is free."""
    return _numbers([row.number for row in rows], taken)


def enter(event: Event, rows: list[EntrantRow], numbers: list[int]) -> list[Entrant]:
    """Enter a single player for each row."""
    players = _players(event, [row.name for row in rows])
    return _entrants(event, rows, numbers, players)


def enter_person(event: Event, person: Person, row: EntrantRow) -> Entrant:
    """Enter somebody who is known already, under the lowest free number."""
    taken = set(event.entrants.values_list("number", flat=True))
    player = Player.objects.create(person=person, realm=event.pk)
    return _entrants(event, [row], numbered([row], taken), [player])[0]


def enter_teams(event: Event, rows: list[EntrantRow], taken: set[int]) -> list[TeamMember]:
    """Enter the teams that the rows name; return their members in the list's order.

    A team's own player stands for its name and never sits; club, country and categories are those
    of its first member.
    """
    teams = list(teams_of(rows).values())
    given = [next((row.number for row in team if row.number), None) for team in teams]
    players = _players(event, [team[0].team for team in teams])
    entrants = _entrants(event, [team[0] for team in teams], _numbers(given, taken), players)
    entrant_of = {
        row.line: each for team, each in zip(teams, entrants, strict=True) for row in team
    }
    place_of = {row.line: place for team in teams for place, row in enumerate(team, start=1)}
    members = [
        TeamMember(entrant=entrant_of[row.line], place=place_of[row.line], player=player)
        for row, player in zip(rows, _players(event, [row.name for row in rows]), strict=True)
    ]
    TeamMember.objects.bulk_create(members, batch_size=BATCH)
    return members


def _numbers(given: list[int | None], taken: set[int]) -> list[int]:
    taken = taken | {number for number in given if number is not None}
    free = (number for number in count(1) if number not in taken)
    return [number if number is not None else next(free) for number in given]


def _players(event: Event, names: list[str]) -> list[Player]:
    people = [Person(name=name) for name in names]
    players = [Player(person=person, realm=event.pk) for person in people]
    Person.objects.bulk_create(people, batch_size=BATCH)
    Player.objects.bulk_create(players, batch_size=BATCH)
    return players


def _entrants(
    event: Event, rows: list[EntrantRow], numbers: list[int], players: list[Player]
) -> list[Entrant]:
    entrants = [
        Entrant(
            event=event,
            number=number,
            person=player.person,
            player=player,
            club=row.club,
            country=row.country,
            rating=row.rating,
            categories=list(row.categories),
        )
        for row, player, number in zip(rows, players, numbers, strict=True)
    ]
    Entrant.objects.bulk_create(entrants, batch_size=BATCH)
    return entrants
