"""The Chinese of the reasons that stand inside a sentence, keyed by their English.

Owns the table of patterns; a reason without one is returned as it is, such as what an operating
system or a decoder says of its own accord.
"""

from __future__ import annotations

import re
from functools import cache

_REASONS: dict[str, str] = {
    # files
    "No such file or directory": "没有这个文件或目录",
    "Is a directory": "这是目录，不是文件",
    "Not a directory": "路径中有一段不是目录",
    "Permission denied": "没有权限",
    "File exists": "同名文件已经存在",
    "File name too long": "文件名过长",
    "No space left on device": "磁盘空间不足",
    "Read-only file system": "文件系统只读",
    "Input/output error": "读写出错",
    "it is no UTF-8 text (byte {byte})": "不是UTF-8文本（第{byte}字节）",
    "the terminal cannot show these letters": "终端无法显示这些文字",
    "it is nested too deeply": "嵌套过深",
    "a number has too many digits": "数字位数过多",
    # arguments
    "argument {option}: {reason}": "参数 {option}：{reason}",
    "invalid choice: {value} (choose from {choices})": "没有{value}这一选择（可用：{choices}）",
    "expected one argument": "需要一个值",
    "expected at least one argument": "至少需要一个值",
    "expected {count} arguments": "需要{count}个值",
    "ignored explicit argument {value}": "不能带值{value}",
    "not allowed with argument {option}": "不能与 {option} 同用",
    "the following arguments are required: {names}": "缺少参数：{names}",
    "one of the arguments {names} is required": "须给出其中之一：{names}",
    "unrecognized arguments: {names}": "没有这些参数：{names}",
    "ambiguous option: {option} could match {names}": "选项 {option} 不明确，可能是 {names}",
    "“{value}” is not a whole number from {least} to {most}":
        "“{value}”不是{least}至{most}的整数",
    "“{value}” is not a whole number from {least}": "“{value}”不是从{least}起的整数",
    "“{value}” is not a whole number": "“{value}”不是整数",
    "only with {option}": "只能与 {option} 同用",
    # JSON
    "nothing is expected after the document": "文档之后不应再有内容",
    "more than {depth} arrays and objects stand in each other": "数组与对象嵌套超过{depth}层",
    "the text is not valid Unicode": "文本不是有效的Unicode",
    "the text is not well formed": "文本格式有误",
    "Expecting value": "此处应有一个值",
    "Expecting property name enclosed in double quotes": "此处应为双引号中的名称",
    "Expecting ':' delimiter": "此处应有“:”",
    "Expecting ',' delimiter": "此处应有“,”",
    "Illegal trailing comma before end of {what}": "结尾之前不能有逗号",
    "Extra data": "文档之后不应再有内容",
    "Unterminated string starting at": "文本没有结束",
    "Invalid control character at": "文本中有控制字符",
    "Invalid \\\\escape": "转义有误",
    "Invalid \\\\uXXXX escape": "转义有误",
    "a value is expected": "此处应有一个值",
    "the name of a member is expected": "此处应为成员的名称",
    "“{sign}” is expected": "此处应有“{sign}”",
    "the member {name} stands here twice": "成员{name}重复",
    "adjudications by name are expected": "应按名称给出裁定",
    "a list is expected, and nothing else": "此处只应是列表",
    "{names} are expected": "应有{names}",
    "{name} is unknown": "没有名为{name}的成员",
    "there is no such member": "没有这个成员",
    "it is missing": "缺少此项",
    "{name} is missing": "缺少{name}",
    "it has the wrong type": "类型不对",
    "void or forced is expected": "应为void或forced",
    "names by position are expected": "应按号位给出姓名",
    "hands by position and a kitty are expected": "应有各号位手牌与底牌",
    "a position is expected": "应为号位",
    "a list of cards is expected": "应为牌的列表",
    "a JSON object is expected": "应为JSON对象",
    "an object with a type is expected": "应为带type的对象",
    # sets of deals
    "the format is not {format}": "格式不是{format}",
    "public_value is a text or null": "public_value应为文本或null",
    "deals is a list": "deals应为列表",
    "deal {index} is not an object": "第{index}项不是对象",
    "the kind of deal {index} is neither of {kinds}": "第{index}项的kind不在{kinds}之中",
    "number or attempt of deal {index} is no count": "第{index}项的number或attempt不是计数",
    "secret is a text of hexadecimal digits": "secret应为十六进制数字",
    "attempts has the members {members}": "attempts应有成员{members}",
    "attempts of {kind} are number: attempt": "attempts中{kind}应为“编号: 次数”",
    "an attempt that is listed is at least 1": "列出的次数至少为1",
    "set_id, version and commitment are texts": "set_id、version与commitment应为文本",
    "a text is not valid Unicode": "文本不是有效的Unicode",
    "{name} is a whole number from {least} to {most}": "{name}应为{least}至{most}的整数",
    "public_value_name is a text or nothing": "public_value_name应为文本或不给出",
    "{name} is a text": "{name}应为文本",
    "a line is “position: cards” or “kitty: cards”, each once":
        "每行应为“号位: 牌”或“kitty: 牌”，各一次",
    # actions, results, states
    "unknown type {kind}": "没有类型{kind}",
    "{kind} has a value and nothing else": "{kind}应只有value一项",
    "{kind} has nothing besides its type": "{kind}除type外不应有其他项",
    "a bid has a value from 0 to 3": "叫分的值为0至3",
    "the value of {kind} is true or false": "{kind}的值为true或false",
    "a play has either a list of cards or a text of ranks": "出牌应有牌的列表或点数文本之一",
    "its facts by name are expected": "应按名称给出结果各项",
    "it has no {names}": "没有{names}一项",
    "{names} must be given": "缺少{names}",
    "doubled is a list of positions": "doubled应为号位的列表",
    "summary is an object": "summary应为对象",
    "files maps names to hashes": "files应把文件名对应到散列值",
    "{name} is Base64": "{name}应为Base64",
    "counts and positions are whole numbers": "计数与号位应为整数",
    "the landlord is a position": "landlord应为号位",
    "redoubled and passed_out are true or false": "redoubled与passed_out应为true或false",
    "spring or winner has an unknown value": "spring或winner的值不可用",
    "it was written under another ruleset": "写于另一规则之下",
    "{action} in the {phase} phase": "{phase}阶段出现{action}",
    # records of other programs
    "a game has hand_cards or hand_cards_with_suit, seen_cards and trace":
        "一局应有hand_cards或hand_cards_with_suit、seen_cards与trace",
    "a game has hands, kitty, first_bidder, auction and plays":
        "一局应有hands、kitty、first_bidder、auction与plays",
    "a list of what judge and players said is expected": "应为裁判与牌手发言的列表",
    "requests and responses of FightTheLandlord are expected":
        "应有FightTheLandlord的requests与responses",
    "every entry of a log is an object": "日志的每一项应为对象",
    "a response is a bid or a list of cards": "回应应为叫分或牌的列表",
    "a card is a number from 0 to 53": "牌应为0至53的数",
    "the game is not dou_dizhu": "游戏不是dou_dizhu",
    "this is no action": "这不是动作",
    "this is no play": "这不是出牌",
    "action numbers are expected": "应为动作编号",
    "a player is 0, 1 or 2": "牌手为0、1或2",
    "a bid is a whole number": "叫分应为整数",
    "the place of the face-up card and 51 cards dealt are expected":
        "应有明牌位置与发出的51张牌",
    "51 different cards are expected after the first number": "第一个数之后应有51张不同的牌",
    "no bid, or a bid, is expected": "应为不叫或叫分",
    # movements
    "unknown format": "格式不明",
    "rounds, tables and players are not laid out as documented": "轮次、桌与牌手的写法与文档不符",
    "it has more than {most} players": "牌手超过{most}名",
    "Player {player} plays set {set} twice.": "{player}号牌手两次打牌套{set}。",
    "There is no player {player}.": "没有{player}号牌手。",
    "Player {player} occurs more than once.": "{player}号牌手出现多次。",
    "Player {player} has neither table nor bye.": "{player}号牌手既无桌次也无轮空。",
    "{players} players share {hands} hands.": "{players}名牌手分{hands}手牌。",
    "{given} boards instead of {expected}.": "有{given}副牌，应为{expected}副。",
    "Board {board}: the holders {holders} are not {hands} of the players {players}.":
        "第{board}副：持牌者{holders}不是{players}中的{hands}名牌手。",
    "The players sit out {boards} boards.": "各牌手停打{boards}副，并不相等。",
    "The first line must be {first} or {second}.": "首行应为{first}或{second}。",
    "The first line must be {layout}.": "首行应为{layout}。",
    "A file of seats needs the boards a round.": "只有座位的文件需用--boards给出每轮副数。",
    "The file names no table.": "文件中没有任何一桌。",
    "Not all of {cells} are whole numbers.": "{cells}不全是整数。",
    "{cells} has more than the header names.": "{cells}的列数多于表头。",
    "The rounds of the teams are not those of the seating.": "各队的轮次与座次表不符",
    "The teams that are named are not those that sit at the tables.": "所列各队与各桌就座的队不符",
    "The byes that are named are not the teams without a table.": "所列轮空与没有桌位的队不符",
    "{cells} lacks numbers, or has some below 1.": "{cells}缺少数字，或有小于1的数。",
    "A player occurs twice in {cells}.": "{cells}中同一牌手出现两次。",
    "Board {board} stands where board {expected} should.":
        "此处应为第{expected}副，却是第{board}副。",
    "A line is not CSV.": "有一行不是CSV。",
    "{cells} has numbers above {most}.": "{cells}中有大于{most}的数。",
    "Table {table} occurs twice.": "第{table}桌出现两次。",
    "Round {round} is missing.": "缺少第{round}轮。",
}  # fmt: skip


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Every reason as a pattern with its Chinese; those with the most words of their own first."""
    made = []
    for english in sorted(_REASONS, key=_own_letters, reverse=True):
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", re.escape(english))
        made.append((re.compile(pattern, re.DOTALL), _REASONS[english]))
    return tuple(made)


def _own_letters(english: str) -> int:
    return len(re.sub(r"\{\w+\}", "", english))


def chinese_reason(reason: str) -> str:
    """A reason in Chinese; as it is where the table does not know it."""
    for pattern, chinese in _patterns():
        match = pattern.fullmatch(reason)
        if match:
            told = match.groupdict()
            if "reason" in told:
                told["reason"] = chinese_reason(told["reason"])
            return chinese.format(**told)
    return reason
