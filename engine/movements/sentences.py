"""The certificate in words, English and Chinese.

Owns the sentences; the figures are worked out elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TEXTS = {
    "size": (
        "Players: {players}. Rounds: {rounds}. Boards a round: {boards_per_round}. "
        "Tables: {tables}.",
        "{players}名牌手，{rounds}轮，每轮{boards_per_round}副牌，{tables}桌。",
    ),
    "no_repeats": ("Nobody meets anybody twice.", "任何两人至多同桌一次。"),
    "repeats_least": (
        "Repeat meetings: {repeat_meetings}, the fewest possible.",
        "有{repeat_meetings}次重复同桌，为理论最少。",
    ),
    "repeats": (
        "Repeat meetings: {repeat_meetings}; fewer than {repeat_bound} are impossible.",
        "有{repeat_meetings}次重复同桌；理论下限为{repeat_bound}次。",
    ),
    "positions_equal": (
        "Everybody holds every position equally often.",
        "每人在各号位的副数完全相同。",
    ),
    "positions": (
        "For everybody the counts of the positions, in boards, differ by at most "
        "{position_imbalance}.",
        "每人在各号位的副数至多相差{position_imbalance}副。",
    ),
    "order_equal": (
        "Of any two at a table each acts directly before the other equally often.",
        "同桌任意两人互为上家的副数相同。",
    ),
    "order": (
        "How often one of two acts directly before the other differs from the reverse by at most "
        "{order_imbalance}, in boards; the least possible for one meeting is {order_bound}.",
        "同桌两人互为上家的副数至多相差{order_imbalance}副；同桌一次时最少为{order_bound}副。",
    ),
    "comparisons_equal": (
        "Every two players are compared directly equally often ({comparison_mean:g} boards).",
        "任意两人直接比较的副数完全相同（{comparison_mean:g}副）。",
    ),
    "comparisons": (
        "Two players are compared directly on {comparison_mean:.1f} boards on average, with a "
        "standard deviation of {percent:.0f} % of that.",
        "任意两人平均直接比较{comparison_mean:.1f}副，标准差为均值的{percent:.0f}%。",
    ),
    "no_byes": ("There are no byes.", "没有轮空。"),
    "byes": (
        "Byes: {byes} in all; the numbers of any two players differ by at most {bye_imbalance}.",
        "共有{byes}次轮空；任意两人的轮空次数至多相差{bye_imbalance}次。",
    ),
    "sit_out": (
        "At tables of four boards are sat out in turn; the number of them differs by at most "
        "{sit_out_imbalance}.",
        "四人桌各副轮流停打一人；各人停打的副数至多相差{sit_out_imbalance}副。",
    ),
    "idle": (
        "Each table seats two partners of either team, the second table of a match mirrored, with "
        "the same boards. In every four boards each seat bids first once and is idle once.",
        "每桌两队各坐一对搭档，同场第二桌对换座位，打相同牌副。每四副牌每个座位首叫一次、闲家一次。",
    ),
    "no_repeat_opponents": (
        "Nobody meets an opponent twice.",
        "任何人不会两次遇到同一对手。",
    ),
    "tables": (
        "Most rounds of one player at one table: {max_table_visits}.",
        "每人在同一桌至多坐{max_table_visits}轮。",
    ),
    "construction": ("Construction: {construction}.", "构造方法：{construction}。"),
}


_CONSTRUCTIONS = {
    "Kirkman system on three fields": "三域柯克曼系",
    "Kirkman system on two fields": "二域柯克曼系",
    "cyclic rows": "循环行",
    "transversal design": "横截设计",
    "lines of an affine space": "仿射空间直线",
    "starter class": "起始类",
    "stored rounds": "存档轮次",
    "three thirds": "三分递归",
    "weighted design": "加权设计",
    "four levels over finite fields": "有限域四层构造",
    "three-way Mitchell": "三方米切尔移位",
    "further rounds by local search": "后续轮次局部搜索",
    "tables of four by local search": "四人桌局部搜索",
    "local search": "局部搜索",
    "one point deleted": "删去一点",
    "one player added": "增加一人",
    "further passes": "再循环",
    "changed from round": "更改起始轮次",
    "made by hand": "手工编排",
    "ring of teams": "环形队赛",
    "one match": "一场比赛",
    "individual Swiss": "个人瑞士移位",
    "Swiss": "瑞士移位",
    "knockout": "淘汰赛",
    "triangles": "三角赛",
    "four-a-side": "复式团体赛",
    "round robin": "循环赛",
    "; ": "；",
    ", ": "，",
}


_FIGURES = {
    "players": "牌手数",
    "rounds": "轮数",
    "boards_per_round": "每轮副数",
    "tables": "桌数",
    "repeat_meetings": "重复同桌次数",
    "repeat_bound": "重复同桌的理论下限",
    "meeting_imbalance": "各队相遇次数之差",
    "position_imbalance": "各号位副数之差",
    "order_imbalance": "互为上家副数之差",
    "order_bound": "互为上家副数之差的理论下限",
    "comparison_mean": "直接比较的平均副数",
    "comparison_sd_over_mean": "直接比较副数的标准差与均值之比",
    "bye_imbalance": "轮空次数之差",
    "byes": "轮空总次数",
    "sit_out_imbalance": "停打副数之差",
    "partners": "有搭档",
    "max_table_visits": "一人在同一桌的最多轮数",
    "construction": "构造方法",
}


def figure_name(name: str, language: str) -> str:
    """A figure of a certificate by its name for people; `language` is "en" or "zh"."""
    return _FIGURES.get(name, name) if language == "zh" else name.replace("_", " ")


def figure_line(name: str, value: object, language: str) -> str:
    """A figure with its name, as one line."""
    if language == "zh":
        told = _construction(value) if isinstance(value, str) else value
        return f"{figure_name(name, language)}：{told}"
    return f"{figure_name(name, language)}: {value}"


def certificate_sentences(figures: Mapping[str, Any], language: str) -> list[str]:
    """Sentences for the figures of a certificate; `language` is "en" or "zh"."""
    repeats, bound = figures["repeat_meetings"], figures["repeat_bound"]
    chosen = ["size"]
    partners = figures.get("partners", False)
    if not repeats:
        chosen.append("no_repeat_opponents" if partners else "no_repeats")
    else:
        chosen.append("repeats_least" if repeats == bound else "repeats")
    chosen.append("positions" if figures["position_imbalance"] else "positions_equal")
    if not partners:
        chosen.append("order" if figures["order_imbalance"] else "order_equal")
    spread = figures["comparison_sd_over_mean"]
    if not partners:
        chosen.append("comparisons" if spread > 1e-9 else "comparisons_equal")
    chosen.append("byes" if figures["byes"] else "no_byes")
    if partners:
        chosen.append("idle")
    elif figures["sit_out_imbalance"]:
        chosen.append("sit_out")
    chosen += ["tables", "construction"]
    index = ("en", "zh").index(language)
    values = {**figures, "percent": 100 * spread}
    if language == "zh":
        values["construction"] = _construction(figures["construction"])
    return [_TEXTS[key][index].format(**values) for key in chosen]


def _construction(name: str) -> str:
    """A construction's name in Chinese, part by part; hand-made names stay."""
    for english, chinese in _CONSTRUCTIONS.items():
        name = name.replace(english, chinese)
    return name
