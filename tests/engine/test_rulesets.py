"""Rulesets as data: hashes, options, custom ones, contradictions, and their pages of sentences."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RulesetError
from engine.ruleset_text import OUR_DECISIONS, name_of, page, sentences, title
from engine.rulesets import (
    ADJUDICATIONS,
    OPTIONS,
    RULESETS,
    Doubling,
    KittyShown,
    Ruleset,
    allowed_values,
    get,
)
from tests.engine.test_hand import JSON

EVERY = [*RULESETS, *(f"{base}+{option}" for base in OPTIONS for option in OPTIONS[base])]


@pytest.mark.parametrize("name", EVERY)
def test_a_ruleset_survives_json(name: str) -> None:
    ruleset = get(name)
    again = Ruleset.from_data(json.loads(json.dumps(ruleset.to_data())))
    assert again == ruleset
    assert again.hash == ruleset.hash


def test_published_rulesets_differ_from_each_other() -> None:
    assert len({get(name).hash for name in EVERY}) == len(EVERY)


def test_the_hash_changes_with_every_adjudication_and_not_with_the_name() -> None:
    base = get("classic")
    assert base.override("other name").hash == base.hash
    for field in ADJUDICATIONS:
        for value in allowed_values(field):
            if value == getattr(base, field):
                continue
            try:
                other = base.override("other", **{field: value})
            except RulesetError:
                continue
            assert other.hash != base.hash


def test_options_follow_the_name_and_are_kept_in_alphabetical_order() -> None:
    both = get("classic+show_kitty+doubling")
    assert both == get("classic+doubling+show_kitty")
    assert both.name == "classic+doubling+show_kitty"
    assert both.doubling is Doubling.AFTER_KITTY
    assert both.kitty_shown is KittyShown.AFTER_AUCTION
    for name in ("classic+doubling+doubling", "classic+forced", "classic+", "nothing", ""):
        with pytest.raises(RulesetError) as refused:
            get(name)
        assert refused.value.code == "unknown_ruleset"


def test_a_custom_ruleset_is_a_base_and_overrides() -> None:
    custom = Ruleset.from_data(
        {"name": "club", "base": "classic", "overrides": {"min_pairs": 2, "direction": "clockwise"}}
    )
    assert (custom.name, custom.min_pairs, custom.direction) == ("club", 2, "clockwise")
    assert custom == get("classic").override("club", min_pairs=2, direction="clockwise")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"min_stairs": 3}, "unknown_adjudication"),
        ({"min_pairs": "3"}, "bad_value"),
        ({"min_pairs": True}, "bad_value"),
        ({"min_pairs": 1}, "bad_value"),
        ({"redouble": 1}, "bad_value"),
        ({"doubling": "sometimes"}, "bad_value"),
        ({"four_with_two_singles": "at_most_three"}, "bad_value"),
    ],
)
def test_what_is_no_adjudication_or_value_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesetError) as refused:
        get("competition").override("custom", **changes)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("base", "changes", "codes"),
    [
        ("competition", {"players": 4}, ["pack_not_dealt_out"]),
        ("competition", {"rocket_jokers": 4}, ["rocket_not_all_jokers"]),
        ("competition", {"red_black_joker_pair": True}, ["joker_pair_without_rank"]),
        ("competition", {"doubling": "off", "redouble": False}, ["kitty_waits_for_doubles"]),
        ("competition", {"kitty_shown": "after_auction"}, ["kitty_shown_before_doubles"]),
        ("classic", {"redouble": True}, ["redouble_without_double"]),
        ("team-additive", {"doubling": "after_kitty"}, ["additive_score_doubled"]),
        ("classic", {"pair_wings_distinct": False}, ["pair_wings_are_four"]),
        ("classic", {"four_of_a_rank_attached": True}, ["pair_wings_are_four"]),
        ("four-player", {"wing_of_body_rank": True}, ["body_wings_in_two_packs"]),
        ("classic", {"mixed_wings": True}, ["mixed_wings_without_shape"]),
        ("classic", {"bombs": "four_or_more"}, ["bigger_bombs_in_one_pack"]),
        ("classic", {"smallest_doubling_bomb": 6}, ["no_bomb_doubles"]),
        (
            "competition",
            {"doubling": "off", "players": 4},
            ["pack_not_dealt_out", "kitty_waits_for_doubles", "redouble_without_double"],
        ),
    ],
)
def test_every_contradiction_is_named(base: str, changes: dict[str, Any], codes: list[str]) -> None:
    with pytest.raises(RulesetError) as refused:
        get(base).override("custom", **changes)
    error = refused.value
    assert error.code == "contradiction"
    assert [cause.code for cause in error.causes] == codes
    for cause in error.causes:
        assert cause.detail in error.detail
        assert cause.sentence("zh") in error.sentence("zh")


def test_incomplete_or_falsified_data_are_refused() -> None:
    data = get("competition").to_data()
    missing = {**data, "adjudications": dict(list(data["adjudications"].items())[1:])}
    extra = {**data, "adjudications": {**data["adjudications"], "luck": True}}
    falsified = {**data, "hash": "0" * 64}
    for wrong, code in (
        (missing, "missing_adjudication"),
        (extra, "unknown_adjudication"),
        (falsified, "bad_hash"),
    ):
        with pytest.raises(RulesetError) as refused:
            Ruleset.from_data(wrong)
        assert refused.value.code == code


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"name": "x"},
        {"name": "x", "adjudications": 3},
        {"name": 3, "base": "classic"},
        {"name": "x", "base": ["classic"]},
        {"name": "x", "base": "classic", "overrides": {"name": "y"}},
        {"name": "x", "base": "classic", "overrides": {3: "y"}},
        {"name": "x", "base": "classic", "min_straight": 6},
        {"name": "x", "base": "classic", "override": {"min_straight": 6}},
        {**get("classic").to_data(), "base": "classic"},
        {"name": " ", "base": "classic"},
    ],
)
def test_data_that_are_no_ruleset_are_refused(data: Any) -> None:
    with pytest.raises(RulesetError):
        Ruleset.from_data(data)


@pytest.mark.parametrize("name", EVERY)
def test_a_page_has_a_sentence_for_every_adjudication_in_both_languages(name: str) -> None:
    ruleset = get(name)
    for language in ("en", "zh"):
        said = sentences(ruleset, language)
        assert tuple(sentence.field for sentence in said) == ADJUDICATIONS
        text = page(ruleset, language)
        assert ruleset.hash in text
        assert title(ruleset, language) in text
        for sentence in said:
            assert sentence.text in text
            assert "{" not in sentence.text


def test_every_allowed_value_has_its_own_sentence() -> None:
    for field in ADJUDICATIONS:
        texts = set()
        for value in allowed_values(field):
            ruleset = get("competition")
            # the sentence of a value is wanted even where no ruleset could have it
            other = object.__new__(Ruleset)
            other.__dict__.update({**ruleset.__dict__, field: value})
            for language in ("en", "zh"):
                texts.add(next(s.text for s in sentences(other, language) if s.field == field))
        assert len(texts) == 2 * len(allowed_values(field)), field


def test_our_own_decisions_are_marked_on_the_page() -> None:
    assert set(OUR_DECISIONS) == set(RULESETS)
    for name, fields in OUR_DECISIONS.items():
        assert fields <= set(ADJUDICATIONS)
        ours = {s.field for s in sentences(get(name)) if s.ours}
        assert ours == fields
        assert page(get(name)).count("our decision") == len(fields)
    assert title(get("classic").override("club")) == "club"
    assert name_of("bombs", "zh") == "炸弹"


def test_rulesets_with_the_same_play_share_their_tables() -> None:
    assert get("classic").tables is get("practice").tables
    assert get("competition").tables is get("team-additive").tables
    assert get("competition").tables is not get("official-2016").tables


@given(st.data())
def test_no_data_make_the_reading_of_a_ruleset_fail_otherwise(data: st.DataObject) -> None:
    whole = get("competition").to_data()
    changed = {data.draw(st.sampled_from(ADJUDICATIONS)): data.draw(JSON)}
    for wrong in (
        data.draw(JSON),
        {**whole, data.draw(st.sampled_from(sorted(whole))): data.draw(JSON)},
        {**whole, "adjudications": {**whole["adjudications"], **changed}},
        {"name": "x", "base": data.draw(JSON), "overrides": data.draw(JSON)},
        {"name": "x", "base": "classic", "overrides": changed},
    ):
        with contextlib.suppress(RulesetError):
            Ruleset.from_data(wrong)
