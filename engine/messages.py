"""Every sentence the engine says about something that is wrong, in English and Chinese, by code.

Owns the texts and their filling-in; never decides whether something is wrong.
"""

from __future__ import annotations

LANGUAGES = ("en", "zh")

_MESSAGES: dict[str, tuple[str, str]] = {
    # parsing
    "bad_card": ("“{text}” is not a card.", "“{text}”不是一张牌。"),
    "bad_rank": ("“{text}” is not a rank.", "“{text}”不是一个点数。"),
    "too_many_of_rank": (
        "There are more than {most} cards of rank {rank}.",
        "点数{rank}超过{most}张。",
    ),
    "bad_action": ("This is not an action: {reason}.", "这不是一个动作：{reason}。"),
    "bad_snapshot": ("This is not a state of a hand: {reason}.", "这不是牌局状态：{reason}。"),
    "bad_result": ("This is not a result: {reason}.", "这不是牌局结果：{reason}。"),
    "bad_deal": ("This is not a deal: {reason}.", "这不是一副发牌：{reason}。"),
    # deals
    "wrong_number_of_hands": (
        "The deal has {given} hands, the ruleset has {expected} players.",
        "发牌有{given}手牌，规则有{expected}名牌手。",
    ),
    "wrong_hand_size": (
        "Position {position} holds {given} cards instead of {expected}.",
        "{position}号位有{given}张牌，应为{expected}张。",
    ),
    "wrong_kitty_size": (
        "The kitty has {given} cards instead of {expected}.",
        "底牌有{given}张，应为{expected}张。",
    ),
    "card_too_often": (
        "{card} occurs {given} times, the pack has it {expected} times.",
        "{card}出现{given}次，整副牌中只有{expected}张。",
    ),
    "card_missing": ("{card} is missing from the deal.", "发牌中缺少{card}。"),
    # rulesets
    "unknown_ruleset": ("There is no ruleset “{name}”.", "没有名为“{name}”的规则。"),
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
    "bet_not_used": (
        "The ruleset “{ruleset}” knows no table bet.",
        "规则“{ruleset}”没有桌注。",
    ),
    # actions
    "not_your_turn": ("It is not your turn.", "还没有轮到您。"),
    "unknown_position": ("There is no position {position}.", "没有{position}号位。"),
    "wrong_phase": ("This action does not belong to the present phase.", "当前阶段不能做此动作。"),
    "hand_finished": ("The hand is over.", "本副牌已经结束。"),
    "bad_bid": ("A bid is 0 (no bid), 1, 2 or 3.", "叫分只能是0（不叫）、1、2或3。"),
    "bid_too_low": ("The bid must be higher than {highest}.", "叫分必须高于{highest}。"),
    "already_chosen": ("You have already chosen.", "您已经选择过了。"),
    "no_cards": ("A play needs at least one card.", "出牌至少需要一张牌。"),
    "not_held": ("You do not hold {cards}.", "您手中没有{cards}。"),
    "not_a_combination": ("{cards} is not a combination.", "{cards}不是合法牌型。"),
    "breaks_bomb": (
        "An attachment may not be taken out of a bomb or rocket that you hold complete.",
        "所带的牌不能从手中完整的炸弹或火箭中拆出。",
    ),
    "other_shape": (
        "This is another combination than the one to beat.",
        "牌型与要压的牌不同。",
    ),
    "other_length": (
        "This combination has another length than the one to beat.",
        "牌型的长度与要压的牌不同。",
    ),
    "not_higher": ("This is not higher than the play to beat.", "这手牌没有大过要压的牌。"),
    "leader_passes": ("Who has the lead must play.", "有出牌权的牌手必须出牌。"),
}


def sentence(code: str, language: str = "en", **params: object) -> str:
    """The sentence that belongs to `code` in `language` ("en" or "zh"), filled with `params`.

    A code without a text of its own is returned as it is, so that an error never hides another.
    """
    texts = _MESSAGES.get(code)
    if texts is None:
        return code
    return texts[LANGUAGES.index(language)].format(**params)


def codes() -> tuple[str, ...]:
    """All codes that have a sentence, in the order of the table."""
    return tuple(_MESSAGES)
