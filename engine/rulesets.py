"""Rulesets: every point on which published sources of Dou Dizhu disagree, frozen as data.

Owns the adjudications, their allowed values, their contradictions and the hash of a ruleset.
Never plays by them: other modules read the fields. The published ones stand in
`ruleset_catalogue`, their sentences in `ruleset_text`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import RulesetError
from engine.ruleset_choices import (
    AllPassRule,
    AuctionForm,
    BombRule,
    Direction,
    DoubleScope,
    Doubling,
    KittyShown,
    LeadAfterPasses,
    Scoring,
    WingRule,
)

if TYPE_CHECKING:
    from engine.combinations import Combination
    from engine.tables import Tables

__all__ = [
    "ADJUDICATIONS",
    "OPTIONS",
    "RULESETS",
    "AllPassRule",
    "AuctionForm",
    "BombRule",
    "Direction",
    "DoubleScope",
    "Doubling",
    "KittyShown",
    "LeadAfterPasses",
    "PlayRules",
    "Ruleset",
    "RulesetError",
    "Scoring",
    "WingRule",
    "allowed_values",
    "get",
]


class PlayRules(NamedTuple):
    """The adjudications on which combinations and legal moves depend, and no others."""

    decks: int
    largest_hand: int
    min_straight: int
    min_pairs: int
    min_airplane: int
    twos_in_chains: bool
    airplane_single_wings: WingRule
    four_with_two_singles: WingRule
    four_with_two_pairs: bool
    wing_of_body_rank: bool
    both_jokers_attached: bool
    four_of_a_rank_attached: bool
    breaks_bombs_for_wings: bool
    breaks_bombs_for_triples: bool
    triple_with_single: bool
    bombs: BombRule
    bombs_beat_all: bool
    bomb_beats_rocket: bool


@dataclass(frozen=True)
class Ruleset:
    """All adjudications; raises `RulesetError` when made with a bad value or a contradiction.

    `name` is for people and storage and takes no part in `hash`. Every other field is an
    adjudication of the table of rulesets, explained by `ruleset_text.sentences`.
    """

    name: str
    players: int
    decks: int
    hand_size: int
    kitty_size: int
    direction: Direction
    auction: AuctionForm
    three_ends_auction: bool
    all_pass: AllPassRule
    doubling: Doubling
    double_scope: DoubleScope
    redouble: bool
    kitty_shown: KittyShown
    min_straight: int
    min_pairs: int
    min_airplane: int
    twos_in_chains: bool
    airplane_single_wings: WingRule
    wing_of_body_rank: bool
    both_jokers_attached: bool
    four_of_a_rank_attached: bool
    pair_wings_distinct: bool
    mixed_wings: bool
    four_with_two_singles: WingRule
    four_with_two_pairs: bool
    breaks_bombs_for_wings: bool
    breaks_bombs_for_triples: bool
    triple_with_single: bool
    bombs: BombRule
    bombs_beat_all: bool
    bomb_beats_rocket: bool
    rocket_jokers: int
    red_black_joker_pair: bool
    lead_after_passes: LeadAfterPasses
    announce_from: int
    smallest_doubling_bomb: int
    spring_doubles: bool
    scoring: Scoring

    def __post_init__(self) -> None:
        for field in ADJUDICATIONS:
            value = _typed(field, getattr(self, field))
            object.__setattr__(self, field, value)
        causes = tuple(RulesetError(code) for code in _contradictions(self))
        if causes:
            raise RulesetError("contradiction", causes=causes)

    @property
    def positions(self) -> range:
        """The positions, 1 to the number of players."""
        return range(1, self.players + 1)

    @cached_property
    def hash(self) -> str:
        """SHA-256, in hex, of the adjudications as canonical JSON (keys sorted, no spaces)."""
        import hashlib  # not needed to play, and slow to load
        import json

        content = {"format": "fushi-ruleset-1", **self.adjudications()}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def play_rules(self) -> PlayRules:
        """What the tables of combinations and moves are built from."""
        shared = {field: getattr(self, field) for field in PlayRules._fields if field in _ALLOWED}
        return PlayRules(largest_hand=self.hand_size + self.kitty_size, **shared)

    @cached_property
    def tables(self) -> Tables:
        """The tables of combinations and moves, built on first use and shared where possible."""
        from engine.tables import tables_for

        return tables_for(self.play_rules)

    @cached_property
    def plays(self) -> dict[int, Combination]:
        """Every combination by its packed counts, of up to as many cards as a landlord holds.

        `ruleset.plays.get(packed)` is the quickest classification; do not change the dictionary.
        """
        return self.tables.plays

    def adjudications(self) -> dict[str, Any]:
        """Every adjudication and its value, for JSON."""
        return {
            field: str(value) if isinstance(value := getattr(self, field), StrEnum) else value
            for field in ADJUDICATIONS
        }

    def override(self, name: str, **adjudications: Any) -> Ruleset:
        """A custom ruleset called `name`: this one with other values.

        Raises `RulesetError` (`unknown_adjudication`, `bad_value`, `contradiction`).
        """
        for field in adjudications:
            if field not in _ALLOWED:
                raise RulesetError("unknown_adjudication", field=field)
        return replace(self, name=name, **adjudications)

    def to_data(self) -> dict[str, Any]:
        """`{"name", "hash", "adjudications": {…}}`, for JSON."""
        return {"name": self.name, "hash": self.hash, "adjudications": self.adjudications()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Ruleset:
        """Read what `to_data` wrote, or a base with overrides (`{"name", "base", "overrides"}`).

        Raises `RulesetError`; also `bad_hash` where a hash is given that is not the content's.
        """
        forms = ({"name", "adjudications", "hash"}, {"name", "base", "overrides"})
        fields_given = ({"name", "adjudications"}, {"name", "base"})
        if not isinstance(data, Mapping) or not any(
            some <= set(data) <= form for some, form in zip(fields_given, forms, strict=True)
        ):
            raise RulesetError("bad_ruleset")
        part = data.get("overrides", {}) if "base" in data else data["adjudications"]
        name = data["name"]
        if not isinstance(part, Mapping) or not isinstance(name, str) or not name.strip():
            raise RulesetError("bad_ruleset")
        for field in part:
            if field not in _ALLOWED:
                raise RulesetError("unknown_adjudication", field=field)
        if "base" in data:
            return get(str(data["base"])).override(name, **part)
        for field in ADJUDICATIONS:
            if field not in part:
                raise RulesetError("missing_adjudication", field=field)
        ruleset = cls(name=name, **part)
        if data.get("hash", ruleset.hash) != ruleset.hash:
            raise RulesetError("bad_hash")
        return ruleset


_SWITCH = (False, True)
_ALLOWED: dict[str, tuple[Any, ...]] = {
    "players": (3, 4),
    "decks": (1, 2),
    "hand_size": tuple(range(1, 51)),
    "kitty_size": tuple(range(1, 51)),
    "direction": tuple(Direction),
    "auction": tuple(AuctionForm),
    "three_ends_auction": _SWITCH,
    "all_pass": tuple(AllPassRule),
    "doubling": tuple(Doubling),
    "double_scope": tuple(DoubleScope),
    "redouble": _SWITCH,
    "kitty_shown": tuple(KittyShown),
    "min_straight": tuple(range(3, 13)),
    "min_pairs": tuple(range(2, 11)),
    "min_airplane": tuple(range(2, 7)),
    "twos_in_chains": _SWITCH,
    "airplane_single_wings": tuple(WingRule),
    "wing_of_body_rank": _SWITCH,
    "both_jokers_attached": _SWITCH,
    "four_of_a_rank_attached": _SWITCH,
    "pair_wings_distinct": _SWITCH,
    "mixed_wings": _SWITCH,
    "four_with_two_singles": (WingRule.NONE, WingRule.ALL_DIFFERENT, WingRule.AT_MOST_TWO),
    "four_with_two_pairs": _SWITCH,
    "breaks_bombs_for_wings": _SWITCH,
    "breaks_bombs_for_triples": _SWITCH,
    "triple_with_single": _SWITCH,
    "bombs": tuple(BombRule),
    "bombs_beat_all": _SWITCH,
    "bomb_beats_rocket": _SWITCH,
    "rocket_jokers": (2, 4),
    "red_black_joker_pair": _SWITCH,
    "lead_after_passes": tuple(LeadAfterPasses),
    "announce_from": (0, 1, 2, 3),
    "smallest_doubling_bomb": (4, 5, 6, 7, 8),
    "spring_doubles": _SWITCH,
    "scoring": tuple(Scoring),
}

ADJUDICATIONS: tuple[str, ...] = tuple(
    field.name for field in fields(Ruleset) if field.name != "name"
)
"""The names of all adjudications, in the order of the table of rulesets."""


def allowed_values(field: str) -> tuple[Any, ...]:
    """The values that adjudication `field` may take; raises `RulesetError`."""
    if field not in _ALLOWED:
        raise RulesetError("unknown_adjudication", field=field)
    return _ALLOWED[field]


def _typed(field: str, value: object) -> object:
    """`value` as one of the allowed values of `field`; True is not 1 here, but "off" is OFF."""
    for allowed in _ALLOWED[field]:
        same_kind = type(value) is type(allowed) or (
            isinstance(value, str) and isinstance(allowed, StrEnum)
        )
        if same_kind and value == allowed:
            return allowed
    raise RulesetError("bad_value", field=field, value=value)


def _contradictions(ruleset: Ruleset) -> Iterator[str]:
    """The codes of everything in `ruleset` that cannot hold together."""
    dealt = ruleset.players * ruleset.hand_size + ruleset.kitty_size
    off = ruleset.doubling is Doubling.OFF
    if dealt != 54 * ruleset.decks:
        yield "pack_not_dealt_out"
    if ruleset.rocket_jokers != 2 * ruleset.decks:
        yield "rocket_not_all_jokers"
    if ruleset.red_black_joker_pair:
        yield "joker_pair_without_rank"
    if off and ruleset.kitty_shown is KittyShown.AFTER_DOUBLING:
        yield "kitty_waits_for_doubles"
    if (
        ruleset.doubling is Doubling.BEFORE_KITTY
        and ruleset.kitty_shown is KittyShown.AFTER_AUCTION
    ):
        yield "kitty_shown_before_doubles"
    if off and ruleset.redouble:
        yield "redouble_without_double"
    if not off and ruleset.scoring is Scoring.ADD:
        yield "additive_score_doubled"
    if ruleset.pair_wings_distinct is ruleset.four_of_a_rank_attached:
        yield "pair_wings_are_four"
    if ruleset.wing_of_body_rank and ruleset.decks == 2:
        yield "body_wings_in_two_packs"
    if ruleset.mixed_wings:
        yield "mixed_wings_without_shape"
    if ruleset.bombs is BombRule.FOUR_OR_MORE and ruleset.decks == 1:
        yield "bigger_bombs_in_one_pack"
    if ruleset.bombs is BombRule.FOUR and ruleset.smallest_doubling_bomb != 4:
        yield "no_bomb_doubles"


@lru_cache(maxsize=64)
def get(name: str) -> Ruleset:
    """The published ruleset `name`, with options after plus signs: `classic+show_kitty`.

    Names are those of `RULESETS`, options those of `OPTIONS` in any order, each once; the
    ruleset's own name has them in alphabetical order. Raises `RulesetError`.
    """
    from engine.ruleset_catalogue import published

    base, *options = name.split("+")
    if base not in RULESETS or len(set(options)) != len(options):
        raise RulesetError("unknown_ruleset", name=name)
    ruleset = published()[base]
    overrides: dict[str, Any] = {}
    for option in options:
        if option not in OPTIONS.get(base, {}):
            raise RulesetError("unknown_ruleset", name=name)
        overrides |= OPTIONS[base][option]
    return ruleset.override("+".join([base, *sorted(options)]), **overrides) if options else ruleset


RULESETS: tuple[str, ...] = (
    "competition",
    "official-2016",
    "classic",
    "practice",
    "operator",
    "four-player",
    "team-additive",
)
"""The names of the published rulesets; the first is the default."""

_SHOW_KITTY = {"kitty_shown": KittyShown.AFTER_AUCTION}
_DOUBLING = {"doubling": Doubling.AFTER_KITTY, "redouble": True}
OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "classic": {"doubling": _DOUBLING, "show_kitty": _SHOW_KITTY},
    "practice": {"forced": {"all_pass": AllPassRule.FORCED}},
    "four-player": {"doubling": _DOUBLING, "show_kitty": _SHOW_KITTY},
}
"""The options of a published ruleset and the adjudications each changes."""
