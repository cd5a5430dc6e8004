"""Wrong boards, seats, hands."""

from __future__ import annotations

import pytest

from tests.tournaments.factories import count_and_publish
from tournaments.models import DirtyMark, Field, FrequencyRow
from tournaments.services.rebuild import rebuild

from .evening import Evening, evening_with, values

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    """Three tables with cards."""
    return evening_with(physical=True)


def test_12_swapped_hands_are_compared_with_their_equals_only(evening: Evening) -> None:
    evening.finish(1, 1)
    evening.finish(2, 1)
    # At table 3 hands 1 and 2 had been swapped: the lead of position 1 was hand 2's.
    told = evening.say(3, "A", "result", 1, evening.slip(1, hands="213")).json()
    assert told["code"] == "does_not_fit"
    body = evening.slip(1, hands="213") | {"hands": "213"}
    evening.say(3, "A", "result", 1, body)
    evening.say(3, "B", "confirm", 1, {"report": 1})
    done = evening.say(3, "C", "confirm", 1, {"report": 1}).json()
    assert done["result"]["hands"] == "213"
    assert values(1) == [4, 4]
    assert values(1, "213") == [4]
    assert set(Field.objects.filter(board__number=1).values_list("mapping", "expected")) == {
        ("123", 3),
        ("213", 3),
    }
    count_and_publish(evening.stage)
    assert not DirtyMark.objects.exists()
    # Alone among three: 60 % of a top of 4.
    (row,) = FrequencyRow.objects.filter(field__mapping="213", field__position=1)
    assert (row.score_numerator, row.score_denominator) == (12, 5)
    assert rebuild(evening.stage.event).differences == []
