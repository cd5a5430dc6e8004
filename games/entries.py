"""The shape of log entries: what a table may read about an action, a start or an end.

Pure: from engine states to the content of rows, and from rows to the API's dictionaries. It
never sees a sealed double: only their revelation is an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.actions import Action, Bid, Double, Pass, Redouble
from engine.cards import format_card
from engine.hand import HandState, Phase, view
from engine.payoff import points
from games.models import LogEntry, Play
from games.sse import time_text

#: The columns that `entry_data` prints, for `QuerySet.values`.
COLUMNS = (
    "number",
    "seq",
    "kind",
    "position",
    "data",
    "phase",
    "to_act",
    "automatic",
    "deadline",
    "at",
)


@dataclass(frozen=True, slots=True)
class EntryContent:
    """What an entry says, before it has a number and a time."""

    kind: str
    position: int | None
    data: dict[str, Any]
    phase: str
    to_act: str

    def row(self, table_id: str, play_id: str, number: int, seq: int, at: datetime) -> LogEntry:
        """The row of an action with its numbers and time, not yet saved."""
        return LogEntry(
            table_id=table_id,
            number=number,
            play_id=play_id,
            seq=seq,
            kind=self.kind,
            position=self.position,
            data=self.data,
            phase=self.phase,
            to_act=self.to_act,
            at=at,
        )


def result_data(state: HandState, bet: int) -> dict[str, Any]:
    """The facts of a finished hand with the points that follow, by position."""
    assert state.result is not None
    by_position = points(state.result, state.ruleset, bet)
    return {
        "facts": state.result.to_data(),
        "points": {str(position): value for position, value in by_position.items()},
    }


def content_of(
    play: Play, before: HandState, after: HandState, position: int, action: Action
) -> EntryContent:
    """The entry of an action that led from one state to the next.

    For the second of the sealed doubles it is the revelation of both; `before` is then the state
    at the end of the auction. Adds the kitty when it is shown to all, the hand that is passed on
    at the end of the auction, and the result at the end. The play's table has to be there.
    """
    kind, actor, data = _said(after, position, action)
    seen_before, seen = view(before, None), view(after, None)
    if seen.kitty is not None and seen_before.kitty is None:
        data["kitty"] = [format_card(card) for card in seen.kitty]
    if before.landlord is None and (passed := hand_passed(play, after)) is not None:
        data["hand_passed"] = passed
    if after.phase is Phase.FINISHED and not is_redealt(play, after):
        data["result"] = result_data(after, play.table.policy["bet"])
    return EntryContent(kind, actor, data, after.phase.value, positions_text(after))


def _said(
    after: HandState, position: int, action: Action
) -> tuple[str, int | None, dict[str, Any]]:
    match action:
        case Bid(value):
            return "bid", position, {"value": value}
        case Double():
            choices = {str(farmer): value for farmer, value in sorted(after.doubles)}
            return "doubles_revealed", None, {"choices": choices}
        case Redouble(value):
            return "redouble", position, {"value": value}
        case Pass():
            return "pass", position, {}
    last = after.plays[-1].to_data()
    return "play", position, {"cards": last["cards"], "combination": last["combination"]}


def is_redealt(play: Play, state: HandState) -> bool:
    """Whether a hand has ended without a bid, and is dealt again."""
    redeals: bool = play.table.policy.get("redeal", False)
    return redeals and state.result is not None and state.result.passed_out


def redealt_content(state: HandState, data: dict[str, Any]) -> EntryContent:
    """Nobody has bid: the board's next deal begins; `data` names both attempts."""
    return EntryContent("redealt", None, data, state.phase.value, positions_text(state))


def hand_passed(play: Play, state: HandState) -> dict[str, Any] | None:
    """Which hand has gone from which seat to which; None where none was passed on."""
    for position, (giver, taker) in enumerate(
        zip(play.positions, play.holders(state.landlord), strict=True), 1
    ):
        if giver != taker:
            return {"position": position, "giver": giver, "taker": taker}
    return None


def positions_text(state: HandState) -> str:
    """The positions that everybody at the table sees to be waited for: "23"; empty at the end."""
    return "".join(str(position) for position in view(state, None).to_act)


def undone_content(state: HandState, entry: LogEntry) -> EntryContent:
    """A director took an action back: which one, and the state that is in force again."""
    data = {"seq": entry.seq, "kind": entry.kind, "position": entry.position}
    return EntryContent("undone", None, data, state.phase.value, positions_text(state))


def start_content(state: HandState, board_number: int, positions: str) -> EntryContent:
    """The notice that a play begins: which board, and which seat holds which position."""
    seats = {str(position): letter for position, letter in enumerate(positions, 1)}
    data = {"board": board_number, "seats": seats}
    return EntryContent("play_started", None, data, state.phase.value, positions_text(state))


def entry_data(row: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as the API prints it, from the values of `COLUMNS`."""
    return {
        "number": row["number"],
        "seq": row["seq"],
        "kind": row["kind"],
        "position": row["position"],
        "data": row["data"],
        "phase": row["phase"],
        "to_act": [int(position) for position in row["to_act"]],
        "automatic": row["automatic"],
        "deadline": None if row["deadline"] is None else time_text(row["deadline"]),
        "at": time_text(row["at"]),
    }


def entry_data_of(entry: LogEntry) -> dict[str, Any]:
    """An entry as the API prints it, from its row."""
    return entry_data({name: getattr(entry, name) for name in COLUMNS})


def first_visible_seq(rows: Iterable[Mapping[str, Any]], players: int, contests: int) -> int:
    """The seq of the lead of the oldest contest that may be looked back at, of the newest
    `contests`; `rows` are a play's entries in order. 0 while there are no more contests than that.
    """
    standing: list[tuple[int, bool]] = []  # plays in force: seq, and whether cards were played
    for row in rows:
        if is_turn(row):
            standing.append((row["seq"], row["kind"] == "play"))
        elif row["kind"] == "undone" and is_turn(row["data"]):
            standing.pop()
    leads = []
    passes = players - 1
    for seq, has_cards in standing:
        if passes >= players - 1:
            leads.append(seq)
            passes = 0
        passes = 0 if has_cards else passes + 1
    return leads[-contests] if len(leads) > contests else 0


def is_turn(row: Mapping[str, Any]) -> bool:
    """Whether an entry tells a turn in the play of the cards."""
    return row["kind"] in ("play", "pass")


def is_hidden(row: Mapping[str, Any], first_visible: int) -> bool:
    """Whether an entry tells a turn of a contest that may not be looked back at any more."""
    return is_turn(row) and bool(row["seq"] < first_visible)


def message_data(table_id: str, play_id: str | None, entry: dict[str, Any]) -> dict[str, Any]:
    """What the stream says about an entry."""
    return {
        "table": table_id,
        "play": play_id,
        "seq": entry["seq"],
        "phase": entry["phase"],
        "to_act": entry["to_act"],
        "entry": entry,
    }
