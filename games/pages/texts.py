"""Every sentence that the scripts of the table client show, by key, in the language in force.

Texts only. `{name}` is filled in by the page. A test compares the keys with those in the scripts.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

GENERAL: dict[str, str | Promise] = {
    "name": _("My table"),
    "title": _("My table · Fushi"),
    "turn": _("your turn"),
    "announced": _("The director: {text}"),
    "spoken": _("{name}: {what}."),
    "place.round": _("R{number}"),
    "place.table": _("Table {number}"),
    "place.board": _("Board {number}"),
    "place.practice": _("Practice"),
    "link.live": _("connected"),
    "link.polling": _("connected, asking every few seconds"),
    "link.stale": _("reconnecting"),
    "sign_in.unreachable": _("The server does not answer. Check the network and try again."),
    "ended.taken_over": _(
        "Another device has taken this seat over. To play here, sign in with your code again."
    ),
    "ended.signed_out": _("This device has been signed out. Sign in with your code again."),
}
CARDS: dict[str, str | Promise] = {
    "card.name": _("{rank} of {suit}"),
    "card.red_joker": _("red joker"),
    "card.black_joker": _("black joker"),
    "suit.c": _("clubs"),
    "suit.d": _("diamonds"),
    "suit.h": _("hearts"),
    "suit.s": _("spades"),
    "shape.single": _("single"),
    "shape.pair": _("pair"),
    "shape.triple": _("triple"),
    "shape.triple_with_single": _("triple with single"),
    "shape.triple_with_pair": _("triple with pair"),
    "shape.straight": _("straight"),
    "shape.consecutive_pairs": _("consecutive pairs"),
    "shape.airplane": _("airplane"),
    "shape.airplane_with_singles": _("airplane with singles"),
    "shape.airplane_with_pairs": _("airplane with pairs"),
    "shape.four_with_two_singles": _("four with two singles"),
    "shape.four_with_two_pairs": _("four with two pairs"),
    "shape.bomb": _("bomb"),
    "shape.rocket": _("rocket"),
    "kitty": _("Kitty"),
}
PEOPLE: dict[str, str | Promise] = {
    "role.landlord": pgettext_lazy("a badge", "Landlord"),
    "role.farmer": pgettext_lazy("a badge", "Farmer"),
    "badge.doubled": _("has doubled"),
    "badge.redoubled": _("has redoubled"),
    "count.left": _("cards left"),
    "count.one": _("last card"),
    "count.two": _("two cards"),
    "seat.to_act": _("to act"),
    "said.pass": _("pass"),
}
ACTIONS: dict[str, str | Promise] = {
    "bid.0": pgettext_lazy("a button", "No bid"),
    "bid.1": pgettext_lazy("a button", "Bid 1"),
    "bid.2": pgettext_lazy("a button", "Bid 2"),
    "bid.3": pgettext_lazy("a button", "Bid 3"),
    "double.no": pgettext_lazy("a button", "No double"),
    "double.yes": pgettext_lazy("a button", "Double"),
    "redouble.no": pgettext_lazy("a button", "No redouble"),
    "redouble.yes": pgettext_lazy("a button", "Redouble"),
    "do.pass": pgettext_lazy("a button", "Pass"),
    "do.hint": pgettext_lazy("a button", "Hint"),
    "do.hint_of": pgettext_lazy("a button", "Hint {now} of {all}"),
    "do.play": pgettext_lazy("a button", "Play"),
    "do.next": pgettext_lazy("a button", "Next"),
    "do.others": pgettext_lazy("a button", "How others did"),
    "do.another": pgettext_lazy("a button", "Another board"),
    "sure.bomb": _("Sure? A bomb"),
    "sure.rocket": _("Sure? The rocket"),
    "sure.breaks": _("Break a bomb?"),
    "sure.pass": _("Pass to a last card?"),
    "chosen.kept": _("chosen: {cards}"),
    "chosen.no_combination": _("{cards} is no combination you may lead"),
    "chosen.does_not_beat": _("{cards} does not beat the play on the table"),
}
ASKED: dict[str, str | Promise] = {
    "asked.bid": _("Your turn: what do you bid?"),
    "asked.double": _("Do you double? It stays sealed until both farmers have chosen."),
    "asked.redouble": _("A farmer has doubled. Do you redouble?"),
    "asked.lead": _("Your turn: lead"),
    "asked.beat": _("Your turn: beat {cards} of {name}"),
    "asked.beat_partner": _("Your turn: beat {cards} of {name}, your partner"),
    "asked.nothing": _("Nothing you hold beats {cards}"),
    "asked.they_bid": _("{name} is to bid"),
    "asked.farmers_choose": _("The farmers decide whether to double"),
    "asked.they_redouble": _("{name} decides whether to redouble"),
    "asked.they_play": _("{name} is to play"),
    "asked.sealed_double": _("Sealed: you double. Both choices are shown together."),
    "asked.sealed_no_double": _("Sealed: you do not double. Both choices are shown together."),
    "asked.sending": _("Sending: {what}"),
    "asked.unsent": _("Not sent yet: {what}. It will be sent by itself."),
    "asked.frozen": _("The director has stopped this table. Your cards and your clock wait."),
    "asked.paused": _("Everything is paused. Your cards and your clock wait."),
    "asked.wait": _("One moment"),
    "stake.bid": _("bid {value}"),
    "stake.now": _("stake {value}"),
}
RESULT: dict[str, str | Promise] = {
    "result.title": _("Board {number}: result"),
    "result.passed_out": _("Nobody bid: passed out."),
    "result.landlord_wins": _("The landlord wins."),
    "result.farmers_win": _("The farmers win."),
    "result.you_won": _("You won."),
    "result.you_lost": _("You lost."),
    "result.you": _("{name} (you)"),
    "result.you_are_awaited": _("The next board waits for you."),
    "fact.landlord": _("landlord"),
    "fact.bid": _("bid"),
    "fact.spring": _("spring"),
    "fact.anti_spring": _("anti-spring"),
    "fact.doubled": _("doubled"),
    "fact.redoubled": _("redoubled"),
    "record.auction": _("Auction"),
    "record.contest": _("Contest {number}"),
    "record.counter": _("Cards you have not seen"),
}
CALL: dict[str, str | Promise] = {
    "call.open": _("The director has been called. Please wait; nobody else was told."),
    "call.taken": _("The director is on the way."),
}
WAITING: dict[str, str | Promise] = {
    "wait.waiting_for_draw": _("The draw has not been made yet. This page follows by itself."),
    "wait.waiting_for_round": _("The next round has not begun. This page follows by itself."),
    "wait.bye": _("You sit this round out."),
    "wait.finished": _("That was the last round. Thank you for playing."),
    "wait.playing": _("Your table has no board for you at the moment."),
    "wait.table": _("No table waits for you. This page follows by itself."),
    "wait.next": _("Next: round {round}, table {table}, seat {seat}."),
    "wait.next_bye": _("In round {round} you sit out."),
    "wait.start": _("To the first page"),
    "wait.event": _("The event"),
    "wait.standings": _("Standings"),
    "wait.scorecard": _("My scorecard"),
}
SLIP: dict[str, str | Promise] = {
    "boards.title": _("Table {number}: boards"),
    "boards.to_play": _("to play"),
    "boards.waits": _("waits for {seats}"),
    "boards.disputed": _("disputed by {seats}; the director is told"),
    "boards.not_played": _("not to be played"),
    "slip.holder": _("{position} · {name} ({seat})"),
    "ask.landlord": _("Who was landlord?"),
    "ask.lead": _("Which card did the landlord lead? One of them, with its suit."),
    "ask.bid": _("For which bid?"),
    "ask.doubled": _("Who doubled?"),
    "ask.redoubled": _("Did the landlord redouble?"),
    "ask.bombs": _("How many bombs were played?"),
    "ask.rockets": _("Was the rocket played?"),
    "ask.out_first": _("Who went out first?"),
    "ask.spring": _("Spring: did no farmer play a card?"),
    "ask.anti_spring": _("Anti-spring: did the landlord play only the opening?"),
    "slip.passed_out": _("Nobody: passed out"),
    "slip.nobody": _("Nobody"),
    "slip.yes": _("Yes"),
    "slip.no": _("No"),
    "slip.lead": _("opening lead"),
    "slip.hands": _("hands held"),
    "slip.hands_own": _("as printed: 1, 2, 3"),
    "slip.sending": _("Sending …"),
    "slip.unsent": _("Not sent yet. It will be sent by itself."),
    "do.back": pgettext_lazy("a button", "Back"),
    "do.on": pgettext_lazy("a button", "Go on"),
    "do.report": pgettext_lazy("a button", "Report"),
    "do.sure": pgettext_lazy("a button", "It is right"),
    "do.confirm": pgettext_lazy("a button", "Confirm"),
    "do.dispute": pgettext_lazy("a button", "Dispute"),
    "do.correct": pgettext_lazy("a button", "Correct"),
    "sure.dispute": _("Call it wrong?"),
}
ALL = GENERAL | CARDS | PEOPLE | ACTIONS | ASKED | RESULT | WAITING | CALL | SLIP


def texts() -> dict[str, str]:
    """Key → sentence, in the language in force."""
    return {key: str(text) for key, text in ALL.items()}
