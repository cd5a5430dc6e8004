"""The sentences about what cannot be read, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
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
}
