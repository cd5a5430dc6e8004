"""Reading records in text form: every fault is found, each with line and column.

Owns the splitting into tags and plays; what they amount to is checked by `record_draft`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.actions import Action, Bid, Double, Pass, Play, Redouble
from engine.cards import parse_cards
from engine.errors import EngineError, FileError, ParseError
from engine.json_text import Place
from engine.phases import AllPass
from engine.record import FORMAT, Record
from engine.record_draft import Draft, Placed, in_order
from engine.record_text import (
    NO_CARDS,
    TAG_OF_TEXT,
    points_text,
    result_text,
    unescaped,
    write_text,
)
from engine.rulesets import Ruleset, get

_TAG = re.compile(r'\s*\[(\w+) +"((?:[^"\\]|\\.)*)"\]\s*')
_ROUND = re.compile(r"\s*([0-9]{1,4})\. *([0-9]): *(.*?)\s*")
_WORD = re.compile(r"\S+")
_NUMBERED = re.compile(r"(Player|Hand)([1-9])")
_NAMES = frozenset(
    ("Format", "Ruleset", "Hash", "Adjudications", "AllPass", "Bet", "Kitty", "Auction")
) | {"Doubles", "Redouble", "Result", "Points"}
_YES_NO = {"yes": True, "no": False}


class Tag(NamedTuple):
    """A tag's value as it stands in the file, and the place of its first letter."""

    value: str
    place: Place


class _Section(NamedTuple):
    """The lines of one record: its number of the first line, tags by name, and rounds."""

    line: int
    tags: dict[str, Tag]
    rounds: list[tuple[int, re.Match[str]]]
    errors: list[ParseError]


def read_text(text: str, *, exactly: bool = True) -> tuple[Record, ...]:
    """Every record of a file. Raises `FileError` with everything that is wrong.

    Writing what was read gives the same text. With `exactly=False` other spacing, order of tags
    and ways to write a card are read too (`10`, `T`, suit symbols).
    """
    records: list[Record] = []
    errors: list[ParseError] = []
    for section in _sections(text):
        record, found = _read_section(section)
        errors += found
        if record is not None and not found:
            records.append(record)
    if not errors and exactly:
        errors += deviation(text, write_text(records))
    if errors:
        raise FileError(in_order(errors))
    return tuple(records)


def deviation(text: str, canonical: str) -> Iterator[ParseError]:
    """Where `text` is written otherwise than we write, if it is."""
    given, wanted = text.split("\n"), canonical.split("\n")
    for number in range(max(len(given), len(wanted))):
        ours = wanted[number] if number < len(wanted) else ""
        theirs = given[number] if number < len(given) else ""
        if ours != theirs or number >= min(len(given), len(wanted)):
            same = next((k for k, pair in enumerate(zip(ours, theirs, strict=False))
                         if pair[0] != pair[1]), min(len(ours), len(theirs)))  # fmt: skip
            yield ParseError("not_canonical", line=number + 1, column=same + 1, expected=ours)
            return


def _sections(text: str) -> Iterator[_Section]:
    """The records of a file: each begins with the tag Format."""
    section: _Section | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        tag = _TAG.fullmatch(line)
        if section is None or (tag and tag.group(1) == "Format"):
            if section is not None:
                yield section
            section = _Section(number, {}, [], [])
        if tag:
            _add_tag(section, number, tag)
        elif match := _ROUND.fullmatch(line):
            section.rounds.append((number, match))
        else:
            error = ParseError("bad_record_line", line=number, column=1)
            section.errors.append(error)
    if section is not None:
        yield section


def _add_tag(section: _Section, number: int, tag: re.Match[str]) -> None:
    name, column = tag.group(1), tag.start(1) + 1
    if name in section.tags:
        section.errors.append(ParseError("repeated_tag", line=number, column=column, name=name))
    elif name not in _NAMES and name not in TAG_OF_TEXT and not _NUMBERED.fullmatch(name):
        section.errors.append(ParseError("unknown_tag", line=number, column=column, name=name))
    else:
        section.tags[name] = Tag(tag.group(2), (number, tag.start(2) + 1))


def _read_section(section: _Section) -> tuple[Record | None, list[ParseError]]:
    draft = Draft(errors=section.errors)
    draft.places[""] = (section.line, 1)
    tags = section.tags
    if "Format" not in tags or tags["Format"].value != FORMAT:
        draft.report(draft.place(""), EngineError("unknown_format", expected=FORMAT))
        return None, draft.errors
    draft.ruleset = _ruleset(tags, draft)
    for name, tag in tags.items():
        if name in TAG_OF_TEXT:
            draft.texts[TAG_OF_TEXT[name]] = unescaped(tag.value)
            draft.places[TAG_OF_TEXT[name]] = tag.place
        elif match := _NUMBERED.fullmatch(name):
            _numbered(match.group(1), int(match.group(2)), tag, draft)
    _set_up(tags, draft)
    draft.actions += _calls(tags, draft)
    draft.actions += _plays(section.rounds, draft)
    had_errors = bool(draft.errors)
    record = draft.finish()
    if record is not None and not had_errors:
        _check_claims(record, tags, draft)
    return record, draft.errors


def _ruleset(tags: dict[str, Tag], draft: Draft) -> Ruleset | None:
    """The ruleset that is named, or described, with the hash that is given."""
    for name in ("Ruleset", "Hash"):
        if name not in tags:
            draft.report(draft.place(""), EngineError("missing_part", part=name))
    if "Ruleset" not in tags:
        return None
    name = unescaped(tags["Ruleset"].value)
    place = tags["Ruleset"].place
    try:
        if "Adjudications" in tags:
            place = tags["Adjudications"].place
            described = json.loads(unescaped(tags["Adjudications"].value))
            ruleset = Ruleset.from_data({"name": name, "adjudications": described})
        else:
            ruleset = get(name)
    except EngineError as error:
        draft.report(place, error)
        return None
    except (ValueError, RecursionError):
        draft.report(place, EngineError("bad_json", reason="adjudications by name are expected"))
        return None
    if "Hash" in tags and tags["Hash"].value != ruleset.hash:
        draft.report(tags["Hash"].place, EngineError("bad_hash"))
    return ruleset


def _numbered(name: str, position: int, tag: Tag, draft: Draft) -> None:
    if draft.ruleset is not None and position not in draft.ruleset.positions:
        draft.report(tag.place, EngineError("unknown_position", position=position))
    elif name == "Player":
        draft.players[position] = unescaped(tag.value)
    else:
        draft.places[f"hand {position}"] = tag.place
        cards = _cards(tag.value, tag.place, draft)
        if cards is not None:
            draft.hands[position] = cards


def _set_up(tags: dict[str, Tag], draft: Draft) -> None:
    """Kitty, rule for all passes, and table bet."""
    if "Kitty" in tags:
        draft.places["kitty"] = tags["Kitty"].place
        draft.kitty = _cards(tags["Kitty"].value, tags["Kitty"].place, draft)
    if "AllPass" in tags:
        value, place = tags["AllPass"]
        if value in tuple(AllPass):
            draft.all_pass = AllPass(value)
        else:
            draft.report(place, EngineError("bad_value", field="AllPass", value=value))
    if "Bet" in tags:
        value, place = tags["Bet"]
        draft.places["bet"] = place
        if re.fullmatch("[0-9]{1,9}", value):
            draft.bet = int(value)
        else:
            draft.report(place, EngineError("bad_bet"))


def _calls(tags: dict[str, Tag], draft: Draft) -> Iterable[Placed]:
    """The actions before the first lead."""
    for word, place in _words(tags.get("Auction")):
        if word in ("0", "1", "2", "3"):
            yield Placed(None, Bid(int(word)), place)
        else:
            draft.report(place, EngineError("bad_bid"))
            yield Placed(None, None, place)
    for word, place in _words(tags.get("Doubles")):
        position, _, choice = word.partition(":")
        if re.fullmatch("[1-9]", position) and choice in _YES_NO:
            yield Placed(int(position), Double(_YES_NO[choice]), place)
        else:
            draft.report(place, EngineError("bad_value", field="Doubles", value=word))
            yield Placed(None, None, place)
    for word, place in _words(tags.get("Redouble")):
        if word in _YES_NO:
            yield Placed(None, Redouble(_YES_NO[word]), place)
        else:
            draft.report(place, EngineError("bad_value", field="Redouble", value=word))
            yield Placed(None, None, place)


def _words(tag: Tag | None) -> Iterator[tuple[str, Place]]:
    if tag is not None:
        line, column = tag.place
        for match in _WORD.finditer(tag.value):
            yield match.group(), (line, (column or 1) + match.start())


def _plays(rounds: list[tuple[int, re.Match[str]]], draft: Draft) -> Iterable[Placed]:
    for expected, (line, match) in enumerate(rounds, 1):
        if int(match.group(1)) != expected:
            error = EngineError("round_out_of_order", expected=expected)
            draft.report((line, match.start(1) + 1), error)
        offset, leader = match.start(3), int(match.group(2))
        for number, part in enumerate(match.group(3).split(",")):
            place: Place = (line, offset + len(part) - len(part.lstrip()) + 1)
            action = _play(part, (line, offset + 1), place, draft)
            yield Placed(None if number else leader, action, place)
            offset += len(part) + 1


def _play(part: str, start: Place, place: Place, draft: Draft) -> Action | None:
    if part.strip() == NO_CARDS:
        return Pass()
    cards = _cards(part, start, draft)
    if cards == ():
        draft.report(place, EngineError("no_cards"))
    return Play(cards) if cards else None


def _cards(text: str, place: Place, draft: Draft) -> tuple[int, ...] | None:
    """The cards of a text that begins at `place`; every one that is none is reported."""
    line, column = place
    found: list[int] = []
    good = True
    for match in _WORD.finditer(text):
        try:
            found += parse_cards(match.group())
        except ParseError as error:
            draft.report(
                (line, (column or 1) + match.start()), EngineError("bad_card", **error.params)
            )
            good = False
    return tuple(sorted(found, reverse=True)) if good else None


def _check_claims(record: Record, tags: dict[str, Tag], draft: Draft) -> None:
    """Result and points have to be those that follow from the plays."""
    result = "" if record.result is None else result_text(record.result)
    scores = "" if record.points is None else points_text(record.points)
    for name, code, ours in (
        ("Result", "other_result", result),
        ("Points", "other_points", scores),
    ):
        if name not in tags:
            if ours:
                draft.report(draft.place(""), EngineError("missing_part", part=name))
        elif " ".join(tags[name].value.split()) != ours:
            draft.report(tags[name].place, EngineError(code, expected=ours or "—"))
