"""What is wrong with a set of cards that is no combination: the most telling reason, as a code.

Owns the diagnosis: every way of reading the cards as a body with attachments is tried, and the
reading with the least wrong gives the reason. It never decides what is legal (`combinations`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.cards import ACE, BLACK, RANKS, RED, TWO, unpack
from engine.definitions import MOST_ALIKE, chain_top
from engine.rulesets import PlayRules, WingRule


class Fault(NamedTuple):
    """A reason: its stable code and what fills its sentence in."""

    code: str
    params: dict[str, Any]


Counts = list[int]
Reading = tuple[list[Fault], int]
"""All that is wrong with one way of reading the cards, and the number of ranks in its body."""

CODES: dict[str, int] = {
    "four_of_a_rank_attached": 10,
    "both_jokers_attached": 11,
    "wings_alike": 12,
    "triple_next_to_body": 13,
    "no_single_wings": 14,
    "no_triple_with_single": 15,
    "no_four_with_two": 16,
    "two_in_chain": 17,
    "chain_too_short": 18,
    "triple_with_two_singles": 19,
    "mixed_wings": 20,
    "wing_of_body_rank": 30,
    "attached_not_pairs": 40,
    "wrong_number_attached": 50,
    "triples_not_consecutive": 45,
    "gap_in_chain": 70,
    "jokers_no_pair": 80,
    "rocket_incomplete": 80,
    "too_many_cards": 90,
    "different_ranks": 99,
}
"""All codes of this module, with how badly each speaks against a reading that has it."""


def fault(packed: int, rules: PlayRules) -> Fault:
    """Why `packed`, which is no combination under `rules`, is none."""
    counts = list(unpack(packed))
    readings = [*_jokers(counts, rules), *_chains(counts, rules)]
    readings += [*_triples(counts, rules), *_fours(counts, rules)]
    if not readings:
        return Fault("different_ranks", {})
    faults, _ = min(readings, key=_badness)
    return faults[0]


def _badness(reading: Reading) -> tuple[int, int]:
    faults, length = reading
    return sum(CODES[one.code] for one in faults), -length


def _ranks(counts: Counts) -> list[int]:
    return [rank for rank, count in enumerate(counts) if count]


def _jokers(counts: Counts, rules: PlayRules) -> Iterator[Reading]:
    """Jokers alone that are not the whole rocket."""
    if any(counts[:BLACK]) or not (counts[BLACK] and counts[RED]):
        return
    if sum(counts) == 2:
        yield [Fault("jokers_no_pair", {})], 2
    else:
        yield [Fault("rocket_incomplete", {"jokers": 2 * rules.decks})], 2


def _chains(counts: Counts, rules: PlayRules) -> Iterator[Reading]:
    """One, two or three cards of each of several ranks."""
    ranks = _ranks(counts)
    copies = counts[ranks[0]]
    if len(ranks) < 2 or copies > 3 or any(counts[rank] != copies for rank in ranks):
        return
    least = {1: rules.min_straight, 2: rules.min_pairs, 3: rules.min_airplane}[copies]
    consecutive = ranks[-1] - ranks[0] == len(ranks) - 1
    above = [rank for rank in ranks if rank > chain_top(rules)]
    length = len(ranks)
    if length >= least and above:
        if consecutive or _goes_round(ranks):
            yield [Fault("two_in_chain", {"rank": RANKS[above[0]]})], length
    elif above or length < 3 - copies // 2:
        return
    elif length < least and consecutive:
        yield [Fault("chain_too_short", {"least": least, "given": length})], length
    elif length >= least and copies < 3:
        yield [Fault("gap_in_chain", {"rank": _gap(ranks)})], length


def _goes_round(ranks: list[int]) -> bool:
    """Whether the ranks are consecutive where the 2, and the ace, count as low."""
    low = sorted(rank - TWO - 1 if rank in (ACE, TWO) else rank for rank in ranks)
    return TWO in ranks and low[-1] - low[0] == len(low) - 1


def _gap(ranks: list[int]) -> str:
    """The first rank that is missing between the lowest and the highest."""
    return next(RANKS[rank] for rank in range(ranks[0], ranks[-1]) if rank not in ranks)


def _triples(counts: Counts, rules: PlayRules) -> Iterator[Reading]:
    """A triple, or a run of triples, with the rest attached."""
    for first in range(TWO + 1):
        for last in range(first, TWO + 1):
            if counts[last] < 3:
                break
            rest = list(counts)
            for rank in range(first, last + 1):
                rest[rank] -= 3
            body = range(first, last + 1)
            found = list(_body_faults(body, rules))
            attached = _triple_faults(body, rest, rules) if any(rest) else []
            found += attached
            if found:
                yield found, len(body)
    triples = [rank for rank in range(TWO + 1) if counts[rank] >= 3]
    if len(triples) > 1 and triples[-1] - triples[0] != len(triples) - 1:
        yield [Fault("triples_not_consecutive", {})], len(triples)


def _body_faults(body: range, rules: PlayRules) -> Iterator[Fault]:
    if len(body) > 1 and body[-1] > chain_top(rules):
        yield Fault("two_in_chain", {"rank": RANKS[body[-1]]})
    if 1 < len(body) < rules.min_airplane:
        yield Fault("chain_too_short", {"least": rules.min_airplane, "given": len(body)})


def _triple_faults(body: range, rest: Counts, rules: PlayRules) -> list[Fault]:
    length, number = len(body), sum(rest)
    if number == length:
        return list(_single_faults(body, rest, rules, rules.airplane_single_wings))
    if number == 2 * length and all(count % 2 == 0 for count in rest):
        return list(_pair_faults(body, rest, rules))
    if length == 1 and number == 2:
        return [Fault("triple_with_two_singles", {})]
    pairs = number - length
    if 0 < pairs < length and sum(count // 2 for count in rest) >= pairs:
        return [Fault("mixed_wings", {})]
    if number == 2 * length:
        return [Fault("attached_not_pairs", {"pairs": length})]
    return [
        Fault("wrong_number_attached", {"singles": length, "cards": 2 * length, "given": number})
    ]


def _single_faults(
    body: range, rest: Counts, rules: PlayRules, rule: WingRule, copies: int = 3
) -> Iterator[Fault]:
    """What is wrong with `rest` as single attachments of `body`."""
    alone = copies == 3 and len(body) == 1
    if alone and not rules.triple_with_single:
        yield Fault("no_triple_with_single", {})
    elif not alone and rule is WingRule.NONE:
        yield Fault("no_single_wings" if copies == 3 else "no_four_with_two", {})
        return
    yield from _shared_faults(body, rest, rules)
    if alone:
        return
    most, top = MOST_ALIKE[rule], chain_top(rules)
    for rank, count in enumerate(rest):
        if count == 4 and not rules.four_of_a_rank_attached:
            continue
        if count > most:
            yield Fault("wings_alike", {"most": most, "rank": RANKS[rank]})
        elif count == copies == 3 and rank in (body.start - 1, body.stop) and rank <= top:
            yield Fault("triple_next_to_body", {"rank": RANKS[rank]})


def _pair_faults(body: range, rest: Counts, rules: PlayRules) -> Iterator[Fault]:
    """What is wrong with `rest`, all even counts, as pairs attached to `body`."""
    yield from _shared_faults(body, rest, rules)


def _shared_faults(body: range, rest: Counts, rules: PlayRules) -> Iterator[Fault]:
    for rank in body:
        if rest[rank] and not rules.wing_of_body_rank:
            yield Fault("wing_of_body_rank", {"rank": RANKS[rank]})
    if rest[BLACK] and rest[RED] and not rules.both_jokers_attached:
        yield Fault("both_jokers_attached", {})
    for rank, count in enumerate(rest):
        if count >= 4 and not rules.four_of_a_rank_attached and rank not in body:
            yield Fault("four_of_a_rank_attached", {"rank": RANKS[rank]})


def _fours(counts: Counts, rules: PlayRules) -> Iterator[Reading]:
    """Four of a rank with the rest attached; or more of one rank than a bomb has."""
    for rank in range(TWO + 1):
        if counts[rank] < 4:
            continue
        rest = list(counts)
        rest[rank] -= 4
        body, number = range(rank, rank + 1), sum(rest)
        if number == rest[rank]:
            yield [Fault("too_many_cards", {"rank": RANKS[rank]})], 1
            continue
        found: list[Fault] = []
        pairs = number == 4 and all(count % 2 == 0 for count in rest)
        allowed = rules.four_with_two_singles is not WingRule.NONE or rules.four_with_two_pairs
        if not allowed:
            found.append(Fault("no_four_with_two", {}))
        elif number == 2:
            found += _single_faults(body, rest, rules, rules.four_with_two_singles, 4)
        elif pairs:
            if not rules.four_with_two_pairs:
                found.append(Fault("no_four_with_two", {}))
            found += _pair_faults(body, rest, rules)
        elif number == 4:
            found.append(Fault("attached_not_pairs", {"pairs": 2}))
        else:
            found.append(
                Fault("wrong_number_attached", {"singles": 2, "cards": 4, "given": number})
            )
        if found:
            yield found, 1
