"""Every sentence the engine says about something that is wrong, in English and Chinese, by code.

Owns the texts and their filling-in; never decides whether something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.message_reasons import chinese_reason

LANGUAGES = ("en", "zh")
REASONS = frozenset({"reason", "first"})
"""Params that hold an English reason, told in Chinese by `message_reasons`."""
_KINDS = {"original": "正式", "reserve": "备用"}
_COUNTED = re.compile(
    r"\{(\w+)\} (cards|deals|faults|hands|players|plays|ranks|results|rounds|times)"
)

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
    # results
    "passed_out_with_facts": (
        "A hand that was passed out has no landlord, bid, bombs, doubles or winner.",
        "流局没有地主、叫分、炸弹、加倍和胜方。",
    ),
    "no_such_landlord": ("The landlord is none of the positions.", "地主不在各号位之中。"),
    "no_such_bid": ("The bid of a landlord is 1, 2 or 3.", "地主的叫分只能是1、2或3。"),
    "no_winner": ("A hand with a landlord has a winner.", "有地主的牌局必有胜方。"),
    "spring_without_win": (
        "A spring is won by the landlord.",
        "春天必须是地主获胜。",
    ),
    "anti_spring_without_win": (
        "An anti-spring is won by the farmers.",
        "反春必须是农民获胜。",
    ),
    "negative_count": ("Bombs and rockets are counted from 0.", "炸弹与火箭的个数不能为负。"),
    "too_many_rockets": ("There is only one rocket.", "火箭只有一个。"),
    "too_many_bombs": ("There are not so many bombs in the pack.", "牌中没有这么多炸弹。"),
    "doubled_by_no_farmer": (
        "Only farmers double, each once.",
        "只有农民可以加倍，且每人一次。",
    ),
    "no_doubling": ("The ruleset knows no doubling.", "该规则没有加倍。"),
    "redoubled_without_double": (
        "The landlord redoubles only what a farmer doubled.",
        "只有农民加倍后地主才能再加倍。",
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
    # combinations, explained
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
    # records
    "bad_json": ("This is not the JSON that is expected: {reason}.", "JSON有误：{reason}。"),
    "bad_record_line": (
        'A line is a tag, such as [Event "…"], or a round, such as 1. 2: 7d 7c, -, -.',
        '每行应为标签（如 [Event "…"]）或一轮出牌（如 1. 2: 7d 7c, -, -）。',
    ),
    "unknown_tag": ("There is no tag “{name}”.", "没有名为“{name}”的标签。"),
    "repeated_tag": ("The tag “{name}” stands here twice.", "标签“{name}”重复。"),
    "unknown_format": (
        "A record begins with the format {expected}.",
        "记录应以格式{expected}开头。",
    ),
    "missing_part": ("{part} is missing.", "缺少{part}。"),
    "bad_date": ("“{text}” is no date such as 2026-05-31.", "“{text}”不是形如2026-05-31的日期。"),
    "round_out_of_order": ("This ought to be round {expected}.", "此处应为第{expected}轮。"),
    "other_result": (
        "The plays lead to another result: {expected}.",
        "按出牌过程，结果应为：{expected}。",
    ),
    "other_points": (
        "The result is worth other points: {expected}.",
        "按牌局结果，得分应为：{expected}。",
    ),
    "not_canonical": (
        "This is written otherwise than Fushi writes it; expected here: {expected}",
        "写法与规范不同，此处应为：{expected}",
    ),
    "bad_deals_line": (
        "Deals stand under a heading such as “original 1”, in lines such as “1: cards”.",
        "每副发牌应在“original 1”这样的标题之下，以“1: 牌”这样的行列出。",
    ),
    "board_twice": (
        "There are two deals of kind “{kind}” with number {number}.",
        "{kind}第{number}副出现两次。",
    ),
    "bad_commitment": (
        "A commitment is 64 lower-case hexadecimal digits.",
        "承诺值应为64位小写十六进制数字。",
    ),
    "bad_member": ("{name}: {reason}.", "{name}：{reason}。"),
    "unknown_notation": (
        "There is no notation “{name}”; known are {known}.",
        "没有名为“{name}”的记谱法；可用：{known}。",
    ),
    "no_such_board": (
        "There is no number {number}; the file has {count}.",
        "没有第{number}个；文件中共有{count}个。",
    ),
    "no_records": ("This file has deals, but no plays.", "该文件只有发牌，没有出牌记录。"),
    "suits_missing": (
        "To choose suits, write the hand with its suits.",
        "要列出花色，请写明手牌的花色。",
    ),
    "impossible_facts": ("This cannot be a result: {reasons}", "这不可能是牌局结果：{reasons}"),
    "bad_log": ("This is not such a log: {reason}.", "这不是这样的对局记录：{reason}。"),
    # sets of deals
    "unknown_deal_version": (
        "There is no way of dealing “{version}”.",
        "没有发牌方案“{version}”。",
    ),
    "bad_deal_set": (
        "This cannot be the description of a set of deals: {reason}.",
        "牌套说明有误：{reason}。",
    ),
    "no_such_deal": (
        "The set has no deal {number} of kind “{kind}” (attempt {attempt}).",
        "牌套中没有{kind}第{number}副（第{attempt}次）。",
    ),
    "public_value_not_announced": (
        "A public value is given, but the set announced none.",
        "该牌套未预告公共数值，却给出了一个。",
    ),
    "public_value_missing": (
        "The deals depend on a public value that is not given: {name}.",
        "发牌取决于尚未给出的公共数值：{name}。",
    ),
    "public_value_too_early": (
        "Make the set first, and give the public value when it is known.",
        "请先生成牌套，待公共数值揭晓后再给出。",
    ),
    "short_secret": ("The secret has less than {least} bits.", "密钥不足{least}位。"),
    "bad_reveal": ("This is not a published reveal: {reason}.", "这不是公布的密钥文件：{reason}。"),
    "bad_deals": ("This is not a list of deals: {reason}.", "这不是发牌列表：{reason}。"),
    "name_of_original": ("Board {number}", "第{number}副"),
    "name_of_reserve": ("Reserve board {number}", "备用第{number}副"),
    "name_with_attempt": ("{name} (attempt {attempt})", "{name}（第{attempt}次）"),
    "other_commitment": (
        "The commitment of this secret and description is {own}, not {published}.",
        "该密钥与说明的承诺值为{own}，而不是{published}。",
    ),
    "equal_deals": ("{board} is the same deal as {earlier}.", "{board}与{earlier}的发牌相同。"),
    "unrecorded_attempt": (
        "{board} was dealt at attempt {attempt}, not recorded in the reveal.",
        "{board}在第{attempt}次发出，公布的文件中没有记录。",
    ),
    "other_deal": ("{board} does not follow from the secret.", "{board}并非由密钥得出。"),
    "told_commitment": ("commitment {commitment}", "承诺值 {commitment}"),
    "told_commitment_unchecked": (
        "commitment {commitment} (compare it yourself)",
        "承诺值 {commitment}（请自行核对）",
    ),
    "told_deals": ("{count} deals", "共{count}副发牌"),
    "told_waiting": ("the deals wait for the public value", "发牌尚待公共数值揭晓"),
    "told_attempt": (
        "{board} was dealt at attempt {attempt}",
        "{board}在第{attempt}次发出",
    ),
    "told_wrong": ("WRONG: {fault}", "错误：{fault}"),
    "told_verified": (
        "every deal follows from the commitment ({count} compared)",
        "每副发牌均由承诺得出（已核对{count}副）",
    ),
    "told_round": ("Round {round}: {tables}", "第{round}轮：{tables}"),
    "told_byes": ("bye {players}", "轮空 {players}"),
    "told_sound": ("The movement is sound.", "该移位没有错误。"),
    "told_unsound": ("The movement is not sound.", "该移位有错误。"),
    "told_difference": (
        "The certificate gives another {name}.",
        "证书中的{name}与核算不符。",
    ),
    "told_top": ("top {top}", "满分 {top}"),
    "told_no_top": ("top none", "无满分"),
    "told_plays": ("{count} plays", "共{count}种出法"),
    "told_total": ("in all: {count}", "合计：{count}"),
    "told_no_repeats": ("no equal deals", "没有相同的发牌"),
    "told_repeat": (
        "{board} is the same deal as {earlier} of “{set}”.",
        "{board}与“{set}”的{earlier}发牌相同。",
    ),
    "bad_arguments": ("{reason}.", "{reason}。"),
    "file_error": ("{path}: {reason}.", "{path}：{reason}。"),
    "set_exists": ("{path} exists already.", "{path}已经存在。"),
    "not_json": ("{path} is not JSON: {reason}.", "{path}不是JSON：{reason}。"),
    # comparison
    "bad_points": ("{value} is not a whole number of points.", "{value}不是整数得分。"),
    "bad_weight": (
        "{weight} is no weight of the result {value}.",
        "{weight}不能作为结果{value}的权重。",
    ),
    "weights_not_one": ("The weights add up to {sum} instead of 1.", "权重之和为{sum}，应为1。"),
    "more_results_than_expected": (
        "The field has {size} results, more than the {expected} expected.",
        "比较组有{size}个结果，多于应有的{expected}个。",
    ),
    "empty_field": ("The field has no results.", "比较组没有结果。"),
    "mixed_totals": (
        "Scores with and without a top cannot be added.",
        "有满分与无满分的成绩不能相加。",
    ),
    "unknown_method": (
        "There is no comparison method “{name}”; known are {known}.",
        "没有比较方法“{name}”；可用：{known}。",
    ),
    "unknown_option": (
        "The method {name} has no option “{option}”.",
        "方法{name}没有选项“{option}”。",
    ),
    "bad_option": (
        "“{value}” is no value of the option “{option}”.",
        "“{value}”不能作为选项“{option}”的值。",
    ),
    "other_method_version": (
        "This was scored by version {version} of {name}, which is not this one.",
        "成绩由{name}的版本{version}计算，与当前版本不同。",
    ),
    "unknown_tie_break": (
        "There is no tie-break “{name}”; known are {known}.",
        "没有破同分办法“{name}”；可用：{known}。",
    ),
    # movements
    "too_few_players": (
        "This needs at least {minimum} players, not {players}.",
        "至少需要{minimum}名牌手，只有{players}名。",
    ),
    "too_few_teams": (
        "This needs at least {minimum} teams, not {teams}.",
        "至少需要{minimum}队，只有{teams}队。",
    ),
    "no_rounds": ("A movement needs at least one round.", "移位至少需要一轮。"),
    "no_boards": ("A round needs at least one board.", "每轮至少需要一副牌。"),
    "too_many_rounds": (
        "{players} players can play at most {maximum} rounds in which nobody meets anybody twice, "
        "not {rounds}.",
        "{players}名牌手在无人重复同桌的条件下至多打{maximum}轮，要求的是{rounds}轮。",
    ),
    "too_many_team_rounds": (
        "{teams} teams can play at most {maximum} rounds in which no team meets another twice, "
        "not {rounds}.",
        "{teams}支队在无队重复相遇的条件下至多打{maximum}轮，要求的是{rounds}轮。",
    ),
    "repeats_needed": (
        "With tables of four, {rounds} rounds of {players} players have {repeats} repeat meetings; "
        "fewer rounds have fewer.",
        "采用四人桌时，{players}名牌手打{rounds}轮会有{repeats}次重复同桌；减少轮数可减少重复。",
    ),
    "boards_not_in_fours": (
        "Tables of four need a multiple of four boards a round, not {boards}.",
        "四人桌要求每轮副数为四的倍数，而不是{boards}副。",
    ),
    "unknown_player": ("There is no player number {number} here.", "这里没有{number}号牌手。"),
    "no_seats_found": (
        "No seats were found for the {players}th player in {rounds} rounds; ask for one round less "
        "or for another seed.",
        "未能为第{players}名牌手安排{rounds}轮座位；请减少一轮或更换种子。",
    ),
    "mitchell_tables": (
        "A three-way Mitchell needs a number of tables that neither 2 nor 3 divides, from 5 on, "
        "not {tables}.",
        "三方米切尔移位的桌数至少为5且不能被2或3整除，不能是{tables}桌。",
    ),
    "circulating_boards": (
        "A movement with circulating boards cannot change; let a substitute sit down.",
        "牌套流转的移位不能更改；请安排替补入座。",
    ),
    "round_unknown": (
        "The movement has no round {round} that could change.",
        "移位中没有可以更改的第{round}轮。",
    ),
    "bad_movement_data": ("This is not a movement: {reason}.", "这不是移位数据：{reason}。"),
    "bad_movement_file": (
        "The file has faults ({count}); line {line}: {first}",
        "文件有{count}处错误；第{line}行：{first}",
    ),
}


def sentence(code: str, language: str = "en", **params: object) -> str:
    """The sentence that belongs to `code` in `language` ("en" or "zh"), filled with `params`.

    A code without a text of its own is returned as it is, so that an error never hides another.
    """
    texts = _MESSAGES.get(code)
    if texts is None:
        return code
    if language == "zh":
        told = {name: _chinese(name, value) for name, value in params.items()}
        return texts[1].format(**told)
    return _singular(texts[0], params).format(**params)


def _chinese(name: str, value: object) -> object:
    if isinstance(value, str) and name in REASONS:
        return chinese_reason(value)
    return _KINDS.get(value, value) if name == "kind" and isinstance(value, str) else value


def _singular(text: str, params: Mapping[str, object]) -> str:
    """The English template with the noun of every count that is 1 in the singular."""
    return _COUNTED.sub(
        lambda found: found.group()[:-1] if params.get(found.group(1)) == 1 else found.group(), text
    )


def codes() -> tuple[str, ...]:
    """All codes that have a sentence, in the order of the table."""
    return tuple(_MESSAGES)
