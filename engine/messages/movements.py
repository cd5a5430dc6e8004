"""The sentences about movements, in English and Chinese, by code."""

from __future__ import annotations

MESSAGES: dict[str, tuple[str, str]] = {
    "too_few_players": (
        "This needs at least {minimum} players, not {players}.",
        "至少需要{minimum}名牌手，只有{players}名。",
    ),
    "too_few_teams": (
        "This needs at least {minimum} teams, not {teams}.",
        "至少需要{minimum}队，只有{teams}队。",
    ),
    "options_do_not_fit": (
        "{option} does not go with {other}.",
        "{option}不能与{other}同用。",
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
