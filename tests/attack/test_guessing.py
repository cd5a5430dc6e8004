"""Nobody, directors neither, finds out cards by typing slips of boards played with cards."""

from __future__ import annotations

import pytest

from tests.scenarios.evening import Evening, evening_with
from tests.tournaments.directing import with_key
from tournaments.models import AuditEntry


@pytest.fixture
def evening(db: None) -> Evening:
    return evening_with(physical=True)


def test_directors_and_scorers_cannot_find_out_cards_by_trying_slips(evening: Evening) -> None:
    people = [evening.director, with_key(evening.stage.event, "scorer")]
    path = f"plays/{evening.play(1, 1).pk}/result/"
    right = evening.slip(1)
    wrong = [evening.slip(1) | {"landlord": 2, "out_first": 2, "bid": bid} for bid in (1, 2, 3)]
    for number, slip in enumerate(wrong):
        for _ in range(2 if number < 2 else 1):  # a repetition tells nothing more, nor counts
            told = people[number % 2].post(path, slip)
            assert (told.status_code, told.json()["code"]) == (422, "does_not_fit")
    refused = AuditEntry.objects.filter(verb="refuse_slip")
    tried = refused.order_by("pk").values_list("after__facts__bid", flat=True)
    assert list(tried) == [1, 2, 3]
    # From now on what fits and what does not has the same answer.
    for slip in (right, wrong[0], evening.slip(1) | {"landlord": 3, "out_first": 3}):
        told = people[1].post(path, slip)
        assert (told.status_code, told.json()["code"]) == (409, "not_compared")
    done = people[1].post(path, right | {"landlord": 3, "out_first": 3, "sure": True})
    assert (done.status_code, done.json()["state"]) == (201, "finished")
    assert AuditEntry.objects.filter(verb="enter_slip", after__sure=True).count() == 1
    # The players of another table are not hindered by what was tried at this one.
    evening.finish(2, 1)


def test_slips_of_all_tables_of_a_board_are_counted_together(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.report_result.MOST_OF_DIRECTORS", (3, 4))
    wrong = evening.slip(1) | {"landlord": 2, "out_first": 2}
    codes = [
        evening.director.post(f"plays/{evening.play(table, 1).pk}/result/", wrong | {"bid": bid})
        for table in (1, 2, 3)
        for bid in (1, 3)
    ]
    expected = ["does_not_fit"] * 4 + ["not_compared"] * 2
    assert [told.json()["code"] for told in codes] == expected
    other = evening.director.post(f"plays/{evening.play(3, 2).pk}/result/", evening.slip(2))
    assert other.status_code == 201
