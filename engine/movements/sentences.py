"""The certificate in words, English and Chinese.

Owns the sentences; the figures are worked out elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TEXTS = {
    "size": (
        "{players} players, {rounds} rounds of {boards_per_round} boards, {tables} tables.",
        "{players}名牌手，{rounds}轮，每轮{boards_per_round}副牌，{tables}桌。",
    ),
    "no_repeats": ("Nobody meets anybody twice.", "任何两人至多同桌一次。"),
    "repeats_least": (
        "{repeat_meetings} meetings are repeats, the fewest possible.",
        "有{repeat_meetings}次重复同桌，为理论最少。",
    ),
    "repeats": (
        "{repeat_meetings} meetings are repeats; fewer than {repeat_bound} are impossible.",
        "有{repeat_meetings}次重复同桌；理论下限为{repeat_bound}次。",
    ),
    "positions_equal": (
        "Everybody holds every position equally often.",
        "每人在各号位的副数完全相同。",
    ),
    "positions": (
        "Nobody holds one position more than {position_imbalance} boards oftener than another.",
        "每人在各号位的副数至多相差{position_imbalance}副。",
    ),
    "order_equal": (
        "Of any two at a table each acts directly before the other equally often.",
        "同桌任意两人互为上家的副数相同。",
    ),
    "order": (
        "Of two at a table one acts directly before the other at most {order_imbalance} boards "
        "oftener; the least for one meeting is {order_bound}.",
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
        "There are {byes} byes; nobody has more than {bye_imbalance} more than anybody else.",
        "共有{byes}次轮空；任意两人的轮空次数至多相差{bye_imbalance}次。",
    ),
    "sit_out": (
        "At tables of four boards are sat out in turn; the number of them differs by at most "
        "{sit_out_imbalance}.",
        "四人桌各副轮流停打一人；各人停打的副数至多相差{sit_out_imbalance}副。",
    ),
    "tables": (
        "Nobody sits at one table in more than {max_table_visits} rounds.",
        "每人在同一桌至多坐{max_table_visits}轮。",
    ),
    "construction": ("Construction: {construction}.", "构造方法：{construction}。"),
}


def certificate_sentences(figures: Mapping[str, Any], language: str) -> list[str]:
    """Sentences for the figures of a certificate; `language` is "en" or "zh"."""
    repeats, bound = figures["repeat_meetings"], figures["repeat_bound"]
    chosen = ["size"]
    chosen.append(
        "no_repeats" if not repeats else "repeats_least" if repeats == bound else "repeats"
    )
    chosen.append("positions" if figures["position_imbalance"] else "positions_equal")
    chosen.append("order" if figures["order_imbalance"] else "order_equal")
    spread = figures["comparison_sd_over_mean"]
    chosen.append("comparisons" if spread > 1e-9 else "comparisons_equal")
    chosen.append("byes" if figures["byes"] else "no_byes")
    if figures["sit_out_imbalance"]:
        chosen.append("sit_out")
    chosen += ["tables", "construction"]
    index = ("en", "zh").index(language)
    values = {**figures, "percent": 100 * spread}
    return [_TEXTS[key][index].format(**values) for key in chosen]
