"""The rules of combinations written out: every play there is under given adjudications.

Owns the definition; `tables` and `moves` are its fast form and are tested against it. It knows
packs, not hands: what depends on a holding is decided by `combinations.breaks_bomb`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import ACE, BLACK, RED, TWO, UNIT, count_cards
from engine.combinations import Combination, Kind
from engine.rulesets import BombRule, PlayRules, WingRule

MOST_ALIKE = {
    WingRule.NONE: 0,
    WingRule.ALL_DIFFERENT: 1,
    WingRule.AT_MOST_TWO: 2,
    WingRule.AT_MOST_THREE: 3,
}
"""How many single attachments of one combination may share a rank."""


def chain_top(rules: PlayRules) -> int:
    """The highest rank that a chain may reach."""
    return TWO if rules.twos_in_chains else ACE


def bomb_sizes(rules: PlayRules) -> range:
    """The numbers of cards a bomb may have."""
    return range(4, 4 * rules.decks + 1) if rules.bombs is BombRule.FOUR_OR_MORE else range(4, 5)


def all_plays(rules: PlayRules) -> dict[int, Combination]:
    """Every set of cards that is a combination, by its packed counts, up to the largest hand.

    Where adjudications leave a set two readings, it has the one with fewer attachments, then
    the higher one.
    """
    plays: dict[int, Combination] = {}
    for combination in all_readings(rules):
        other = plays.get(combination.packed)
        if other is None or _preference(combination) > _preference(other):
            plays[combination.packed] = combination
    return plays


def _preference(combination: Combination) -> tuple[int, int]:
    return -count_cards(combination.attached), combination.main


def all_readings(rules: PlayRules) -> Iterator[Combination]:
    """Every combination as the rules list them; a set of cards with two readings comes twice."""
    yield from groups(rules)
    yield from _triples_with_one(rules)
    chains = (
        (Kind.STRAIGHT, 1, rules.min_straight),
        (Kind.CONSECUTIVE_PAIRS, 2, rules.min_pairs),
        (Kind.AIRPLANE, 3, rules.min_airplane),
    )
    for kind, copies, shortest in chains:
        for main, length, body in _chains(rules, copies, shortest):
            yield Combination(kind, main, length, body)
    yield from _airplanes_with_wings(rules)
    yield from _fours_with_two(rules)


def groups(rules: PlayRules) -> Iterator[Combination]:
    """The combinations of one rank, and the rocket."""
    for rank, unit in enumerate(UNIT):
        copies = rules.decks if rank >= BLACK else 4 * rules.decks
        for number, kind in ((1, Kind.SINGLE), (2, Kind.PAIR), (3, Kind.TRIPLE)):
            if number <= copies:
                yield Combination(kind, rank, 1, number * unit)
        if rank < BLACK:
            for size in bomb_sizes(rules):
                yield Combination(Kind.BOMB, rank, 1, size * unit)
    yield Combination(Kind.ROCKET, RED, 1, rules.decks * (UNIT[BLACK] + UNIT[RED]))


def _triples_with_one(rules: PlayRules) -> Iterator[Combination]:
    for triple in range(TWO + 1):
        for rank, unit in enumerate(UNIT):
            if rank == triple:
                continue
            if rules.triple_with_single:
                packed = 3 * UNIT[triple] + unit
                yield Combination(Kind.TRIPLE_WITH_SINGLE, triple, 1, packed)
            if rank < BLACK or rules.decks == 2:
                packed = 3 * UNIT[triple] + 2 * unit
                yield Combination(Kind.TRIPLE_WITH_PAIR, triple, 1, packed)


def _chains(rules: PlayRules, copies: int, shortest: int) -> Iterator[tuple[int, int, int]]:
    """Main rank, length and cards of every chain with so many cards of each rank."""
    for first in range(chain_top(rules) + 1):
        body = 0
        for last in range(first, chain_top(rules) + 1):
            body += copies * UNIT[last]
            length = last - first + 1
            if length >= shortest and length * copies <= rules.largest_hand:
                yield last, length, body


def _airplanes_with_wings(rules: PlayRules) -> Iterator[Combination]:
    for main, length, body in _chains(rules, 3, rules.min_airplane):
        ranks = range(main - length + 1, main + 1)
        if 4 * length <= rules.largest_hand:
            caps = single_caps(rules, rules.airplane_single_wings, ranks, 3)
            for wings in choose(caps, length, rules.both_jokers_attached):
                yield Combination(Kind.AIRPLANE_WITH_SINGLES, main, length, body + wings)
        if 5 * length <= rules.largest_hand:
            for wings in choose(pair_caps(rules, ranks, 3), length, rules.both_jokers_attached):
                yield Combination(Kind.AIRPLANE_WITH_PAIRS, main, length, body + 2 * wings)


def _fours_with_two(rules: PlayRules) -> Iterator[Combination]:
    for main in range(TWO + 1):
        ranks, body = range(main, main + 1), 4 * UNIT[main]
        caps = single_caps(rules, rules.four_with_two_singles, ranks, 4)
        for wings in choose(caps, 2, rules.both_jokers_attached):
            yield Combination(Kind.FOUR_WITH_TWO_SINGLES, main, 1, body + wings)
        if rules.four_with_two_pairs:
            for wings in choose(pair_caps(rules, ranks, 4), 2, rules.both_jokers_attached):
                yield Combination(Kind.FOUR_WITH_TWO_PAIRS, main, 1, body + 2 * wings)


def single_caps(rules: PlayRules, rule: WingRule, body: range, copies: int) -> list[int]:
    """How many single attachments each rank may give to a body of `copies` cards a rank."""
    caps = []
    for rank in range(len(UNIT)):
        cap = min(MOST_ALIKE[rule], _left(rules, body, copies, rank))
        beside = copies == 3 and rank in (body.start - 1, body.stop) and rank <= chain_top(rules)
        caps.append(min(cap, 2) if beside else cap)
    return caps


def pair_caps(rules: PlayRules, body: range, copies: int) -> list[int]:
    """How many pairs each rank may give to a body of `copies` cards a rank."""
    most = 2 if rules.four_of_a_rank_attached else 1
    return [min(most, _left(rules, body, copies, rank) // 2) for rank in range(len(UNIT))]


def _left(rules: PlayRules, body: range, copies: int, rank: int) -> int:
    """How many cards of `rank` the packs have besides the body."""
    if rank >= BLACK:
        return rules.decks
    if rank in body:
        return 4 * rules.decks - copies if rules.wing_of_body_rank else 0
    return 4 * rules.decks


def choose(caps: list[int], number: int, both_jokers: bool) -> list[int]:
    """Every choice of `number` attachments, packed as counts, with at most `caps` of a rank.

    Unless `both_jokers`, none has a black and a red joker.
    """
    return choose_up_to(caps, number, both_jokers)[number]


def choose_up_to(caps: list[int], most: int, both_jokers: bool) -> list[list[int]]:
    """The choices of 0, 1, … `most` attachments, as `choose` has them."""
    by_size: list[list[int]] = [[0], *([] for _ in range(most))]
    for rank, cap in enumerate(caps):
        if not cap:
            continue
        for size in range(most, 0, -1):
            for count in range(1, min(cap, size) + 1):
                added = count * UNIT[rank]
                smaller = by_size[size - count]
                if rank == RED and not both_jokers:
                    smaller = [packed for packed in smaller if not packed >> 4 * BLACK]
                by_size[size] += [packed + added for packed in smaller]
    return by_size
