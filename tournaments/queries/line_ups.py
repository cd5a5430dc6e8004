"""Who plays for each team in a round."""

from collections import defaultdict

from tournaments.formats import format_of
from tournaments.models import LineUp, Stage, TeamMember


def line_ups(stage: Stage, number: int) -> dict[int, list[TeamMember]]:
    """The line-up of every team in round `number`, by the team's number; two statements.

    It is the newest one given for that round or an earlier one, else the first three (four) places.
    """
    members: defaultdict[str, dict[int, TeamMember]] = defaultdict(dict)
    rows = TeamMember.objects.filter(entrant__event=stage.event_id)
    for member in rows.select_related("entrant", "player__person"):
        members[member.entrant_id][member.place] = member
    given = LineUp.objects.filter(stage=stage, from_round__lte=number).order_by("from_round")
    places = dict(given.values_list("entrant_id", "places"))
    size = format_of(stage.kind).line_up
    found = {}
    for entrant, team in members.items():
        chosen = places.get(entrant) or sorted(team)[:size]
        line_up = [team[place] for place in chosen]
        found[line_up[0].entrant.number] = line_up
    return found
