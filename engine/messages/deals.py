"""The sentences about deals and sets of deals, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
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
    "other_attempt": (
        "{board} is not of attempt {attempt}, which the reveal records.",
        "{board}与公布文件所记的第{attempt}次发牌不符。",
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
    "bad_summary": ("This is no signed summary: {reason}.", "这不是签名的成绩摘要：{reason}。"),
    "other_key": (
        "The summary was signed by the key {own}, not by {published}.",
        "该摘要由密钥{own}签名，而不是{published}。",
    ),
    "other_signature": (
        "The signature does not fit the summary: it was changed, or another key signed it.",
        "签名与摘要不符：内容已被改动，或由其他密钥签名。",
    ),
    "other_file": ("{name} is not the file of this version.", "{name}不是该版本的文件。"),
    "told_key": ("signed by {key}", "签名密钥 {key}"),
    "told_key_unchecked": (
        "signed by {key} (compare it yourself)",
        "签名密钥 {key}（请自行核对）",
    ),
    "told_signed": (
        "the summary is what was signed ({count} files compared)",
        "摘要与签名相符（已核对{count}个文件）",
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
}
