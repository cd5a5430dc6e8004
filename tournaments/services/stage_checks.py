"""What the settings of a stage may be: the checks that its making and its changing share."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine import comparison
from engine.movements.four_a_side import SCHEME
from tournaments.errors import EventRefused
from tournaments.formats import format_of, ranks_by_matches
from tournaments.models import CarryOver, Event, Stage, StageKind
from tournaments.tie_chain import OFFERED

#: Minutes of a day.
LONGEST_ROUND = 1440
MOST_CAP = 9999
MOST_RESERVES = 4
LEAST_LEFT = 3
#: Characters of a public value, and of its name.
LONGEST_VALUE = 200
#: Ranks that may bring title points, and how many one may bring.
MOST_PLACES = 1000
MOST_TITLE_POINTS = 1_000_000
#: Where points are compared: the most that average plus brings a board.
MOST_AWARD = 100


def check_stage(
    *,
    hands: int,
    rounds: int,
    boards_per_round: int,
    kind: str,
    method: str,
    scoring: str,
    bye_award: int,
    round_minutes: int | None = None,
    cap: int | None = None,
    sessions: int = 1,
    out_until: int = 6,
    reserve_boards: int = 0,
) -> None:
    """Raise EventRefused for the first setting of a stage that cannot be."""
    if kind not in StageKind.values:
        raise EventRefused("unknown_format", _("There is no such format."), kind=kind)
    if hands not in format_of(kind).hands:
        sentence = _("This format is not for the ruleset of the event, with %(hands)d hands.")
        raise EventRefused("unsuitable_ruleset", sentence % {"hands": hands}, hands=hands)
    if method not in format_of(kind).methods:
        raise EventRefused("unknown_method", _("There is no such comparison."), method=method)
    if scoring not in format_of(kind).scorings:
        sentence = _("This format is not ranked by that.")
        raise EventRefused("unsuitable_scoring", sentence, scoring=scoring)
    if not 1 <= rounds <= 1500:
        raise EventRefused("rounds_out_of_range", _("A stage has from 1 to 1500 rounds."))
    if not 1 <= boards_per_round <= 100:
        raise EventRefused("boards_out_of_range", _("A round has from 1 to 100 boards."))
    if format_of(kind).partners and boards_per_round % len(SCHEME):
        sentence = _("Four-a-side has a multiple of four boards a round: all are idle as often.")
        raise EventRefused("boards_not_in_fours", sentence)
    if cap is not None and not 1 <= cap <= MOST_CAP:
        sentence = _("The cap of a board is from 1 to %(most)d.") % {"most": MOST_CAP}
        raise EventRefused("cap_out_of_range", sentence)
    most = 1 if format_of(kind).circulates else rounds
    if not 1 <= sessions <= most:
        sentence = _("This stage has from 1 to %(most)d sessions.")
        raise EventRefused("sessions_out_of_range", sentence % {"most": most}, most=most)
    if not 0 <= reserve_boards <= MOST_RESERVES:
        sentence = _("A round has from 0 to %(most)d reserve boards.") % {"most": MOST_RESERVES}
        raise EventRefused("reserves_out_of_range", sentence)
    if reserve_boards and not (format_of(kind).is_barometer or kind == StageKind.INDIVIDUAL_SWISS):
        sentence = _("Only barometer, fixed boards and individual Swiss have reserve boards.")
        raise EventRefused("no_reserves_in_format", sentence)
    if out_until < LEAST_LEFT:
        raise EventRefused("out_until_too_small", _("At least three are left in a score-out."))
    if not 0 <= bye_award <= 100:
        raise EventRefused("bye_award_out_of_range", _("A bye scores from 0 to 100 %."))
    if round_minutes is not None and not 1 <= round_minutes <= LONGEST_ROUND:
        raise EventRefused("minutes_out_of_range", _("A round takes from 1 to 1440 minutes."))


def check_awards(awards: Sequence[int], method: str) -> None:
    """Raise EventRefused("bad_awards") unless there are none, or three that a method can have."""
    least, most = (0, 100) if comparison.get(method).has_top else (-MOST_AWARD, MOST_AWARD)
    fits = len(awards) == 3 and most >= awards[0] >= awards[1] >= awards[2] >= least
    if awards and not fits:
        sentence = _(
            "Average plus, average and average minus are three numbers from %(most)d down to"
            " %(least)d, such as 60, 50, 40 (per cent) or 2, 0, -2 (points a board)."
        )
        words = {"least": least, "most": most}
        raise EventRefused("bad_awards", sentence % words, **words)


def awards_from(text: str) -> list[int]:
    """Awards as a person writes them: "60, 50, 40". Raises EventRefused("bad_awards")."""
    words = text.replace("，", ",").replace("−", "-").replace(",", " ").split()
    numbers = [word.removeprefix("-") for word in words]
    if not all(number.isascii() and number.isdigit() for number in numbers):
        sentence = _("Write average plus, average and average minus as three numbers: 60, 50, 40.")
        raise EventRefused("bad_awards", sentence)
    return [int(word[:9]) for word in words]


def check_pairs(forbidden: Sequence[Sequence[int]]) -> None:
    """Raise EventRefused("bad_forbidden_pair") unless each is two different entrants' numbers."""
    for pair in forbidden:
        if len(pair) != 2 or pair[0] == pair[1] or min(pair) < 1:
            shown = "-".join(map(str, pair))
            sentence = _("A forbidden pair is two different numbers of entrants, not %(pair)s.")
            raise EventRefused("bad_forbidden_pair", sentence % {"pair": shown}, pair=list(pair))


def check_value_name(name: str) -> None:
    """Raise EventRefused("bad_value_name") unless it is empty, or can name a public value."""
    if name and not is_plain(name):
        sentence = _("A public value is named in at most %(most)d characters of one line.")
        raise EventRefused("bad_value_name", sentence % {"most": LONGEST_VALUE})


def is_plain(text: str) -> bool:
    """Whether it can be committed to and typed again: one line, not empty, no outer space."""
    return 0 < len(text) <= LONGEST_VALUE and text == text.strip() and text.isprintable()


def pairs_from(text: str) -> list[list[int]]:
    """Pairs as a person writes them: "3-7, 5-9". Raises EventRefused("bad_forbidden_pair")."""
    pairs = []
    for word in text.replace(",", " ").replace("，", " ").split():
        numbers = word.split("-")
        if len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers):
            sentence = _("A forbidden pair is two different numbers of entrants, not %(pair)s.")
            raise EventRefused("bad_forbidden_pair", sentence % {"pair": word[:40]}, pair=word[:40])
        pairs.append([int(number[:9]) for number in numbers])
    check_pairs(pairs)
    return pairs


def pairs_text(forbidden: Sequence[Sequence[int]]) -> str:
    """Pairs as `pairs_from` reads them."""
    return ", ".join(f"{one}-{other}" for one, other in forbidden)


def check_title_points(table: Sequence[int]) -> None:
    """Raise EventRefused("bad_title_points") unless each is a whole number that is not negative."""
    if len(table) > MOST_PLACES or any(not 0 <= points <= MOST_TITLE_POINTS for points in table):
        sentence = _("Title points are at most %(places)d whole numbers from 0 to %(most)d.")
        words = {"places": MOST_PLACES, "most": MOST_TITLE_POINTS}
        raise EventRefused("bad_title_points", sentence % words)


def title_points_from(text: str) -> list[int]:
    """Points as a person writes them: "25, 18, 15". Raises EventRefused("bad_title_points")."""
    words = text.replace(",", " ").replace("，", " ").replace("、", " ").split()
    if not all(word.isascii() and word.isdigit() for word in words):
        sentence = _("Write the title points of rank 1, rank 2, … as whole numbers: 25, 18, 15.")
        raise EventRefused("bad_title_points", sentence)
    table = [int(word[:9]) for word in words]
    check_title_points(table)
    return table


def check_ranking(
    event: Event,
    kind: str,
    method: str,
    scoring: str,
    tie_breaks: Sequence[str],
    source: Stage | None,
    first_rank: int,
    last_rank: int | None,
    carry_over: str,
    carry_share: int,
) -> None:
    """Raise EventRefused for the first that cannot be of how ties and qualification are settled.

    Codes: `unknown_tie_break`, `source_of_another_event`, `ranks_out_of_order`,
    `unknown_carry_over`, `carry_share_out_of_range`, `carry_over_of_another_method`.
    """
    unknown = [name for name in tie_breaks if name not in OFFERED]
    if unknown or len(set(tie_breaks)) < len(tie_breaks):
        sentence = _("Tie-breaks are different steps of: %(known)s.")
        raise EventRefused("unknown_tie_break", sentence % {"known": ", ".join(OFFERED)})
    if carry_over not in CarryOver.values:
        raise EventRefused("unknown_carry_over", _("There is no such carry-over."))
    if not 1 <= carry_share <= 100:
        raise EventRefused("carry_share_out_of_range", _("A share is from 1 to 100 %."))
    if first_rank < 1 or (last_rank is not None and last_rank < first_rank):
        raise EventRefused("ranks_out_of_order", _("The ranks that qualify go from low to high."))
    if source is None:
        return
    if source.event_id != event.pk:
        raise EventRefused("source_of_another_event", _("That stage belongs to another event."))
    if carry_over != CarryOver.NONE:
        check_carry_over((source.kind, source.method, source.scoring), (kind, method, scoring))


Ranking = tuple[str, str, str]
"""The kind of a stage, its comparison, and what it ranks by."""


def check_carry_over(source: Ranking, stage: Ranking) -> None:
    """Raise EventRefused("carry_over_of_another_method") unless both count the same.

    Both have percentages of boards, or signed scores of one comparison, or both victory points, won
    matches, or margins of matches.
    """
    if any(format_of(kind).knockout for kind, _method, _scoring in (source, stage)):
        sentence = _("A knockout has no scores: nothing is carried over from it or into it.")
        raise EventRefused("carry_over_of_another_method", sentence)
    by_matches = [ranks_by_matches(kind, scoring) for kind, _method, scoring in (source, stage)]
    if by_matches[0] != by_matches[1]:
        sentence = _(
            "One of the two stages is ranked by matches and the other by boards: their scores do"
            " not add up. Carry nothing over, or rank both alike."
        )
        raise EventRefused("carry_over_of_another_method", sentence)
    percentages = all(comparison.get(method).has_top for _k, method, _s in (source, stage))
    same = source[2] == stage[2] if by_matches[0] else percentages or source[1] == stage[1]
    if not same:
        sentence = _("Scores of another kind of comparison cannot be carried over.")
        raise EventRefused("carry_over_of_another_method", sentence)
