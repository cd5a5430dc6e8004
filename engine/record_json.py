"""The JSON form of records, whose schema is published beside it (`schemas/`).

Owns the members and their order; what they amount to is checked by `record_draft`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.actions import Action, Bid, Double, Pass, Play, Redouble
from engine.cards import format_card, parse_card, sort_cards
from engine.errors import EngineError, FileError, ParseError
from engine.json_text import Located, Path, parse
from engine.phases import AllPass
from engine.record import FORMAT, TEXTS, Record
from engine.record_draft import Draft, Placed, in_order
from engine.record_text import is_published
from engine.rulesets import Ruleset, get

RECORDS_FORMAT = "fushi-records-1"
MEMBERS: dict[str, tuple[type, ...]] = {
    "format": (str,),
    **dict.fromkeys(TEXTS, (str,)),
    "ruleset": (dict,),
    "all_pass": (str,),
    "bet": (int,),
    "players": (dict,),
    "deal": (dict,),
    "auction": (list,),
    "doubles": (list,),
    "redoubled": (bool, type(None)),
    "plays": (list,),
    "result": (dict, type(None)),
    "points": (dict, type(None)),
}
"""Every member of a record and the types it may have; all but the texts have to be there."""


def record_to_data(record: Record) -> dict[str, Any]:
    """One record as JSON data, the document `fushi-record-1`."""
    state, ruleset = record.state, record.ruleset
    described: dict[str, Any] = {"name": ruleset.name, "hash": ruleset.hash}
    if not is_published(ruleset):
        described = ruleset.to_data()
    texts = {name: getattr(record, name) for name in TEXTS}
    return {
        "format": FORMAT,
        **{name: text for name, text in texts.items() if text},
        "ruleset": described,
        "all_pass": state.all_pass.value,
        "bet": state.bet,
        "players": {str(p): name for p, name in enumerate(record.players, 1) if name},
        "deal": record.deal.to_data(),
        "auction": [value for _, value in state.auction],
        "doubles": [{"position": p, "value": value} for p, value in state.doubles],
        "redoubled": state.redoubled,
        "plays": [
            {"position": play.position, "cards": [format_card(card) for card in play.cards]}
            for play in state.plays
        ],
        "result": None if record.result is None else record.result.to_data(),
        "points": None if record.points is None else {str(p): n for p, n in record.points.items()},
    }


def write_json(records: Iterable[Record]) -> str:
    """The document `fushi-records-1`: one line a record."""
    head = f'{{\n "format": "{RECORDS_FORMAT}",\n "records": ['
    lines = [json.dumps(record_to_data(record), ensure_ascii=False) for record in records]
    return head + ",".join(f"\n  {line}" for line in lines) + "\n ]\n}\n"


def read_json(text: str, *, exactly: bool = True) -> tuple[Record, ...]:
    """Every record of a document. Raises `FileError` with everything that is wrong.

    Reads `fushi-records-1` and, unless `exactly`, a single `fushi-record-1`, other spacing and
    other ways to write a card. What is read exactly is written again as the same text.
    """
    try:
        document = parse(text)
    except ParseError as error:
        raise FileError((error,)) from None
    records = read_records(document)
    if exactly and (ours := write_json(records)) != text:
        number = next(k for k, pair in enumerate(zip(ours + "\0", text + "\0", strict=False))
                      if pair[0] != pair[1])  # fmt: skip
        line, start = text.count("\n", 0, number) + 1, text.rfind("\n", 0, number) + 1
        wanted = ours[number:].split("\n")[0][:40]
        column = number - start + 1
        raise FileError((ParseError("not_canonical", line=line, column=column, expected=wanted),))
    return records


def record_from_data(data: object) -> Record:
    """Read what `record_to_data` wrote. Raises `FileError`."""
    record, errors = _read(Located(data), ())
    if record is None or errors:
        raise FileError(in_order(errors))
    return record


def read_records(document: Located) -> tuple[Record, ...]:
    """The records of JSON data with places. Raises `FileError`."""
    data = document.value
    if not isinstance(data, dict) or data.get("format") not in (FORMAT, RECORDS_FORMAT):
        line, column = document.place("format")
        expected = RECORDS_FORMAT
        raise FileError((ParseError("unknown_format", line=line, column=column,
                                      expected=expected),))  # fmt: skip
    paths: list[Path] = [()]
    if data["format"] == RECORDS_FORMAT:
        rows = data.get("records")
        if not isinstance(rows, list) or set(data) != {"format", "records"}:
            line, column = document.place("records")
            error = ParseError("bad_member", line=line, column=column, name="records",
                               reason="a list is expected, and nothing else")  # fmt: skip
            raise FileError((error,))
        paths = [("records", number) for number in range(len(rows))]
    records: list[Record] = []
    errors: list[ParseError] = []
    for path in paths:
        record, found = _read(document, path)
        errors += found
        if record is not None:
            records.append(record)
    if errors:
        raise FileError(in_order(errors))
    return tuple(records)


def _read(document: Located, path: Path) -> tuple[Record | None, list[ParseError]]:
    return _Reader(document, path).record()


class _Reader:
    """Reads the record at one path of a document into a draft."""

    def __init__(self, document: Located, path: Path) -> None:
        self.document = document
        self.path = path
        self.draft = Draft()
        self.draft.places[""] = document.place(*path)
        data: Any = document.value
        for step in path:
            data = data[step]
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}

    def record(self) -> tuple[Record | None, list[ParseError]]:
        draft = self.draft
        if self.data.get("format") != FORMAT:
            draft.report(
                self.document.place(*self.path, "format"),
                EngineError("unknown_format", expected=FORMAT),
            )
            return None, draft.errors
        if not self._members_fit():
            return None, draft.errors
        draft.texts = {name: self.data[name] for name in TEXTS if name in self.data}
        draft.places["date"] = self.place("date")
        draft.places["bet"] = self.place("bet")
        draft.bet = self.data["bet"]
        draft.ruleset = self._ruleset()
        if self.data["all_pass"] in tuple(AllPass):
            draft.all_pass = AllPass(self.data["all_pass"])
        else:
            self._bad(("all_pass",), "void or forced is expected")
        self._players()
        self._deal()
        draft.actions += self._actions()
        had_errors = bool(draft.errors)
        record = draft.finish()
        if record is not None and not had_errors:
            self._check_claims(record)
        return record, draft.errors

    def place(self, *path: str | int) -> tuple[int | None, int | None]:
        return self.document.place(*self.path, *path)

    def _bad(self, path: Path, reason: str) -> None:
        name = ".".join(map(str, path))
        self.draft.report(self.place(*path), EngineError("bad_member", name=name, reason=reason))

    def _members_fit(self) -> bool:
        for name in self.data:
            if name not in MEMBERS:
                self._bad((name,), "there is no such member")
        for name, types in MEMBERS.items():
            if name not in self.data:
                if name not in TEXTS:
                    self._bad((name,), "it is missing")
            elif type(self.data[name]) not in types:
                self._bad((name,), "it has the wrong type")
        return not self.draft.errors

    def _ruleset(self) -> Ruleset | None:
        data = self.data["ruleset"]
        try:
            if "adjudications" in data:
                return Ruleset.from_data(data)
            ruleset = get(str(data.get("name")))
            if data.get("hash") != ruleset.hash:
                self.draft.report(self.place("ruleset", "hash"), EngineError("bad_hash"))
            return ruleset
        except EngineError as error:
            self.draft.report(self.place("ruleset"), error)
            return None

    def _players(self) -> None:
        for key, name in self.data["players"].items():
            fits = self.draft.ruleset is None or key in map(str, self.draft.ruleset.positions)
            if not fits or not isinstance(name, str):
                self._bad(("players", key), "names by position are expected")
            elif fits and key.isdecimal():
                self.draft.players[int(key)] = name

    def _deal(self) -> None:
        deal = self.data["deal"]
        hands = deal.get("hands")
        if set(deal) != {"hands", "kitty"} or not isinstance(hands, dict):
            self._bad(("deal",), "hands by position and a kitty are expected")
            return
        for key in hands:
            if key not in "123456789" or len(key) != 1:
                self._bad(("deal", "hands", key), "a position is expected")
                continue
            self.draft.places[f"hand {key}"] = self.place("deal", "hands", key)
            cards = self._cards(hands[key], ("deal", "hands", key))
            if cards is not None:
                self.draft.hands[int(key)] = cards
        self.draft.places["kitty"] = self.place("deal", "kitty")
        self.draft.kitty = self._cards(deal["kitty"], ("deal", "kitty"))

    def _cards(self, value: object, path: Path) -> tuple[int, ...] | None:
        if not isinstance(value, list):
            self._bad(path, "a list of cards is expected")
            return None
        cards = []
        for number, text in enumerate(value):
            try:
                cards.append(parse_card(text if isinstance(text, str) else repr(text)))
            except ParseError as error:
                self.draft.report(
                    self.place(*path, number), EngineError(error.code, **error.params)
                )
        return sort_cards(cards) if len(cards) == len(value) else None

    def _actions(self) -> Iterator[Placed]:
        for number, value in enumerate(self.data["auction"]):
            if type(value) is int:
                yield Placed(None, Bid(value), self.place("auction", number))
            else:
                self._bad(("auction", number), "a bid is a whole number")
                yield Placed(None, None, self.place("auction", number))
        for number, row in enumerate(self.data["doubles"]):
            place = self.place("doubles", number)
            if self._row(row, {"position": int, "value": bool}, ("doubles", number)):
                yield Placed(row["position"], Double(row["value"]), place)
            else:
                yield Placed(None, None, place)
        if self.data["redoubled"] is not None:
            yield Placed(None, Redouble(self.data["redoubled"]), self.place("redoubled"))
        for number, row in enumerate(self.data["plays"]):
            path: Path = ("plays", number)
            action: Action | None = None
            position = None
            if self._row(row, {"position": int, "cards": list}, path):
                position = row["position"]
                cards = self._cards(row["cards"], (*path, "cards"))
                if cards is not None:
                    action = Play(cards) if cards else Pass()
            yield Placed(position, action, self.place(*path))

    def _row(self, row: object, members: Mapping[str, type], path: Path) -> bool:
        fits = isinstance(row, dict) and set(row) == set(members)
        if fits and isinstance(row, dict):
            fits = all(type(row[name]) is kind for name, kind in members.items())
        if not fits:
            self._bad(path, f"{' and '.join(members)} are expected")
        return fits

    def _check_claims(self, record: Record) -> None:
        """Result and points have to be those that follow from the plays."""
        ours = record_to_data(record)
        for name, code in (("result", "other_result"), ("points", "other_points")):
            if json.dumps(self.data[name], sort_keys=True) != json.dumps(
                ours[name], sort_keys=True
            ):
                expected = json.dumps(ours[name], ensure_ascii=False)
                self.draft.report(self.place(name), EngineError(code, expected=expected))
