"""The words of every adjudication: its name, and a sentence for each value, in both languages.

Data only; `ruleset_text` puts it together. A value that has no sentence of its own uses the one
under None, filled with the value.
"""

from __future__ import annotations

Texts = tuple[str, str]

NAMES: dict[str, Texts] = {
    "players": ("Players", "人数"),
    "decks": ("Packs", "牌副数"),
    "hand_size": ("Hand", "手牌"),
    "kitty_size": ("Kitty", "底牌"),
    "direction": ("Direction", "轮转方向"),
    "auction": ("Auction", "叫分"),
    "three_ends_auction": ("Bid of 3", "叫3分"),
    "all_pass": ("All pass", "无人叫分"),
    "doubling": ("Doubling", "加倍"),
    "double_scope": ("Scope of a double", "加倍范围"),
    "redouble": ("Redouble", "再加倍"),
    "kitty_shown": ("Kitty shown", "底牌公开"),
    "min_straight": ("Shortest straight", "最短顺子"),
    "min_pairs": ("Shortest consecutive pairs", "最短连对"),
    "min_airplane": ("Shortest airplane", "最短飞机"),
    "twos_in_chains": ("2s in chains", "2入顺"),
    "airplane_single_wings": ("Single wings of an airplane", "飞机带单"),
    "wing_of_body_rank": ("Wings of a body rank", "机身点数作翅膀"),
    "both_jokers_attached": ("Both jokers attached", "同带双王"),
    "four_of_a_rank_attached": ("Four of a rank attached", "带四张同点数"),
    "pair_wings_distinct": ("Pair wings", "对子翅膀"),
    "mixed_wings": ("Mixed wings", "单对混带"),
    "four_with_two_singles": ("Four with two singles", "四带二"),
    "four_with_two_pairs": ("Four with two pairs", "四带两对"),
    "breaks_bombs_for_wings": ("Bombs broken for wings", "拆炸弹作翅膀"),
    "breaks_bombs_for_triples": ("Bombs broken for triples", "拆炸弹作三带"),
    "triple_with_single": ("Triple with single", "三带一"),
    "bombs": ("Bomb", "炸弹"),
    "bombs_beat_all": ("Bombs on other shapes", "炸弹压其他牌型"),
    "bomb_beats_rocket": ("Bomb on the rocket", "炸弹压火箭"),
    "rocket_jokers": ("Rocket", "火箭"),
    "red_black_joker_pair": ("Red and black joker", "大小王成对"),
    "lead_after_passes": ("Lead after the passes", "不出后的出牌权"),
    "announce_from": ("Low-card announcement", "报牌"),
    "smallest_doubling_bomb": ("Bombs that double", "翻倍的炸弹"),
    "spring_doubles": ("Spring", "春天与反春"),
    "scoring": ("Points", "得分"),
}

SENTENCES: dict[str, dict[object, Texts]] = {
    "players": {
        None: (
            "{value} players; the landlord plays alone against all others.",
            "{value}名牌手，地主独自对抗其余牌手。",
        )
    },
    "decks": {
        1: ("One pack of 54 cards with two jokers.", "一副54张牌，含大小王。"),
        2: ("Two packs, 108 cards with four jokers.", "两副共108张牌，含四张王。"),
    },
    "hand_size": {None: ("Everybody is dealt {value} cards.", "每人发{value}张牌。")},
    "kitty_size": {
        None: (
            "{value} cards are left as kitty, which the landlord takes.",
            "留{value}张底牌，归地主。",
        )
    },
    "direction": {
        "anticlockwise": ("Turns go anticlockwise.", "按逆时针方向轮转。"),
        "clockwise": ("Turns go clockwise.", "按顺时针方向轮转。"),
    },
    "auction": {
        "one_call": (
            "Everybody calls once: no bid, or 1, 2 or 3 above the highest bid.",
            "每人只叫一次：不叫，或叫高于当前叫分的1、2、3分。",
        ),
        "rounds": (
            "The auction goes round until 3 is bid or all others pass in a row after a bid; "
            "who passed may bid later.",
            "叫分轮流进行，直到有人叫3分，或有人叫分后其余牌手连续不叫；不叫的牌手以后仍可叫分。",
        ),
    },
    "three_ends_auction": {
        True: ("A bid of 3 ends the auction at once.", "叫3分立即结束叫分。"),
        False: ("A bid of 3 does not end the auction.", "叫3分不结束叫分。"),
    },
    "all_pass": {
        "void": ("If nobody bids, the hand is void.", "无人叫分则本副流局。"),
        "redeal": ("If nobody bids, the cards are dealt again.", "无人叫分则重新发牌。"),
        "rotate": (
            "If nobody bids, there is no score, the first bid moves on to the next player, and "
            "the cards are dealt again.",
            "无人叫分则不计分，首叫权移交下一名牌手并重新发牌。",
        ),
        "forced": (
            "If nobody bids, the first bidder is landlord at 1.",
            "无人叫分则首叫者以1分当地主。",
        ),
    },
    "doubling": {
        "off": ("There is no doubling.", "没有加倍。"),
        "before_kitty": (
            "After the auction, before the kitty is taken, the farmers decide on doubling, each "
            "sealed; the decisions are shown when all are in.",
            "叫分后、地主取底牌前，农民各自密封选择是否加倍，全部选定后同时公开。",
        ),
        "after_kitty": (
            "When the landlord has taken the kitty, the farmers decide on doubling, each sealed; "
            "the decisions are shown when all are in.",
            "地主取底牌后，农民各自密封选择是否加倍，全部选定后同时公开。",
        ),
    },
    "double_scope": {
        "per_pair": (
            "A double counts between that farmer and the landlord only.",
            "加倍只在该农民与地主之间有效。",
        ),
        "common": ("A double counts for everybody.", "加倍对所有牌手有效。"),
    },
    "redouble": {
        True: (
            "If somebody doubled, the landlord may redouble what was doubled.",
            "有人加倍时，地主可对被加倍的部分再加倍。",
        ),
        False: ("There is no redouble.", "没有再加倍。"),
    },
    "kitty_shown": {
        "never": (
            "The kitty is not shown; the landlord alone sees it.",
            "底牌不公开，只有地主可见。",
        ),
        "after_auction": (
            "The kitty is shown to everybody after the auction.",
            "叫分结束后向所有人公开底牌。",
        ),
        "after_doubling": (
            "The kitty is shown to everybody after the doubling, before the lead.",
            "加倍结束后、首攻之前向所有人公开底牌。",
        ),
    },
    "min_straight": {
        None: ("A straight has at least {value} ranks.", "顺子至少{value}张。"),
    },
    "min_pairs": {
        None: ("Consecutive pairs are at least {value} pairs.", "连对至少{value}对。"),
    },
    "min_airplane": {
        None: ("An airplane has at least {value} triples.", "飞机至少{value}个三张。"),
    },
    "twos_in_chains": {
        False: (
            "Neither 2s nor jokers are part of a chain; it reaches up to the ace.",
            "2和王不能入顺，顺最大到A。",
        ),
        True: (
            "A chain may reach up to the 2; jokers are never part of it.",
            "顺可以到2，王不能入顺。",
        ),
    },
    "airplane_single_wings": {
        "none": ("An airplane takes no single wings.", "飞机不能带单牌。"),
        "all_different": (
            "The single wings of an airplane are all of different ranks.",
            "飞机所带单牌的点数必须各不相同。",
        ),
        "at_most_two": (
            "At most two single wings of an airplane are of the same rank.",
            "飞机所带单牌中同点数的最多两张。",
        ),
        "at_most_three": (
            "At most three single wings of an airplane are of the same rank, but three of a rank "
            "3 to A never stand directly next to the body.",
            "飞机所带单牌中同点数的最多三张，但3至A的三张不得与机身相连。",
        ),
    },
    "wing_of_body_rank": {
        False: (
            "An attachment is never of a rank of the body.",
            "所带的牌不能与主体点数相同。",
        ),
        True: (
            "An attachment may be of a rank of the body.",
            "所带的牌可以与主体点数相同。",
        ),
    },
    "both_jokers_attached": {
        False: (
            "A red and a black joker are never attached together.",
            "大王与小王不能同时作为所带的牌。",
        ),
        True: (
            "A red and a black joker may be attached together.",
            "大王与小王可以同时作为所带的牌。",
        ),
    },
    "four_of_a_rank_attached": {
        False: (
            "Four cards of one rank are never attached.",
            "四张同点数的牌不能作为所带的牌。",
        ),
        True: ("Four cards of one rank may be attached.", "四张同点数的牌可以作为所带的牌。"),
    },
    "pair_wings_distinct": {
        True: ("Pair wings are of different ranks.", "所带对子的点数必须各不相同。"),
        False: ("Two pair wings may be of one rank.", "所带的两个对子可以点数相同。"),
    },
    "mixed_wings": {
        False: (
            "Single and pair wings are not mixed.",
            "单牌与对子不能混带。",
        ),
        True: ("Single and pair wings may be mixed.", "单牌与对子可以混带。"),
    },
    "four_with_two_singles": {
        "none": ("There is no four with two singles.", "没有四带二。"),
        "all_different": (
            "The two singles with a four are of different ranks.",
            "四带二所带的两张单牌点数必须不同。",
        ),
        "at_most_two": (
            "The two singles with a four may be of one rank.",
            "四带二所带的两张牌可以点数相同。",
        ),
    },
    "four_with_two_pairs": {
        True: (
            "Four cards of a rank may take two pairs; this is not a bomb.",
            "四张可以带两对，不算炸弹。",
        ),
        False: ("There is no four with two pairs.", "没有四带两对。"),
    },
    "breaks_bombs_for_wings": {
        True: (
            "Attachments of an airplane or a four may be taken out of a bomb or the rocket.",
            "飞机与四带二所带的牌可以从炸弹或火箭中拆出。",
        ),
        False: (
            "Attachments of an airplane or a four are never taken out of a bomb or rocket that "
            "the hand holds complete.",
            "飞机与四带二所带的牌不能从手中完整的炸弹或火箭中拆出。",
        ),
    },
    "breaks_bombs_for_triples": {
        True: (
            "What goes with a triple may be taken out of a bomb or the rocket.",
            "三带一、三带一对所带的牌可以从炸弹或火箭中拆出。",
        ),
        False: (
            "What goes with a triple is never taken out of a bomb or rocket that the hand holds "
            "complete.",
            "三带一、三带一对所带的牌不能从手中完整的炸弹或火箭中拆出。",
        ),
    },
    "triple_with_single": {
        True: (
            "A triple may take a single of another rank, or a pair.",
            "三张可以带一张其他点数的单牌，或带一对。",
        ),
        False: ("A triple takes no single, but a pair.", "三张不能带单牌，只能带一对。"),
    },
    "bombs": {
        "four": ("A bomb is four cards of a rank.", "四张同点数的牌为炸弹。"),
        "four_or_more": (
            "A bomb is four or more cards of a rank; more cards beat fewer, then the rank decides.",
            "四张及以上同点数的牌为炸弹；张数多者大，张数相同时比点数。",
        ),
    },
    "bombs_beat_all": {
        True: (
            "A bomb beats every other shape, the rocket everything.",
            "炸弹可压任何其他牌型，火箭可压一切。",
        ),
        False: (
            "Bombs and the rocket beat bombs only.",
            "炸弹和火箭只能压炸弹。",
        ),
    },
    "bomb_beats_rocket": {
        False: ("Nothing beats the rocket.", "没有牌能压火箭。"),
        True: ("A bomb beats the rocket.", "炸弹可以压火箭。"),
    },
    "rocket_jokers": {
        2: ("Both jokers together are the rocket.", "大小王一起为火箭。"),
        4: ("All four jokers together are the rocket.", "四张王一起为火箭。"),
    },
    "red_black_joker_pair": {
        False: ("A red and a black joker are never a pair.", "大王与小王不能成对。"),
        True: ("A red and a black joker are a pair.", "大王与小王可以成对。"),
    },
    "lead_after_passes": {
        "last_player": (
            "When all others have passed, the last player who played leads.",
            "其余牌手均不出后，由最后出牌的牌手出牌。",
        ),
        "landlord": (
            "When all others have passed, the landlord leads.",
            "其余牌手均不出后，由地主出牌。",
        ),
    },
    "announce_from": {
        0: ("Nobody announces how few cards are left.", "剩牌不必报数。"),
        None: (
            "From {value} cards down, everybody announces how many are left.",
            "剩{value}张及以下时须报牌。",
        ),
    },
    "smallest_doubling_bomb": {
        4: ("Every bomb and rocket played doubles the stake.", "每打出一个炸弹或火箭，得分翻倍。"),
        None: (
            "Every bomb of {value} or more cards, and the rocket, doubles the stake when played.",
            "每打出一个{value}张及以上的炸弹或火箭，得分翻倍。",
        ),
    },
    "spring_doubles": {
        True: (
            "Spring (no farmer played a card) and anti-spring (the landlord made only the opening "
            "play) count like one more bomb.",
            "春天（农民一张未出）与反春（地主只出过首攻一手）各相当于再多一个炸弹。",
        ),
        False: (
            "Spring and anti-spring do not change the stake.",
            "春天与反春不影响得分。",
        ),
    },
    "scoring": {
        "multiply": (
            "Each farmer wins or loses the bid, doubled for every multiplier; the landlord has "
            "the opposite of their sum.",
            "每名农民的输赢为叫分按倍数翻倍，地主得分为农民得分之和的相反数。",
        ),
        "operator": (
            "Each farmer wins or loses (table bet × bid) × bid, doubled for every multiplier; "
            "the landlord has the opposite of their sum.",
            "每名农民的输赢为（桌注×叫分）×叫分按倍数翻倍，地主得分为农民得分之和的相反数。",
        ),
        "add": (
            "The winning side scores bid × (1 + bombs + rockets + springs) once, the other 0.",
            "胜方得叫分×（1＋炸弹＋火箭＋春天）一次，负方得0。",
        ),
    },
}
