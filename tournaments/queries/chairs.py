"""Which chair each person has in a drawn or released round; whoever plays, not who is ranked."""

from __future__ import annotations

from games.models import Player
from tournaments.formats import format_of
from tournaments.models import Entrant, Round

from .line_ups import line_ups
from .people import substitutes
from .schedule import scheduled_round

#: The chair of who sits out.
BYE = "bye"


def players_of_round(round_: Round) -> dict[tuple[int, int], Player]:
    """Who plays in this round by (number, place in the line-up).

    For a single player that is the entrant or a substitute, for a team its line-up.
    """
    if format_of(round_.stage.kind).teams:
        return {
            (number, slot): member.player
            for number, members in line_ups(round_.stage, round_.number).items()
            for slot, member in enumerate(members)
        }
    entrants = Entrant.objects.filter(event=round_.stage.event_id).select_related("player")
    players = {(entrant.number, 0): entrant.player for entrant in entrants}
    for each in substitutes(round_.stage_id, round_.number).select_related("player"):
        players[each.entrant.number, 0] = each.player
    return players


def chairs_of(round_: Round) -> dict[str, str]:
    """The chair of each person by their id: "4:B" for seat B of table 4, or `BYE`."""
    players = players_of_round(round_)
    drawn = scheduled_round(round_.stage_id, round_.number)
    found = {
        player.person_id: BYE for (number, _), player in players.items() if number in drawn.byes
    }
    for table in drawn.tables:
        for (letter, number), member in zip(table.chairs, table.members, strict=True):
            found[players[number, member].person_id] = f"{table.number}:{letter}"
    return found
