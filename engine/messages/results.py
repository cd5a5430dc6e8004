"""The sentences about results, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
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
}
