"""The shapes of the documents for the OpenAPI description; nothing is rendered through them.

A test compares them with what `documents` really makes.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.schema_serializers import Expected
from games.models import PlayState
from tournaments.models import EventState, RoundState


class EventLine(serializers.Serializer[Any]):
    """An event in the list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(EventState.values)


class Entrant(serializers.Serializer[Any]):
    """An entrant where one is named."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class EntrantLine(Entrant):
    """An entrant in the list."""

    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(["active", "withdrawn"])


class RankedEntrant(Entrant):
    """An entrant in the standings."""

    club = serializers.CharField(allow_blank=True)


class Standing(serializers.Serializer[Any]):
    """A line of the standings; `change` is the places gained since the last round.

    `boards` were played, `boards_awarded` have an award, for a round sat out or by a
    ruling; `score` and `percentage` are over both.
    """

    rank = serializers.IntegerField()
    change = serializers.IntegerField(allow_null=True)
    entrant = RankedEntrant()
    score = serializers.CharField()
    percentage = serializers.CharField(allow_blank=True)
    boards = serializers.IntegerField()
    boards_awarded = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()
    raw_rank = serializers.IntegerField()
    out_round = serializers.IntegerField(allow_null=True)


class UnitMember(Entrant):
    """An entrant that counts for a unit."""

    score = serializers.CharField()


class UnitStanding(serializers.Serializer[Any]):
    """A club or country; `rank` null: fewer entrants than count. `mean` is of one member."""

    rank = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    score = serializers.CharField()
    mean = serializers.CharField()
    percentage = serializers.CharField(allow_blank=True)
    members = UnitMember(many=True)
    others = serializers.IntegerField()


class RoundFacts(serializers.Serializer[Any]):
    """A round: its state and its boards."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(RoundState.values)
    first_board = serializers.IntegerField()
    last_board = serializers.IntegerField()
    released_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class RoundLine(RoundFacts):
    """A round in the list."""

    tables = serializers.IntegerField()
    tables_finished = serializers.IntegerField()


class SessionCommitment(serializers.Serializer[Any]):
    """The commitment of a session."""

    session = serializers.IntegerField()
    commitment = serializers.CharField()


class Overview(EventLine):
    """An event; `boards` are those that the version counts."""

    timezone = serializers.CharField()
    ruleset = serializers.CharField()
    all_pass = serializers.ChoiceField(["void", "forced"])
    method = serializers.CharField()
    entrants = serializers.IntegerField()
    version = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    boards = serializers.ListField(child=serializers.IntegerField())
    boards_in_play = serializers.IntegerField()
    rounds = RoundLine(many=True)
    standings = Standing(many=True)
    commitments = SessionCommitment(many=True)


class Chair(serializers.Serializer[Any]):
    """A seat and for whom it counts; `player` names who sits there, if that is somebody else."""

    seat = serializers.CharField()
    entrant = Entrant()
    player = serializers.CharField(allow_null=True)


class TableBoard(serializers.Serializer[Any]):
    """A board at a table: `positions` "BCA" means that seat B holds position 1."""

    number = serializers.IntegerField()
    positions = serializers.CharField()


class Table(serializers.Serializer[Any]):
    """A table of a round."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(["drawn", "playing", "finished"])
    seats = Chair(many=True)
    boards = TableBoard(many=True)


class RoundSeating(RoundFacts):
    """The seating of a round."""

    boards_opened = serializers.ListField(child=serializers.IntegerField())
    byes = Entrant(many=True)
    tables = Table(many=True)
    next = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()


class BoardLine(serializers.Serializer[Any]):
    """An opened board; `averages` are the mean points of positions 1, 2, 3."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    results = serializers.IntegerField()
    averages = serializers.ListField(child=serializers.CharField(allow_null=True))


class FrequencyLine(serializers.Serializer[Any]):
    """One points value of a frequency table."""

    points = serializers.IntegerField()
    weight = serializers.CharField()
    score = serializers.CharField()
    percentage = serializers.CharField(allow_null=True)


class FrequencyTable(serializers.Serializer[Any]):
    """The frequency table of a position, best value first."""

    position = serializers.IntegerField()
    mapping = serializers.CharField()
    results = serializers.IntegerField()
    top = serializers.CharField()
    average = serializers.CharField(allow_null=True)
    lines = FrequencyLine(many=True)


class Facts(serializers.Serializer[Any]):
    """The facts of a finished play."""

    landlord = serializers.IntegerField(allow_null=True)
    bid = serializers.IntegerField()
    bombs = serializers.IntegerField()
    rockets = serializers.IntegerField()
    spring = serializers.ChoiceField(["spring", "anti_spring"], allow_null=True)
    doubled = serializers.ListField(child=serializers.IntegerField())
    redoubled = serializers.BooleanField()
    winner = serializers.ChoiceField(["landlord", "farmers"], allow_null=True)
    passed_out = serializers.BooleanField()


class SeatScore(serializers.Serializer[Any]):
    """How a play came out for one seat: points = field_average + added.

    `ruling` says how a director adjusted it: an award has no score of its own here, the points of
    an assigned or weighted result are the mean of the outcomes.
    """

    position = serializers.IntegerField()
    seat = serializers.CharField()
    entrant = Entrant()
    player = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(["landlord", "farmer"], allow_null=True)
    points = serializers.IntegerField()
    field_average = serializers.CharField(allow_null=True)
    added = serializers.CharField(allow_null=True)
    score = serializers.CharField(allow_null=True)
    top = serializers.CharField()
    percentage = serializers.CharField(allow_null=True)
    ruling = serializers.ChoiceField(
        ["average", "average_plus", "average_minus", "assigned", "weighted"], allow_null=True
    )


class PlayResult(serializers.Serializer[Any]):
    """A finished play of an opened board."""

    id = serializers.CharField()
    board = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField()
    result = Facts()
    seats = SeatScore(many=True)


class BoardAtTable(TableBoard):
    """A board at one table. Of one that is not `opened` only the `state` of its play is told."""

    state = serializers.ChoiceField(["drawn", *PlayState.values])
    opened = serializers.BooleanField()
    result = PlayResult(allow_null=True)


class TablePage(serializers.Serializer[Any]):
    """A table of a round. `spectator_delay` is how many minutes a board stays closed after its last
    table has finished it.
    """

    number = serializers.IntegerField()
    state = serializers.ChoiceField(["drawn", "playing", "finished"])
    seats = Chair(many=True)
    round = serializers.IntegerField()
    spectator_delay = serializers.IntegerField()
    boards = BoardAtTable(many=True)
    version = serializers.IntegerField()


class Board(serializers.Serializer[Any]):
    """An opened board with its traveller."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    kitty = serializers.ListField(child=serializers.CharField())
    frequency = FrequencyTable(many=True)
    previous = serializers.IntegerField(allow_null=True)
    following = serializers.IntegerField(allow_null=True)
    traveller = PlayResult(many=True)
    next = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()


class PartingStep(serializers.Serializer[Any]):
    """What a position did; `value` of bids and doubles, `cards` of plays."""

    position = serializers.IntegerField()
    kind = serializers.ChoiceField(["bid", "double", "redouble", "play", "pass"])
    value = serializers.JSONField(allow_null=True)
    cards = serializers.ListField(child=serializers.CharField())


class PartingTable(serializers.Serializer[Any]):
    """A table that went this way."""

    table = serializers.IntegerField()
    play = serializers.CharField()


class PartingLine(serializers.Serializer[Any]):
    """A way on, `depth` partings deep, which `count` of `of` tables took; mean points after it."""

    depth = serializers.IntegerField()
    steps = PartingStep(many=True)
    count = serializers.IntegerField()
    of = serializers.IntegerField()
    average = serializers.CharField()
    tables = PartingTable(many=True)


class Partings(serializers.Serializer[Any]):
    """Where the tables of an opened board parted; `lines` in the order of the tree."""

    number = serializers.IntegerField()
    total = serializers.IntegerField()
    lines = PartingLine(many=True)
    version = serializers.IntegerField()


class RecordEntry(serializers.Serializer[Any]):
    """An entry of the log of a play."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    position = serializers.IntegerField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]
    automatic = serializers.BooleanField()
    at = serializers.DateTimeField()


class PlayRecord(PlayResult):
    """A play to step through."""

    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    kitty = serializers.ListField(child=serializers.CharField())
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    entries = RecordEntry(many=True)
    version = serializers.IntegerField()


class ScoreLine(SeatScore):
    """A board of a scorecard."""

    number = serializers.IntegerField()
    play = serializers.CharField()
    table = serializers.IntegerField()
    result = Facts()
    others = SeatScore(many=True)


class RoundScore(serializers.Serializer[Any]):
    """A round of a scorecard."""

    number = serializers.IntegerField()
    bye = serializers.BooleanField()
    score = serializers.CharField(allow_null=True)
    top = serializers.CharField()
    points = serializers.IntegerField()
    field_average = serializers.CharField()
    added = serializers.CharField()
    boards = ScoreLine(many=True)


class Scorecard(EntrantLine):
    """An entrant's boards by round."""

    standing = Standing(allow_null=True)
    rounds = RoundScore(many=True)
    version = serializers.IntegerField()


class ScheduledTable(serializers.Serializer[Any]):
    """A table of the schedule: the entrant's number by seat, the positions by board."""

    number = serializers.IntegerField()
    seats = serializers.DictField(child=serializers.IntegerField())
    positions = serializers.ListField(child=serializers.CharField())


class ScheduledRound(serializers.Serializer[Any]):
    """A round of the schedule; `byes` are entrants' numbers."""

    number = serializers.IntegerField()
    tables = ScheduledTable(many=True)
    byes = serializers.ListField(child=serializers.IntegerField())


class TeamOfMatch(Entrant):
    """A team in a match: its plain points, what it won of the others, and what that brings it in
    the standings (victory points, or points for a won match); null until the match is complete.
    """

    points = serializers.IntegerField()
    margin = serializers.IntegerField()
    worth = serializers.CharField(allow_null=True)


class BoardOfMatch(serializers.Serializer[Any]):
    """A board of a match of two teams: the points of either, null for an artificial score, and what
    it brought the first.
    """

    number = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    won = serializers.IntegerField()


class MatchOfTeams(serializers.Serializer[Any]):
    """A match of three teams, or of two (four-a-side): these have tables and boards."""

    round = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.IntegerField())
    is_complete = serializers.BooleanField()
    boards_counted = serializers.IntegerField()
    teams = TeamOfMatch(many=True)
    boards = BoardOfMatch(many=True)
    not_played = serializers.ListField(child=serializers.IntegerField())


class MovementDocument(serializers.Serializer[Any]):
    """The movement; `movement` is the document that the independent checker reads."""

    seed = serializers.IntegerField()
    certificate = serializers.DictField()
    movement = serializers.DictField()
    unseparated = serializers.ListField(child=serializers.CharField())
    entrants = Entrant(many=True)
    rounds = ScheduledRound(many=True)
    version = serializers.IntegerField()


class CommittedSession(serializers.Serializer[Any]):
    """What was committed to: SHA-256(secret ‖ canonical); `deals` has the opened boards."""

    session = serializers.IntegerField()
    commitment = serializers.CharField()
    committed_at = serializers.DateTimeField()
    description = serializers.DictField()
    canonical = serializers.CharField()
    public_value = serializers.CharField(allow_null=True)
    revealed_at = serializers.DateTimeField(allow_null=True)
    reveal = serializers.DictField(allow_null=True)
    deals = serializers.DictField()


class Commitments(serializers.Serializer[Any]):
    """The commitments of an event."""

    sessions = CommittedSession(many=True)
    version = serializers.IntegerField()


class MyEvent(serializers.Serializer[Any]):
    """The event that a player was entered in."""

    slug = serializers.CharField()
    name = serializers.CharField()
    state = serializers.ChoiceField(EventState.values)
    timezone = serializers.CharField()
    physical = serializers.BooleanField()
    confirm_results = serializers.BooleanField()


class MyPlayer(serializers.Serializer[Any]):
    """Who the token speaks for."""

    id = serializers.CharField()
    name = serializers.CharField()


class MyTable(serializers.Serializer[Any]):
    """Where a player sits now."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    seat = serializers.CharField()
    seats = Chair(many=True)
    boards = TableBoard(many=True)


class MyPresentPlay(serializers.Serializer[Any]):
    """The play in progress."""

    id = serializers.CharField()
    board = serializers.IntegerField()
    seq = serializers.IntegerField()


class MyNextRound(serializers.Serializer[Any]):
    """Where a player goes next."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    seat = serializers.CharField(allow_null=True)
    bye = serializers.BooleanField()


class Clock(serializers.Serializer[Any]):
    """The server's time, and until when an action is awaited: draw clocks from the difference."""

    now = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)


class Me(serializers.Serializer[Any]):
    """A player's place in the event."""

    player = MyPlayer()
    event = MyEvent()
    entrant = EntrantLine()
    status = serializers.ChoiceField(
        ["waiting_for_draw", "waiting_for_round", "bye", "playing", "finished"]
    )
    table = MyTable(allow_null=True)
    play = MyPresentPlay(allow_null=True)
    expected = Expected(allow_null=True)
    next = MyNextRound(allow_null=True)
    clock = Clock()
