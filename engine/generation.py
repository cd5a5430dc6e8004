"""The plays of a packed hand, leading or responding, put together from the tables.

Owns speed: everything is look-ups by masks of ranks and concatenation of shared tuples. What is
legal is said by `definitions` and `combinations`; the tests compare with both.
"""

from __future__ import annotations

from engine.combinations import BOMB, ROCKET, Combination, Kind
from engine.tables import Body, Tables

_RANKS = 0x7FFF
_ABOVE = tuple(_RANKS & -2 << rank for rank in range(15))
"""The ranks above each rank."""
_OF_ONE_RANK = {Kind.SINGLE: 1, Kind.PAIR: 2, Kind.TRIPLE: 3}


def leads(holding: int, tables: Tables) -> list[int]:
    """Every play that a packed hand may lead, in no particular order."""
    p0, p1, p2, p3, chain, straights, consecutive_pairs, attached = tables.for_leads
    masks0, plays0 = p0[holding & 65535]
    masks1, plays1 = p1[holding >> 16 & 65535]
    masks2, plays2 = p2[holding >> 32 & 65535]
    masks3, plays3 = p3[holding >> 48]
    masks = masks0 | masks1 | masks2 | masks3
    plays = [
        *plays0,
        *plays1,
        *plays2,
        *plays3,
        *straights[masks & chain],
        *consecutive_pairs[masks >> 16 & chain],
    ]
    threes = masks >> 32 & _RANKS
    if not threes:
        return plays
    loose = masks
    if not tables.rules.breaks_bombs_for_triples:
        kept = _kept(masks, holding, tables)
        loose &= kept | kept << 16
    singles_low, singles_high = loose & 255, loose >> 8 & 127
    pairs_low, pairs_high = loose >> 16 & 255, loose >> 24 & 127
    for with_low, with_high, with_low_pair, with_high_pair in attached[threes]:
        plays += with_low[singles_low]
        plays += with_high[singles_high]
        plays += with_low_pair[pairs_low]
        plays += with_high_pair[pairs_high]
    chained = threes & chain
    if chained & chained >> 1:
        plays += tables.airplanes[chained]
        for body in tables.bodies[chained]:
            _winged(plays, masks, holding, tables, body, singles=True)
            _winged(plays, masks, holding, tables, body, singles=False)
    fours = masks >> 48 & _RANKS
    if fours:
        _fours(plays, masks, holding, tables, fours, singles=True)
        _fours(plays, masks, holding, tables, fours, singles=False)
    return list(dict.fromkeys(plays)) if tables.two_readings else plays


def masks_of(holding: int, tables: Tables) -> int:
    """The ranks that a packed hand holds at least once, twice, …: 15 bits each, 16 apart."""
    t0, t1, t2, t3 = tables.masks
    return (
        t0[holding & 65535]
        | t1[holding >> 16 & 65535]
        | t2[holding >> 32 & 65535]
        | t3[holding >> 48]
    )


def responses(holding: int, to_beat: Combination, tables: Tables) -> list[int]:
    """Every play of a packed hand that beats `to_beat`, in no particular order."""
    return answers(holding, masks_of(holding, tables), to_beat, tables)


def answers(holding: int, masks: int, to_beat: Combination, tables: Tables) -> list[int]:
    """The same for who has the masks of the hand already."""
    kind, main, length, _ = to_beat
    plays: list[int]
    copies = _OF_ONE_RANK.get(kind)
    if copies:
        mask = masks >> 16 * (copies - 1) & _ABOVE[main]
        low, high = tables.copies[copies]
        plays = [*low[mask & 255], *high[mask >> 8]]
    elif kind is BOMB or kind is ROCKET:
        return _on_bombs(holding, masks, to_beat, tables)
    else:
        answer, which = _ANSWERS[kind]
        plays = answer(which, holding, masks, tables, main, length)
        if plays and tables.two_readings:
            readings = tables.plays
            plays = [play for play in dict.fromkeys(plays) if readings[play].kind is kind]
    if not tables.rules.bombs_beat_all:
        return plays
    if masks >> 48:
        for size in tables.bomb_sizes:
            _add_copies(plays, tables, size, masks)
    if holding >> 52 == tables.jokers:
        plays.append(tables.rocket)
    return plays


def _on_bombs(holding: int, masks: int, to_beat: Combination, tables: Tables) -> list[int]:
    """What beats a bomb or the rocket."""
    kind, main, _, packed = to_beat
    plays: list[int] = []
    sizes = tables.bomb_sizes
    if kind is ROCKET:
        if not tables.rules.bomb_beats_rocket:
            return plays
    else:
        size = packed >> 4 * main
        _add_copies(plays, tables, size, masks & -2 << 16 * (size - 1) + main)
        sizes = sizes[size - 3 :]
    for larger in sizes:
        _add_copies(plays, tables, larger, masks)
    if kind is BOMB and holding >> 52 == tables.jokers:
        plays.append(tables.rocket)
    return plays


def _add_copies(plays: list[int], tables: Tables, copies: int, masks: int) -> None:
    """Add `copies` cards of every rank that has as many."""
    mask = masks >> 16 * (copies - 1)
    low, high = tables.copies[copies]
    plays += low[mask & 255]
    plays += high[mask >> 8 & 127]


def _kept(masks: int, holding: int, tables: Tables) -> int:
    """The ranks that may be attached where complete bombs and the rocket stay together."""
    kept = _RANKS & ~(masks >> 48)
    return kept & 0x1FFF if holding >> 52 == tables.jokers else kept


def _winged(
    plays: list[int], masks: int, holding: int, tables: Tables, body: Body, singles: bool
) -> None:
    """Add the airplane `body` with every choice of single wings, or of pair wings."""
    packed, number = body.packed, body.length
    if singles:
        most = tables.most_alike_airplane
        wings = _singles(masks, holding, tables, number, body.mask, 3, most, body.beside)
        plays += [packed + wing for wing in wings]
    else:
        wings = _pairs(masks, holding, tables, number, body.mask, 3)
        plays += [packed + 2 * wing for wing in wings]


def _fours(
    plays: list[int], masks: int, holding: int, tables: Tables, fours: int, singles: bool
) -> None:
    """Add every four of the mask `fours` with two singles, or with two pairs."""
    while fours:
        rank = fours.bit_length() - 1
        body = 1 << rank
        fours ^= body
        packed = 4 << 4 * rank
        if singles:
            most = tables.most_alike_four
            wings = _singles(masks, holding, tables, 2, body, 4, most, 0)
            plays += [packed + wing for wing in wings]
        elif tables.rules.four_with_two_pairs:
            wings = _pairs(masks, holding, tables, 2, body, 4)
            plays += [packed + 2 * wing for wing in wings]


def _singles(
    masks: int,
    holding: int,
    tables: Tables,
    number: int,
    body: int,
    copies: int,
    most: int,
    beside: int,
) -> list[int]:
    """The choices of `number` singles, `most` of a rank (two at most of the ranks `beside`)."""
    if not most:
        return []
    rules = tables.rules
    kept = _RANKS if rules.breaks_bombs_for_wings else _kept(masks, holding, tables)
    kept &= ~body
    once = masks & kept
    twice = masks >> 16 & kept if most > 1 else 0
    thrice = masks >> 32 & kept & ~beside if most > 2 else 0
    if rules.wing_of_body_rank:
        once |= masks >> 16 * copies & body
        twice |= masks >> 16 * (copies + 1) & body if most > 1 else 0
        thrice |= masks >> 16 * (copies + 2) & body if most > 2 else 0
    return tables.wings.choices(number, once, twice, thrice)


def _pairs(
    masks: int, holding: int, tables: Tables, number: int, body: int, copies: int
) -> list[int]:
    """The choices of `number` ranks to attach a pair of each, as one card of each."""
    rules = tables.rules
    kept = _RANKS if rules.breaks_bombs_for_wings else _kept(masks, holding, tables)
    kept &= ~body
    once = masks >> 16 & kept
    twice = masks >> 48 & kept if rules.four_of_a_rank_attached else 0
    if rules.wing_of_body_rank:
        once |= masks >> 16 * (copies + 1) & body
        twice |= masks >> 16 * (copies + 3) & body if rules.four_of_a_rank_attached else 0
    return tables.wings.choices(number, once, twice, 0)


def _starts(mask: int, main: int, length: int) -> int:
    """The first ranks of runs of `length` in `mask` whose last rank is above `main`."""
    mask &= -1 << main - length + 2
    while length > 1 and mask:
        mask &= mask >> 1
        length -= 1
    return mask


def _answer_triples(
    pairs: int, holding: int, masks: int, tables: Tables, main: int, length: int
) -> list[int]:
    """Triples above `main` with a single (`pairs` 0) or a pair (`pairs` 1)."""
    plays: list[int] = []
    threes = masks >> 32 & _ABOVE[main]
    if threes:
        loose = masks >> 16 if pairs else masks
        if not tables.rules.breaks_bombs_for_triples:
            loose &= _kept(masks, holding, tables)
        low, high = loose & 255, loose >> 8 & 127
        for halves in tables.attached[threes]:
            plays += halves[2 * pairs][low]
            plays += halves[2 * pairs + 1][high]
    return plays


def _answer_chains(
    copies: int, holding: int, masks: int, tables: Tables, main: int, length: int
) -> list[int]:
    """Chains of `length` ranks with `copies` cards of each, up to a rank above `main`."""
    starts = _starts(masks >> 16 * (copies - 1) & tables.chain_mask, main, length)
    if not starts:
        return []
    runs = tables.runs[copies]
    return [runs[first][length] for first in range(starts.bit_length()) if starts >> first & 1]


def _answer_airplanes(
    pairs: int, holding: int, masks: int, tables: Tables, main: int, length: int
) -> list[int]:
    """Airplanes of `length` triples up to a rank above `main`, with singles or with pairs."""
    plays: list[int] = []
    chained = masks >> 32 & tables.chain_mask
    if _starts(chained, main, length):
        for body in tables.bodies[chained]:
            if body.length == length and body.main > main:
                _winged(plays, masks, holding, tables, body, singles=not pairs)
    return plays


def _answer_fours(
    pairs: int, holding: int, masks: int, tables: Tables, main: int, length: int
) -> list[int]:
    """Fours above `main` with two singles or with two pairs."""
    plays: list[int] = []
    fours = masks >> 48 & _ABOVE[main]
    if fours:
        _fours(plays, masks, holding, tables, fours, singles=not pairs)
    return plays


_ANSWERS = {
    Kind.TRIPLE_WITH_SINGLE: (_answer_triples, 0),
    Kind.TRIPLE_WITH_PAIR: (_answer_triples, 1),
    Kind.STRAIGHT: (_answer_chains, 1),
    Kind.CONSECUTIVE_PAIRS: (_answer_chains, 2),
    Kind.AIRPLANE: (_answer_chains, 3),
    Kind.AIRPLANE_WITH_SINGLES: (_answer_airplanes, 0),
    Kind.AIRPLANE_WITH_PAIRS: (_answer_airplanes, 1),
    Kind.FOUR_WITH_TWO_SINGLES: (_answer_fours, 0),
    Kind.FOUR_WITH_TWO_PAIRS: (_answer_fours, 1),
}
"""How each shape of more than one rank is answered, and the number that tells it which."""
