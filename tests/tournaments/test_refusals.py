"""docs/refusals.md lists what services refuse with, as they say it."""

from __future__ import annotations

from scripts.refusals import TARGET, refusals, written


def test_the_list_is_what_the_sources_say() -> None:
    assert TARGET.read_text(encoding="utf-8") == written(), "run make schema"


def test_every_code_has_a_sentence() -> None:
    assert [code for code, sentences in refusals().items() if not all(sentences)] == []
    assert [code for code, sentences in refusals().items() if not sentences] == []


def test_a_code_has_the_sentence_of_the_service_that_refuses_and_its_status() -> None:
    text = written()
    assert "| `already_cut` | 409 | Who is out after this round is put down already. |" in text
    assert "| `unknown_award` | 422 | There is no such award. |" in text
    assert (
        "`plays_unfinished` | 409 | *count* plays are not finished, at the tables *tables*. |"
        in text
    )
    assert "role_missing" not in text  # a 403 `forbidden`, which has a page of its own
