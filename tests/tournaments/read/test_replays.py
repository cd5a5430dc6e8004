"""The record of a play: public once its board is opened, and the same 404 before."""

from __future__ import annotations

import pytest

from games.models import Play
from tournaments import queries

from .made_event import MadeEvent, in_the_middle, write_log


def test_the_record_has_every_action_in_order_and_no_notice(made: MadeEvent) -> None:
    play = made.play(1, 1)
    written = write_log(play)
    page = queries.play_page(queries.edition(made.slug), play.pk)
    assert [entry.kind for entry in page.entries] == [
        "bid",
        "bid",
        "bid",
        "doubles_revealed",
        "play",
    ]
    assert [entry.seq for entry in page.entries] == [1, 2, 3, 4, 5]
    assert [entry.data for entry in page.entries] == written
    assert (page.board, page.table, page.round) == (1, 1, 1)
    assert [seat.entrant.number for seat in page.result.seats] == [1, 2, 3]
    assert [len(hand) for hand in page.cards.hands] == [17, 17, 17]


def other_plays(made: MadeEvent) -> dict[str, str]:
    stranger = in_the_middle("autumn-cup")
    return {
        "finished at its table, not opened": made.play(3, 1).pk,
        "still in play": made.play(3, 3).pk,
        "of another event": stranger.play(1, 1).pk,
        "missing": "0000000000000000",
    }


def test_every_other_play_is_nothing_public(made: MadeEvent) -> None:
    edition = queries.edition(made.slug)
    for play_id in other_plays(made).values():
        with pytest.raises(queries.NotPublicError):
            queries.play_page(edition, play_id)


def test_a_version_before_the_opening_does_not_show_the_play(made: MadeEvent) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.play_page(queries.edition(made.slug, version=1), made.play(2, 1).pk)


def test_a_play_of_an_opened_board_that_is_not_finished_is_nothing_public(made: MadeEvent) -> None:
    play = made.play(2, 1)
    Play.objects.filter(pk=play.pk).update(state="playing")
    with pytest.raises(queries.NotPublicError):
        queries.play_page(queries.edition(made.slug), play.pk)
