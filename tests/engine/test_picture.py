"""Pictures: well-formed SVG with a text alternative, showing what the viewer may see."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Pass, PlayRanks
from engine.cards import format_cards
from engine.hand import HandState
from engine.picture import picture
from engine.record import Record
from tests.engine.hands import COMPETITION, FOUR_PLAYER, bid, deal_with, start
from tests.engine.played import RULESETS, random_deal, random_state

SVG = "{http://www.w3.org/2000/svg}"


def parts(svg: str) -> tuple[str, str, list[str]]:
    """Title, description and every text that is drawn."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    return title.text or "", desc.text or "", texts


def test_a_deal_shows_every_card_as_text_too() -> None:
    deal = deal_with(COMPETITION, "3334", "BR")
    title, described, _ = parts(picture(deal, title="Board 7", names=("A & B",)))
    assert title == "Board 7"
    assert described.startswith(f"A & B: {format_cards(deal.hands[0])}. Position 2: ")
    assert described.endswith(f"Kitty: {format_cards(deal.kitty)}")


def test_suits_are_told_by_their_shape() -> None:
    root = ElementTree.fromstring(picture(deal_with(COMPETITION)))
    used = [use.get("href") for use in root.iter(f"{SVG}use")]
    assert len(used) == 52
    assert {used.count(f"#fushi-{suit}") for suit in "cdhs"} == {13}
    shapes = [path.get("d") for path in root.iter(f"{SVG}path")]
    assert len(set(shapes)) == 4


def test_a_position_shows_roles_turn_and_last_plays() -> None:
    state = start(COMPETITION, "3334", "5556").apply(1, PlayRanks.of("3334"))
    _, described, texts = parts(state._repr_svg_())
    assert "Position 1 (landlord, played 4♣ 3♥ 3♦ 3♣)" in described
    assert "Position 2 (farmer, to act)" in described
    assert "farmer, to act" in texts
    state = state.apply(2, PlayRanks.of("5556")).apply(3, Pass())
    _, described, _ = parts(picture(state, language="zh"))
    assert "3号位 (农民, 不出)" in described
    assert "1号位 (地主, 待行动, 出牌 " in described


def test_a_new_contest_begins_without_plays() -> None:
    state = start(COMPETITION, "3334").apply(1, PlayRanks.of("3334"))
    state = state.apply(2, Pass()).apply(3, Pass())
    assert "played" not in picture(state)
    state = state.apply(1, PlayRanks.of(state.moves(1).texts()[0]))
    assert "pass)" not in picture(state)


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_a_viewer_sees_his_own_hand_alone(viewer: int | None) -> None:
    state = HandState.new(deal_with(COMPETITION), COMPETITION)
    _, described, texts = parts(picture(state, viewer=viewer, open_cards=False))
    for position, hand in enumerate(state.hands, 1):
        shown = f"Position {position}: {format_cards(hand)}" in described.replace(" (to act)", "")
        assert shown == (position == viewer)
    assert "Kitty: 3 cards, not shown" in described
    ranks = [text for text in texts if text in ("10", "BJ", "RJ") or len(text) == 1]
    assert len(ranks) == (0 if viewer is None else 17)


def test_the_kitty_is_seen_when_the_ruleset_shows_it() -> None:
    state = bid(HandState.new(deal_with(COMPETITION), COMPETITION), 3)
    assert "Kitty: 3 cards, not shown" in picture(state, open_cards=False)
    playing = start(COMPETITION)
    assert f"Kitty: {format_cards(playing.kitty)}" in picture(playing, open_cards=False)


def test_a_finished_hand_tells_who_won_and_an_unbid_one_that_it_was_passed_out() -> None:
    state = bid(HandState.new(deal_with(COMPETITION), COMPETITION), 0, 0, 0)
    assert parts(picture(state))[0] == "Board · passed out"
    done = random_state(COMPETITION, 1)
    assert parts(picture(done))[0] in ("Board · winner: landlord", "Board · winner: farmers")
    assert "胜方：" in picture(done, language="zh")


def test_the_size_follows_scale_and_the_text_is_escaped() -> None:
    deal = deal_with(FOUR_PLAYER)
    one = ElementTree.fromstring(picture(deal))
    two = ElementTree.fromstring(picture(deal, scale=2))
    assert float(two.get("width", "0")) == 2 * float(one.get("width", "1"))
    assert parts(picture(deal, title="<b>&"))[0] == "<b>&"


@given(st.sampled_from(RULESETS), st.integers(0, 500), st.sampled_from([0, 2, 5, 9, 30, 500]))
def test_every_state_has_a_picture(ruleset, seed, most) -> None:  # type: ignore[no-untyped-def]
    state = random_state(ruleset, seed, most)
    svg = Record(state)._repr_svg_()
    assert parts(svg)[1]
    assert svg == picture(state)
    assert parts(random_deal(ruleset, __import__("random").Random(seed))._repr_svg_())[1]


def test_texts_that_xml_does_not_know_are_replaced() -> None:
    svg = picture(deal_with(COMPETITION), title="a\x00\x1b\ud800b", names=("\x0b<",))
    title, described, _ = parts(svg)
    assert title == "a\ufffd\ufffd\ufffdb"
    assert described.startswith("\ufffd<: ")
