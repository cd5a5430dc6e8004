"""The sentences about actions and combinations, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
    "not_your_turn": ("It is not your turn.", "还没有轮到您。"),
    "unknown_position": ("There is no position {position}.", "没有{position}号位。"),
    "wrong_phase": ("This action does not belong to the present phase.", "当前阶段不能做此动作。"),
    "hand_finished": ("The hand is over.", "本副牌已经结束。"),
    "bad_bid": ("A bid is 0 (no bid), 1, 2 or 3.", "叫分只能是0（不叫）、1、2或3。"),
    "bid_too_low": ("The bid must be higher than {highest}.", "叫分必须高于{highest}。"),
    "already_chosen": ("You have already chosen.", "您已经选择过了。"),
    "no_cards": ("A play needs at least one card.", "出牌至少需要一张牌。"),
    "not_held": ("You do not hold {cards}.", "您手中没有{cards}。"),
    "not_a_combination": (
        "{cards} is not a combination. {reason}",
        "{cards}不是合法牌型。{reason}",
    ),
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
    "combination": ("{cards} is a combination: {kind}.", "{cards}是合法牌型：{kind}。"),
    "higher": ("{cards} beats {beaten}.", "{cards}大过{beaten}。"),
    "beats_by_bomb": ("The bomb {cards} beats {beaten}.", "炸弹{cards}压过{beaten}。"),
    "beats_by_rocket": ("The rocket {cards} beats {beaten}.", "火箭{cards}压过{beaten}。"),
    "not_in_pack": (
        "The pack has not so many cards of rank {rank}.",
        "整副牌中没有这么多张{rank}。",
    ),
    "four_of_a_rank_attached": (
        "Four cards of one rank ({rank}) are never attached.",
        "四张同点数的牌（{rank}）不能作为所带的牌。",
    ),
    "both_jokers_attached": (
        "A red and a black joker are never attached together.",
        "大王与小王不能同时作为所带的牌。",
    ),
    "wings_alike": (
        "At most {most} of the single cards attached may be of one rank; of {rank} there are more.",
        "所带单牌中同点数的最多{most}张，{rank}超过了。",
    ),
    "triple_next_to_body": (
        "Three attached cards of one rank ({rank}) may not stand next to the body.",
        "所带的三张{rank}不能与机身相连。",
    ),
    "no_single_wings": ("An airplane takes no single cards.", "飞机不能带单牌。"),
    "no_triple_with_single": ("A triple takes no single card.", "三张不能带单牌。"),
    "no_four_with_two": (
        "Four cards of a rank do not take such cards with them.",
        "四张不能带这样的牌。",
    ),
    "two_in_chain": (
        "Neither 2s nor jokers can be part of a chain.",
        "2和王不能入顺。",
    ),
    "chain_too_short": (
        "The chain has {given} ranks; it needs at least {least}.",
        "顺只有{given}个点数，至少需要{least}个。",
    ),
    "triple_with_two_singles": (
        "A triple takes one card or a pair, not two different cards.",
        "三张只能带一张或一对，不能带两张不同的牌。",
    ),
    "mixed_wings": (
        "Single cards and pairs cannot be mixed as attachments.",
        "单牌与对子不能混带。",
    ),
    "wing_of_body_rank": (
        "An attached card is of a rank of the body ({rank}).",
        "所带的牌与主体点数相同（{rank}）。",
    ),
    "attached_not_pairs": (
        "The attached cards are not {pairs} pairs.",
        "所带的牌不是{pairs}个对子。",
    ),
    "wrong_number_attached": (
        "With this body go {singles} single cards or {cards} cards in pairs, not {given} cards.",
        "该主体可带{singles}张单牌或{cards}张成对的牌，不能带{given}张。",
    ),
    "triples_not_consecutive": (
        "The triples are not consecutive.",
        "三张的点数不相连。",
    ),
    "gap_in_chain": ("The chain has a gap: {rank} is missing.", "顺中断了：缺少{rank}。"),
    "jokers_no_pair": ("A red and a black joker are never a pair.", "大王与小王不能成对。"),
    "rocket_incomplete": (
        "The rocket is all {jokers} jokers together.",
        "火箭必须是全部{jokers}张王。",
    ),
    "too_many_cards": (
        "So many cards of one rank ({rank}) are no combination.",
        "这么多张同点数的牌（{rank}）不是合法牌型。",
    ),
    "different_ranks": (
        "Cards of these ranks do not belong together.",
        "这些点数的牌不能一起出。",
    ),
}
