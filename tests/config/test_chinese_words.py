"""A thing has one Chinese word on every page, that of the table of terms."""

from __future__ import annotations

import pytest

from scripts import messages

#: Words of the Chinese catalogue that another word stands for: see the table of terms.
ONE_WORD = {
    "要不起": "不出",
    "叫地主": "叫分",
    "抢地主": "叫分",
    "控制台": "裁判台",
    "大厅": "赛场",
    "选手": "牌手 or 参赛者",
    "玩家": "牌手",
    "队友": "农民",
    "局分": "得分",
}


@pytest.mark.parametrize("word", ONE_WORD)
def test_a_thing_has_one_chinese_word(word: str) -> None:
    catalog = messages.read_catalog(messages.TARGETS["zh_Hans"], "zh_Hans")
    assert [each.id for each in catalog if word in str(each.string)] == []


def test_a_code_is_no_password_in_chinese() -> None:
    catalog = messages.read_catalog(messages.TARGETS["zh_Hans"], "zh_Hans")
    found = [str(each.id) for each in catalog if "密码" in str(each.string)]
    assert found
    new_one = "Another owner can set a new one for you on the administration pages, under users."
    assert [each for each in found if "password" not in each.casefold()] == [new_one]
