"""Every refusal of cards has the most telling reason, in both languages, under every ruleset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import PlayRanks
from engine.cards import deck, parse_cards, parse_ranks
from engine.combination_faults import CODES
from engine.combinations import Kind, beats, classify
from engine.errors import IllegalAction
from engine.explain import KIND_NAMES, Explanation, explain, explain_response
from engine.messages import codes
from engine.rulesets import Ruleset
from tests.engine.hands import ALL, CLASSIC, COMPETITION, FOUR_PLAYER, OFFICIAL, PRACTICE, start


def reason(text: str, ruleset: Ruleset = COMPETITION, holding: str | None = None) -> str:
    held = None if holding is None else parse_ranks(holding)
    return explain(parse_ranks(text), ruleset, held).code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_cards"),
        ("33333", "not_in_pack"),
        ("33334444", "four_of_a_rank_attached"),
        ("34445555", "wing_of_body_rank"),
        ("3333444555", "four_of_a_rank_attached"),
        ("666777BR", "both_jokers_attached"),
        ("7777BR", "both_jokers_attached"),
        ("A2345", "two_in_chain"),
        ("23456", "two_in_chain"),
        ("AA2233", "two_in_chain"),
        ("223344", "two_in_chain"),
        ("AAA222", "two_in_chain"),
        ("222333", "two_in_chain"),
        ("TJQKA2", "two_in_chain"),
        ("99923", "triple_with_two_singles"),
        ("3456", "chain_too_short"),
        ("3344", "chain_too_short"),
        ("34568", "gap_in_chain"),
        ("334466", "gap_in_chain"),
        ("333555", "triples_not_consecutive"),
        ("333444556", "mixed_wings"),
        ("666777345", "wrong_number_attached"),
        ("3334446", "wrong_number_attached"),
        ("444456678", "wrong_number_attached"),
        ("44445667", "attached_not_pairs"),
        ("333444999J", "attached_not_pairs"),
        ("333444555777", "wings_alike"),
        ("35", "different_ranks"),
        ("34", "different_ranks"),
        ("44556", "different_ranks"),
        ("2R", "different_ranks"),
    ],
)
def test_the_reason_under_the_competition_rules(text: str, code: str) -> None:
    assert reason(text) == code


def test_reasons_that_depend_on_the_ruleset() -> None:
    assert reason("333344", PRACTICE) == "wings_alike"
    assert reason("33344455", CLASSIC) == "wings_alike"
    assert reason("333444555666777", OFFICIAL) == "combination"
    assert reason("444555666777888Q", OFFICIAL) == "triple_next_to_body"
    assert reason("QQQKKKAAA222", OFFICIAL) == "combination"
    assert reason("3334", FOUR_PLAYER) == "no_triple_with_single"
    assert reason("33344456", FOUR_PLAYER) == "no_single_wings"
    assert reason("333345", FOUR_PLAYER) == "no_four_with_two"
    assert reason("BR", FOUR_PLAYER) == "jokers_no_pair"
    assert reason("BBR", FOUR_PLAYER) == "rocket_incomplete"
    assert reason("BB", FOUR_PLAYER) == "combination"
    only_four = COMPETITION.override("x", four_with_two_pairs=False)
    assert reason("33334455", only_four) == "no_four_with_two"
    long = COMPETITION.override("y", min_airplane=3)
    assert reason("333444", long) == "chain_too_short"


def test_a_hand_gives_further_reasons() -> None:
    assert reason("77788856", COMPETITION, "777888555566") == "breaks_bomb"
    assert reason("77788856", OFFICIAL, "777888555566") == "combination"
    assert reason("99", COMPETITION, "98") == "not_held"
    assert explain(parse_ranks("998"), COMPETITION, parse_ranks("98")).sentence() == (
        "You do not hold 9."
    )


def test_physical_cards_in_any_order_and_number_are_explained() -> None:
    assert explain(parse_cards("8c 4s 8h 8d"), COMPETITION).code == "combination"
    assert explain(parse_cards("3c " * 40), COMPETITION).code == "not_in_pack"


def test_responses() -> None:
    def response(text: str, on: str) -> Explanation:
        return explain_response(parse_ranks(text), parse_ranks(on), COMPETITION)

    expected = {
        ("8888", "QQ"): "beats_by_bomb",
        ("BR", "34567"): "beats_by_rocket",
        ("BR", "2222"): "beats_by_rocket",
        ("8884", "777A"): "higher",
        ("22", "8888"): "other_shape",
        ("22", "22"): "not_higher",
        ("345678", "34567"): "other_length",
        ("77744", "6665"): "other_shape",
        ("3333", "BR"): "not_higher",
        ("34", "5"): "different_ranks",
        ("3", "34"): "not_a_combination",
    }
    for (text, on), code in expected.items():
        assert response(text, on).code == code, (text, on)
    assert response("8884", "777A").sentence() == "4888 beats 777A."
    assert response("8888", "QQ").sentence("zh") == "炸弹8888压过QQ。"
    refused = response("22", "22")
    assert (refused.ok, refused.refusal) == (False, "not_higher")
    assert response("3", "R").refusal == "not_higher"
    assert response("R", "3").refusal is None


def test_sentences_in_both_languages() -> None:
    answer = explain(parse_ranks("8884"), COMPETITION)
    assert str(answer) == "4888 is a combination: triple with single."
    assert answer.sentence("zh") == "4888是合法牌型：三带一。"
    assert explain(parse_ranks("34568"), COMPETITION).sentence() == (
        "The chain has a gap: 7 is missing."
    )


def test_every_code_has_a_sentence_and_every_shape_a_name() -> None:
    assert set(CODES) <= set(codes())
    assert set(KIND_NAMES) == set(Kind)


Cards = tuple[int, ...]
OTHERS = (
    COMPETITION.override("fours attached", four_of_a_rank_attached=True, pair_wings_distinct=False),
    OFFICIAL.override("twos in chains", twos_in_chains=True),
    OFFICIAL.override("wings of body rank", wing_of_body_rank=True),
)


def test_a_refused_play_tells_the_same_reason() -> None:
    state = start(COMPETITION, "34568")
    with pytest.raises(IllegalAction) as refused:
        state.apply(1, PlayRanks.of("34568"))
    assert refused.value.code == "not_a_combination"
    assert refused.value.detail.endswith("is not a combination. The chain has a gap: 7 is missing.")
    assert refused.value.sentence("zh").endswith("不是合法牌型。顺中断了：缺少7。")


rulesets = st.sampled_from([*ALL, *OTHERS])


@st.composite
def sets_of_cards(draw: st.DrawFn) -> tuple[int, ...]:
    """Up to 16 cards of a few neighbouring ranks, where shapes and near misses are frequent."""
    pack = deck(draw(st.sampled_from([1, 2])))
    size = draw(st.sampled_from([8, 14, 22, 30, 54]))
    first = draw(st.integers(0, len(pack) - size))
    places = st.integers(first, first + size - 1)
    return tuple(pack[place] for place in draw(st.lists(places, unique=True, max_size=16)))


@given(sets_of_cards(), rulesets)
def test_explanations_never_contradict_the_rules(cards: Cards, ruleset: Ruleset) -> None:
    answer = explain(cards, ruleset)
    assert answer.ok == (classify(cards, ruleset) is not None)
    assert answer.code in codes()
    for language in ("en", "zh"):
        assert "{" not in answer.sentence(language)


@given(sets_of_cards(), sets_of_cards(), rulesets)
def test_responses_never_contradict_the_rules(
    cards: Cards, to_beat: Cards, ruleset: Ruleset
) -> None:
    answer = explain_response(cards, to_beat, ruleset)
    own, beaten = classify(cards, ruleset), classify(to_beat, ruleset)
    assert answer.ok == bool(own and beaten and beats(own, beaten, ruleset))
    assert answer.sentence("zh")
