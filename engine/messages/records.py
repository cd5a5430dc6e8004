"""The sentences about records, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
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
}
