"""The seven published rulesets, each whole, from its source.

Owns their values; the options stand in `rulesets.OPTIONS`, the sentences in `ruleset_text`.
"""

from __future__ import annotations

from functools import cache

from engine.rulesets import (
    AllPassRule,
    AuctionForm,
    BombRule,
    Direction,
    DoubleScope,
    Doubling,
    KittyShown,
    LeadAfterPasses,
    Ruleset,
    Scoring,
    WingRule,
)


@cache
def published() -> dict[str, Ruleset]:
    """All published rulesets by name."""
    competition = _competition()
    classic = _classic(competition)
    rulesets = (
        competition,
        _official(competition),
        classic,
        _practice(classic),
        _operator(classic),
        _four_player(classic),
        _team_additive(competition),
    )
    return {ruleset.name: ruleset for ruleset in rulesets}


def _competition() -> Ruleset:
    """S4: a site's unified competitive profile."""
    return Ruleset(
        name="competition",
        players=3,
        decks=1,
        hand_size=17,
        kitty_size=3,
        direction=Direction.ANTICLOCKWISE,
        auction=AuctionForm.ONE_CALL,
        three_ends_auction=True,
        all_pass=AllPassRule.ROTATE,
        doubling=Doubling.BEFORE_KITTY,
        double_scope=DoubleScope.PER_PAIR,
        redouble=True,
        kitty_shown=KittyShown.AFTER_DOUBLING,
        min_straight=5,
        min_pairs=3,
        min_airplane=2,
        twos_in_chains=False,
        airplane_single_wings=WingRule.AT_MOST_TWO,
        wing_of_body_rank=False,
        both_jokers_attached=False,
        four_of_a_rank_attached=False,
        pair_wings_distinct=True,
        mixed_wings=False,
        four_with_two_singles=WingRule.AT_MOST_TWO,
        four_with_two_pairs=True,
        breaks_bombs_for_wings=False,
        breaks_bombs_for_triples=True,
        triple_with_single=True,
        bombs=BombRule.FOUR,
        bombs_beat_all=True,
        bomb_beats_rocket=False,
        rocket_jokers=2,
        red_black_joker_pair=False,
        lead_after_passes=LeadAfterPasses.LAST_PLAYER,
        announce_from=0,
        smallest_doubling_bomb=4,
        spring_doubles=True,
        scoring=Scoring.MULTIPLY,
    )


def _official(competition: Ruleset) -> Ruleset:
    """OFF: the competition rules of 2016, as reported second-hand."""
    return competition.override(
        "official-2016",
        all_pass=AllPassRule.REDEAL,
        airplane_single_wings=WingRule.AT_MOST_THREE,
        breaks_bombs_for_wings=True,
        announce_from=2,
    )


def _classic(competition: Ruleset) -> Ruleset:
    """S0: the “Full rules” guide."""
    return competition.override(
        "classic",
        auction=AuctionForm.ROUNDS,
        all_pass=AllPassRule.REDEAL,
        doubling=Doubling.OFF,
        redouble=False,
        kitty_shown=KittyShown.NEVER,
        airplane_single_wings=WingRule.ALL_DIFFERENT,
        four_with_two_singles=WingRule.ALL_DIFFERENT,
        breaks_bombs_for_wings=True,
    )


def _practice(classic: Ruleset) -> Ruleset:
    """S1: the practice settings of a culture-and-rules article."""
    return classic.override(
        "practice",
        auction=AuctionForm.ONE_CALL,
        kitty_shown=KittyShown.AFTER_AUCTION,
    )


def _operator(classic: Ruleset) -> Ruleset:
    """S2: the page of an online operator."""
    return classic.override(
        "operator",
        direction=Direction.CLOCKWISE,
        auction=AuctionForm.ONE_CALL,
        kitty_shown=KittyShown.AFTER_AUCTION,
        lead_after_passes=LeadAfterPasses.LANDLORD,
        spring_doubles=False,
        scoring=Scoring.OPERATOR,
    )


def _four_player(classic: Ruleset) -> Ruleset:
    """S0's variant for four players with two packs."""
    return classic.override(
        "four-player",
        players=4,
        decks=2,
        hand_size=25,
        kitty_size=8,
        airplane_single_wings=WingRule.NONE,
        four_with_two_singles=WingRule.NONE,
        four_with_two_pairs=False,
        triple_with_single=False,
        bombs=BombRule.FOUR_OR_MORE,
        rocket_jokers=4,
        smallest_doubling_bomb=6,
    )


def _team_additive(competition: Ruleset) -> Ruleset:
    """The scoring of a public four-a-side program on the play of `competition`."""
    return competition.override(
        "team-additive",
        all_pass=AllPassRule.VOID,
        doubling=Doubling.OFF,
        redouble=False,
        kitty_shown=KittyShown.AFTER_AUCTION,
        scoring=Scoring.ADD,
    )
