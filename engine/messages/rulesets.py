"""The sentences about rulesets, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown_ruleset": ("There is no ruleset “{name}”.", "没有名为“{name}”的规则。"),
    "bad_ruleset": (
        "A ruleset is a name with its adjudications, or with a base and overrides.",
        "规则由名称和全部裁定组成，或由名称、基础规则和改动组成。",
    ),
    "unknown_adjudication": (
        "A ruleset has no adjudication “{field}”.",
        "规则中没有名为“{field}”的裁定。",
    ),
    "missing_adjudication": (
        "The adjudication “{field}” is missing.",
        "缺少裁定“{field}”。",
    ),
    "bad_value": ("“{value}” is no value of “{field}”.", "“{value}”不是“{field}”的可用值。"),
    "bad_hash": (
        "The hash of this ruleset does not belong to its content.",
        "该规则的哈希值与其内容不符。",
    ),
    "contradiction": ("The ruleset contradicts itself: {reasons}", "该规则自相矛盾：{reasons}"),
    "pack_not_dealt_out": (
        "The hands and the kitty are not the whole pack.",
        "各手牌与底牌之和不等于整副牌。",
    ),
    "rocket_not_all_jokers": (
        "The rocket is all jokers of the pack, no other number.",
        "火箭必须由整副牌的全部王组成。",
    ),
    "joker_pair_without_rank": (
        "A red and a black joker have no common rank, so they are never a pair.",
        "大王与小王点数不同，不能成对。",
    ),
    "kitty_waits_for_doubles": (
        "The kitty is to be shown after the doubles, but there is no doubling.",
        "底牌应在加倍后公开，但规则没有加倍。",
    ),
    "kitty_shown_before_doubles": (
        "The farmers double before the kitty is known, yet it is shown at once.",
        "农民应在底牌公开前加倍，底牌却立即公开。",
    ),
    "redouble_without_double": (
        "There is a redouble, but no double.",
        "有再加倍而没有加倍。",
    ),
    "additive_score_doubled": (
        "The additive score adds instead of doubling, so there can be no doubles.",
        "加算计分不做翻倍，因此不能有加倍。",
    ),
    "pair_wings_are_four": (
        "Two pair wings of one rank are four of that rank: either both are allowed or neither.",
        "同点数的两对翅膀就是四张同点数的牌：两者须同时允许或同时禁止。",
    ),
    "body_wings_in_two_packs": (
        "In two packs wings of a body rank would leave many sets of cards with several readings.",
        "两副牌中若机身点数可作翅膀，许多牌会有多种读法。",
    ),
    "mixed_wings_without_shape": (
        "Single and pair wings mixed are a shape that no other play could be compared with.",
        "单牌与对子混带的飞机没有可以比较的牌型。",
    ),
    "bigger_bombs_in_one_pack": (
        "Bombs of more than four cards need a second pack.",
        "超过四张的炸弹需要两副牌。",
    ),
    "no_bomb_doubles": (
        "Bombs have four cards, so none would be large enough to double.",
        "炸弹只有四张，没有炸弹能达到翻倍的张数。",
    ),
    "bad_bet": ("A table bet is a whole number from 1.", "桌注必须是不小于1的整数。"),
    "bet_not_used": (
        "The ruleset “{ruleset}” knows no table bet.",
        "规则“{ruleset}”没有桌注。",
    ),
}
