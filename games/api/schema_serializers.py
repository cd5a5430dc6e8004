"""Responses as the schema describes them. Nothing is rendered with these: see `games.entries`,
`games.queries` and `games.errors` for the dictionaries that are sent.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

Cards = serializers.ListField
Described = serializers.Serializer[Any]


def cards(**options: Any) -> serializers.ListField:
    """A list of cards, high to low: `RJ`, `2h`, `10c` …"""
    return serializers.ListField(child=serializers.CharField(), **options)


def positions() -> serializers.ListField:
    """A list of positions, 1 to 3 (4)."""
    return serializers.ListField(child=serializers.IntegerField())


class ProblemError(Described):
    """One fault of the request."""

    field = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemDocument(Described):
    """Why a request was refused (RFC 9457). `code` is stable; `type` leads to cause and cure."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    errors = ProblemError(many=True)  # type: ignore[assignment]


class SessionPlayer(Described):
    """Who has signed in."""

    id = serializers.CharField()
    name = serializers.CharField()


class SessionTable(Described):
    """Whose device has signed in."""

    number = serializers.IntegerField()


class Session(Described):
    """A token, shown this once: of a player, or of the device of a table."""

    token = serializers.CharField()
    player = SessionPlayer(allow_null=True)
    table = SessionTable(allow_null=True)


class Entry(Described):
    """Something that happened at a table and that everybody seated there may know.

    `data` by kind: `bid` {value}; `doubles_revealed` {choices: {position: true|false}}, with the
    clock's among them listed in `automatic`; `redouble` {value}; `play` {cards, combination};
    `pass` {}, both with `claimed` where all have agreed to a claim; `play_started` {board, seats};
    `table_finished` {}; `frozen`, `paused` and `resumed` {halted: what still holds the table, or
    null}; `undone` {seq, kind, position} (a director took that action back; it takes a seq itself);
    `redealt` {before, attempt} (all passed where tables have their own deals: the next one begins);
    `extended` {seconds}; `bot_seated`, `bot_left` {seat};
    `claimed` {claim, seat, hand, plays, halted}, `claim_accepted` {claim, seat}, `claim_ended`
    {claim, outcome: accepted, refused or withdrawn, seat, halted};
    with physical cards also
    `result_reported` {report, seat, facts, points}, `report_refused` {seat}, `result_confirmed` and
    `result_disputed` {seat, report or revision}, `result_counted` {result, report}. The entry that
    reveals the kitty has `kitty`; the last action of a play has `result` {facts, points}.
    """

    number = serializers.IntegerField()
    seq = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    position = serializers.IntegerField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]
    phase = serializers.CharField(allow_blank=True)
    to_act = positions()
    automatic = serializers.BooleanField(help_text="Whether the clock or a bot decided.")
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Until when whoever is to act now has time."
    )
    at = serializers.DateTimeField()


class StaleProblem(ProblemDocument):
    """What happened since the `seq` that the request named."""

    seq = serializers.IntegerField()
    entries = Entry(many=True)


class IllegalActionProblem(ProblemDocument):
    """The engine's reason."""

    engine_code = serializers.CharField()


class TableOfView(Described):
    """The table of a play."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    practice = serializers.BooleanField(help_text="Played for practice: it counts for nothing.")


class BoardOfView(Described):
    """The board of a play."""

    number = serializers.IntegerField()


class SeatOfView(Described):
    """Who sits where, and which position the seat speaks for at present; null: it is idle."""

    letter = serializers.CharField()
    position = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="Whether a bot acts for this player.")


class HandPassed(Described):
    """The landlord's partner gave his hand, unplayed, to the idle opponent: seats by letter."""

    position = serializers.IntegerField()
    giver = serializers.CharField()
    taker = serializers.CharField()


class ClockOfView(Described):
    """The clock of a play. `pools` are seconds by position, which are used when the time of an
    action is over; `seconds_left` is what comes after a halt, and null while the clock runs.
    """

    seconds_left = serializers.FloatField(allow_null=True)
    pools = serializers.DictField(child=serializers.FloatField(), allow_null=True)


class Expected(Described):
    """What the player is asked for. A client that chooses among `choices` needs no rules.

    `choices` are bids for `bid`, true and false for `double` and `redouble`, and texts of ranks
    for `play`. `deadline` is null without a clock. `claim` is answered by `claim/accept/` (true) or
    `claim/refuse/` (false), and not by an action.
    """

    type = serializers.ChoiceField(["bid", "double", "redouble", "play", "claim"])
    choices = serializers.ListField(child=serializers.JSONField())
    may_pass = serializers.BooleanField()
    deadline = serializers.DateTimeField(allow_null=True)


class Call(Described):
    """A call of the auction; 0 is no bid."""

    position = serializers.IntegerField()
    value = serializers.IntegerField()


class PlayedCards(Described):
    """What somebody put on the table; no cards for a pass."""

    position = serializers.IntegerField()
    cards = cards()
    combination = serializers.CharField(allow_null=True)


class EarlierPlays(Described):
    """What was played before the first of `plays`, and may not be looked back at."""

    contests = serializers.IntegerField()
    plays = serializers.IntegerField()


class OpenClaim(Described):
    """Who is on lead has shown `hand` and says that it goes out by `plays`, in this order."""

    id = serializers.CharField()
    seat = serializers.CharField()
    position = serializers.IntegerField()
    hand = cards()
    plays = serializers.ListField(child=cards())
    waiting_for = serializers.ListField(
        child=serializers.CharField(), help_text="The seats that have not answered."
    )
    deadline = serializers.DateTimeField(
        allow_null=True,
        help_text="When they have refused; null without a clock, and while it stands still.",
    )


class PlayView(Described):
    """My view of a play: everything that I may know of it, and nothing else."""

    id = serializers.CharField()
    seq = serializers.IntegerField()
    event_id = serializers.CharField(help_text="Where the stream goes on from this view.")
    table = TableOfView()
    board = BoardOfView()
    seat = serializers.CharField(help_text="My chair's letter.")
    partners = serializers.BooleanField(
        help_text="Four sit at the table, A and C against B and D; one of them is idle."
    )
    hand_passed = HandPassed(allow_null=True)
    seats = SeatOfView(many=True)
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Mine, if I am asked; else that of whoever is."
    )
    halted = serializers.ChoiceField(["frozen", "paused", "claimed"], allow_null=True)
    clock = ClockOfView(allow_null=True)
    hints = serializers.BooleanField(help_text="Whether the event allows hints.")
    claims = serializers.BooleanField(help_text="Whether who is on lead may claim the rest.")
    claim = OpenClaim(allow_null=True)
    memory_aid = serializers.ChoiceField(
        ["current", "last", "full", "counter"],
        help_text="How far `plays` and the log go back until the board is over: the present contest"
        " (before a lead the one that has just ended), the one before too, all of it, or all with a"
        " count of the cards not seen.",
    )
    now = serializers.DateTimeField()
    phase = serializers.ChoiceField(["auction", "doubling", "redoubling", "playing", "finished"])
    viewer = serializers.IntegerField(allow_null=True)
    ruleset = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    hand = cards(allow_null=True)
    landlord = serializers.IntegerField(allow_null=True)
    bid = serializers.IntegerField(allow_null=True)
    auction = Call(many=True)
    kitty = cards(allow_null=True)
    doubles = serializers.DictField(child=serializers.BooleanField(), allow_null=True)
    own_double = serializers.BooleanField(allow_null=True)
    redoubled = serializers.BooleanField(allow_null=True)
    stake = serializers.IntegerField(allow_null=True)
    plays = PlayedCards(many=True)
    earlier = EarlierPlays()
    unseen = serializers.DictField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="With `counter`: how many cards of each rank are neither in my hand nor played.",
    )
    to_beat = PlayedCards(allow_null=True)
    leader = serializers.IntegerField(allow_null=True)
    to_act = positions()
    announced = positions()
    expected = Expected(allow_null=True)
    result = serializers.DictField(allow_null=True)


class CallOfMine(Described):
    """My call for the director."""

    id = serializers.CharField()
    reason = serializers.ChoiceField(["wrong_board", "irregularity", "time", "other"])
    text = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(["open", "taken", "closed", "withdrawn"])


class MyCall(Described):
    """My live call, null without one."""

    call = CallOfMine(allow_null=True)


class HintedMoves(Described):
    """What I may play now."""

    play = serializers.CharField()
    seq = serializers.IntegerField()
    moves = serializers.ListField(child=serializers.CharField())
    may_pass = serializers.BooleanField()


class ExplanationOfCards(Described):
    """What cards are and whether they may be played now, with the reason."""

    ok = serializers.BooleanField()
    code = serializers.CharField()
    detail = serializers.CharField()
    combination = serializers.CharField(allow_null=True)


class MyPlay(Described):
    """My present play, null between plays and rounds."""

    play = PlayView(allow_null=True)


class ActionAnswer(Described):
    """The entries that the action made (none for a sealed double), and my view afterwards."""

    entries = Entry(many=True)
    view = PlayView()


class PlayLog(Described):
    """What happened in a play, in order."""

    play = serializers.CharField()
    entries = Entry(many=True)
