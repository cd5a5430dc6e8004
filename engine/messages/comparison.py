"""The sentences about comparison, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
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
}
