"""The words by which pages, the admin and letters name what is stored: cards, states, methods.

One table a kind of thing. How values are printed is `templatetags.fushi`.
"""

from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.combinations import Kind

SUIT_NAMES = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}
JOKERS = {
    "RJ": ("大王", "red", gettext_lazy("red joker")),
    "BJ": ("小王", "black-joker", gettext_lazy("black joker")),
}
COMBINATIONS = {
    Kind.SINGLE: gettext_lazy("single"),
    Kind.PAIR: gettext_lazy("pair"),
    Kind.TRIPLE: gettext_lazy("triple"),
    Kind.TRIPLE_WITH_SINGLE: gettext_lazy("triple with single"),
    Kind.TRIPLE_WITH_PAIR: gettext_lazy("triple with pair"),
    Kind.STRAIGHT: gettext_lazy("straight"),
    Kind.CONSECUTIVE_PAIRS: gettext_lazy("consecutive pairs"),
    Kind.AIRPLANE: gettext_lazy("airplane"),
    Kind.AIRPLANE_WITH_SINGLES: gettext_lazy("airplane with singles"),
    Kind.AIRPLANE_WITH_PAIRS: gettext_lazy("airplane with pairs"),
    Kind.FOUR_WITH_TWO_SINGLES: gettext_lazy("four with two singles"),
    Kind.FOUR_WITH_TWO_PAIRS: gettext_lazy("four with two pairs"),
    Kind.BOMB: gettext_lazy("bomb"),
    Kind.ROCKET: gettext_lazy("rocket"),
}
METHODS = {
    "matchpoints": gettext_lazy("matchpoints"),
    "cross": gettext_lazy("cross-difference"),
    "total": gettext_lazy("total points"),
    "cross-imp": gettext_lazy("cross-IMP"),
    "datum": gettext_lazy("datum (Butler)"),
    "capped": gettext_lazy("capped difference"),
    "board-a-match": gettext_lazy("board-a-match"),
    "rank": gettext_lazy("points for the place"),
}
TIE_BREAKS = {
    "margin": gettext_lazy("margin of the boards"),
    "head_to_head": gettext_lazy("direct comparison"),
    "beaten_opponents": gettext_lazy("mean of beaten opponents"),
    "tops": gettext_lazy("best results"),
    "count_back": gettext_lazy("count-back"),
    "total_points": gettext_lazy("points in all"),
    "time": gettext_lazy("time used a board (seconds)"),
    "lot": gettext_lazy("lot"),
}
#: The columns of a list of entrants.
#: Each is a header under which a list is read in that language, too.
COLUMNS = {
    "name": pgettext_lazy("column of a list", "name"),
    "club": gettext_lazy("club"),
    "country": gettext_lazy("country"),
    "number": gettext_lazy("number"),
    "team": gettext_lazy("team"),
    "rating": gettext_lazy("rating"),
    "categories": gettext_lazy("categories"),
}
ROUND_STATES = {
    "drawn": gettext_lazy("drawn"),
    "released": gettext_lazy("released"),
    "playing": gettext_lazy("in play"),
    "finished": gettext_lazy("finished"),
}
PLAY_STATES = {
    "drawn": gettext_lazy("to come"),
    "scheduled": gettext_lazy("no result yet"),
    "playing": gettext_lazy("in play"),
    "finished": gettext_lazy("finished, not open yet"),
    "not_played": gettext_lazy("not played at this table"),
}
DELIVERY_STATES = {
    "waiting": gettext_lazy("waits to be sent"),
    "failing": gettext_lazy("not accepted, tried again later"),
    "parked": gettext_lazy("not accepted, not tried any more"),
    "sent": gettext_lazy("sent"),
    "dropped": gettext_lazy("not needed any more"),
}
EVENT_STATES = {
    "draft": gettext_lazy("coming"),
    "running": gettext_lazy("running"),
    "finished": gettext_lazy("finished"),
}
RULINGS = {
    "average": gettext_lazy("average"),
    "average_plus": gettext_lazy("average plus"),
    "average_minus": gettext_lazy("average minus"),
    "assigned": gettext_lazy("assigned"),
    "weighted": gettext_lazy("weighted"),
}
