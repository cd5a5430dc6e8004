"""A ruleset as a page of sentences, in English and Chinese.

Owns the words only: for every adjudication a name and, for every value, one sentence. Where a
published source is silent the sentence is marked as our own decision.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.messages import LANGUAGES
from engine.ruleset_sentences import NAMES, SENTENCES
from engine.rulesets import ADJUDICATIONS, RULESETS, Ruleset

Texts = tuple[str, str]


class Sentence(NamedTuple):
    """What a ruleset says about one adjudication; `ours` where its source says nothing."""

    field: str
    name: str
    text: str
    ours: bool


_TITLES: dict[str, tuple[Texts, Texts]] = {
    "competition": (
        ("Competition", "竞赛"),
        ("After the unified competitive profile of a site.", "依据某网站的统一竞技规则。"),
    ),
    "official-2016": (
        ("Official 2016", "2016竞赛规则"),
        (
            "The competition rules of 2016 (《竞技二打一扑克竞赛规则》), as reported second-hand.",
            "《竞技二打一扑克竞赛规则》（2016），据二手资料转述。",
        ),
    ),
    "classic": (
        ("Classic", "经典"),
        ("After a published guide to the full rules.", "依据一份公开的完整规则指南。"),
    ),
    "practice": (
        ("Practice", "练习"),
        (
            "After the practice settings of an article on culture and rules.",
            "依据一篇文化与规则文章中的练习设置。",
        ),
    ),
    "operator": (
        ("Operator", "运营商"),
        ("After the page of an online operator.", "依据一家在线运营商的页面。"),
    ),
    "four-player": (
        ("Four players", "四人"),
        (
            "Four players with two packs, after the variant in the guide to the full rules.",
            "四人两副牌，依据完整规则指南中的变体。",
        ),
    ),
    "team-additive": (
        ("Team, additive", "团体加算"),
        (
            "The scoring of a public four-a-side program, on the play of “competition”.",
            "公开的四人团体程序的计分，打法同“竞赛”。",
        ),
    ),
}

_LENGTHS = frozenset({"min_straight", "min_pairs", "min_airplane"})
_SHAPES = frozenset(
    {
        "airplane_single_wings",
        "wing_of_body_rank",
        "both_jokers_attached",
        "four_of_a_rank_attached",
        "pair_wings_distinct",
        "mixed_wings",
        "four_with_two_singles",
        "four_with_two_pairs",
        "triple_with_single",
    }
)
_BREAKING = frozenset({"breaks_bombs_for_wings", "breaks_bombs_for_triples"})

OUR_DECISIONS: dict[str, frozenset[str]] = {
    "competition": _LENGTHS | {"direction", "airplane_single_wings", "four_of_a_rank_attached"},
    "official-2016": _LENGTHS | {"direction", "breaks_bombs_for_triples"},
    "classic": _LENGTHS
    | _BREAKING
    | {
        "double_scope",
        "airplane_single_wings",
        "four_of_a_rank_attached",
        "pair_wings_distinct",
    },
    "practice": _BREAKING | {"four_of_a_rank_attached"},
    "operator": _LENGTHS
    | _SHAPES
    | _BREAKING
    | {"doubling", "bombs", "bombs_beat_all", "bomb_beats_rocket", "spring_doubles"},
    "four-player": _LENGTHS
    | _BREAKING
    | {"auction", "double_scope", "both_jokers_attached", "pair_wings_distinct", "spring_doubles"},
    "team-additive": frozenset(ADJUDICATIONS) - {"doubling", "scoring"},
}
"""The adjudications on which the source of a published ruleset says nothing clear."""


def title(ruleset: Ruleset, language: str = "en") -> str:
    """The title of a published ruleset, with its options; the name of a custom one."""
    base, *options = ruleset.name.split("+")
    if base not in RULESETS:
        return ruleset.name
    words = [_pick(_TITLES[base][0], language), *(_option(o, language) for o in options)]
    return (" + " if language == "en" else "＋").join(words)


def name_of(field: str, language: str = "en") -> str:
    """The name of an adjudication."""
    return _pick(NAMES[field], language)


def sentences(ruleset: Ruleset, language: str = "en") -> tuple[Sentence, ...]:
    """One sentence for every adjudication, in the order of `ADJUDICATIONS`.

    `language` is "en" or "zh".
    """
    ours = OUR_DECISIONS.get(ruleset.name.split("+")[0], frozenset())
    return tuple(
        Sentence(field, name_of(field, language), _text(ruleset, field, language), field in ours)
        for field in ADJUDICATIONS
    )


def page(ruleset: Ruleset, language: str = "en") -> str:
    """The ruleset as a page of plain text: title, source, a line an adjudication, hash."""
    base = ruleset.name.split("+")[0]
    lines = [title(ruleset, language), ""]
    if base in _TITLES:
        lines += [_pick(_TITLES[base][1], language), ""]
    colon = ": " if language == "en" else "："
    note = (
        " (our decision; the source is silent)"
        if language == "en"
        else "（来源未说明，由我们裁定）"
    )
    for sentence in sentences(ruleset, language):
        mark = note if sentence.ours else ""
        lines.append(f"{sentence.name}{colon}{sentence.text}{mark}")
    return "\n".join([*lines, "", f"SHA-256{colon}{ruleset.hash}", ""])


_OPTIONS: dict[str, Texts] = {
    "show_kitty": ("kitty shown", "底牌公开"),
    "doubling": ("doubling", "加倍"),
    "forced": ("first bidder forced", "首叫强制"),
}


def _option(name: str, language: str) -> str:
    return _pick(_OPTIONS[name], language)


def _pick(texts: Texts, language: str) -> str:
    return texts[LANGUAGES.index(language)]


def _text(ruleset: Ruleset, field: str, language: str) -> str:
    value = getattr(ruleset, field)
    by_value = SENTENCES[field]
    key = str(value) if isinstance(value, StrEnum) else value
    texts = by_value.get(key, by_value.get(None))
    assert texts is not None, field
    return _pick(texts, language).format(value=value)
