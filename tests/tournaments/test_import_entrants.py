"""A list of entrants: everything that is wrong is told by line, and then nobody is entered."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.models import Person, Player
from tournaments.entrants_file import HEADERS, parse_entrants
from tournaments.errors import EventRefused, ImportFaults, NotPermitted
from tournaments.models import AuditEntry, Entrant, Event, Role, RoleAssignment
from tournaments.services import create_event, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM, Actor
from tournaments.words import COLUMNS

from .factories import entrants_text, new_stage


def faults(source: bytes | str) -> list[tuple[int | None, str | None, str]]:
    """The faults of a list as (line, field, code)."""
    with pytest.raises(ImportFaults) as caught:
        parse_entrants(source)
    assert all(error["detail"] for error in caught.value.errors)
    return [(error["line"], error["field"], error["code"]) for error in caught.value.errors]


def names(source: bytes | str) -> list[str]:
    return [row.name for row in parse_entrants(source)]


class TestReading:
    def test_columns_may_stand_in_any_order_and_be_missing(self) -> None:
        (row,) = parse_entrants("rating,name\n1720,Chen Yulan\n")
        assert (row.line, row.name, row.rating, row.club, row.number) == (
            2,
            "Chen Yulan",
            1720,
            "",
            None,
        )

    def test_headers_may_be_chinese(self) -> None:
        (row,) = parse_entrants("编号,姓名,单位,国家,等级分\n7,林晓峰,松风牌社,中国,1720\n")
        assert (row.number, row.name, row.club, row.country, row.rating) == (
            7,
            "林晓峰",
            "松风牌社",
            "中国",
            1720,
        )

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
    def test_every_usual_encoding_is_recognised(self, encoding: str) -> None:
        text = "姓名,单位\n林晓峰,松风牌社\n王志远,西湖\n"
        assert names(text.encode(encoding)) == ["林晓峰", "王志远"]

    @pytest.mark.parametrize("delimiter", [",", ";", "\t", "，", "；"])
    def test_every_usual_delimiter_is_recognised(self, delimiter: str) -> None:
        rows = parse_entrants(f"name{delimiter}club\nAnn{delimiter}North\n")
        assert [(row.name, row.club) for row in rows] == [("Ann", "North")]

    def test_one_column_needs_no_delimiter(self) -> None:
        assert names("Name\r\nAnn\r\nBob\r\n") == ["Ann", "Bob"]

    def test_quotes_blank_lines_and_spaces_are_understood(self) -> None:
        rows = parse_entrants('name,club\n\n"Smith,  Ann ","The ""A"" team"\n ,\nBob,\n')
        assert [(row.line, row.name, row.club) for row in rows] == [
            (3, "Smith, Ann", 'The "A" team'),
            (5, "Bob", ""),
        ]

    def test_lines_are_counted_as_an_editor_counts_them(self) -> None:
        assert faults('name,club\n"Ann","two\nlines"\n,North\n') == [
            (2, "club", "unprintable_character"),
            (4, "name", "name_missing"),
        ]

    def test_an_empty_column_without_a_name_is_ignored(self) -> None:
        assert names("name,,club\nAnn,,North\n") == ["Ann"]

    def test_a_negative_rating_is_one(self) -> None:
        assert parse_entrants("name,rating\nAnn,-15\n")[0].rating == -15


class TestFaults:
    @pytest.mark.parametrize("source", ["", "\n\n", b"", b"\xef\xbb\xbf"])
    def test_an_empty_list(self, source: bytes | str) -> None:
        assert faults(source) == [(None, None, "no_entrants")]

    def test_a_header_alone(self) -> None:
        assert faults("name,club\n") == [(None, None, "no_entrants")]

    def test_no_header(self) -> None:
        assert faults("Ann,North\nBob,South\n") == [
            (1, "Ann", "unknown_column"),
            (1, "North", "unknown_column"),
            (1, "name", "name_column_missing"),
        ]

    def test_an_unknown_column(self) -> None:
        assert faults("name,shoe size\nAnn,38\n") == [(1, "shoe size", "unknown_column")]

    def test_a_column_that_stands_twice(self) -> None:
        assert faults("name,姓名\nAnn,Ann\n") == [(1, "name", "repeated_column")]

    def test_bytes_in_no_known_encoding(self) -> None:
        assert faults(b"name\n\xff\xfe\xff\xff\n") == [(None, None, "unknown_encoding")]

    def test_a_quotation_mark_left_open(self) -> None:
        assert faults('name,club\nAnn,"North\nBob,South\n') == [(2, None, "malformed_line")]

    def test_more_cells_than_columns(self) -> None:
        assert faults("name,club\nAnn,North,1500\n") == [(2, None, "too_many_cells")]

    @pytest.mark.parametrize(
        ("row", "field", "code"),
        [
            ("{long},,,,", "name", "name_too_long"),
            ("Ann,{long},,,", "club", "club_too_long"),
            ("Ann,,{long},,", "country", "country_too_long"),
            ("Ann,,,0,", "number", "number_invalid"),
            ("Ann,,,-3,", "number", "number_invalid"),
            ("Ann,,,100000,", "number", "number_invalid"),
            ("Ann,,,7a,", "number", "number_invalid"),
            ("Ann,,,²,", "number", "number_invalid"),
            ("Ann,,,,1500.5", "rating", "rating_invalid"),
            ("Ann,,,,high", "rating", "rating_invalid"),
            ("Ann,,,,--5", "rating", "rating_invalid"),
            ("Ann,,,,99999999999999999999", "rating", "rating_invalid"),
            ("Ann,,,٣,", "number", "number_invalid"),
            ("Ann,,,１２,", "number", "number_invalid"),
            ("Ann,,,,١٥٠٠", "rating", "rating_invalid"),
            ("A\x00nn,,,,", "name", "unprintable_character"),
            ("Ann,\x07,,,", "club", "unprintable_character"),
            ("Ann\tLee,,,,", "name", "unprintable_character"),
            ('"Ann\nLee",,,,', "name", "unprintable_character"),
            ('"Ann\r\nLee",,,,', "name", "unprintable_character"),
            ("Ann,,North\u2028South,,", "country", "unprintable_character"),
            ("Ann,,North\u2029South,,", "country", "unprintable_character"),
            ("Ann\u0085Lee,,,,", "name", "unprintable_character"),
            ("Ann\u200b,,,,", "name", "unprintable_character"),
            ("\u200b,,,,", "name", "unprintable_character"),
            ("Ann \u202eeeL,,,,", "name", "unprintable_character"),
            ("Ann\u200dLee,,,,", "name", "unprintable_character"),
            ("Ann\ufeffLee,,,,", "name", "unprintable_character"),
            ("Ann\ue000,,,,", "name", "unprintable_character"),
            ("Ann\ud800,,,,", "name", "unprintable_character"),
        ],
    )
    def test_a_cell_that_cannot_be(self, row: str, field: str, code: str) -> None:
        text = "name,club,country,number,rating\nBob,,,,\n" + row.format(long="x" * 81) + "\n"
        assert faults(text) == [(3, field, code)]

    def test_the_character_that_cannot_be_printed_is_named(self) -> None:
        with pytest.raises(ImportFaults) as caught:
            parse_entrants("name\nAnn\u200b\n")
        assert "U+200B" in caught.value.errors[0]["detail"]

    def test_names_of_every_script_can_be_printed(self) -> None:
        written = ["林晓峰", "José Núñez", "O’Brien-Łuksza", "Ирина", "𠮷野", "न्यायाधीश"]
        assert names("name\n" + "\n".join(written) + "\n") == written

    def test_space_of_any_kind_around_a_name_is_nothing(self) -> None:
        assert names("name,club\n\t Ann\u3000\u00a0Lee \t,\n") == ["Ann Lee"]

    def test_a_number_given_twice(self) -> None:
        assert faults("name,number\nAnn,4\nBob,5\nCid,4\n") == [(4, "number", "number_repeated")]

    @pytest.mark.parametrize("faulty_first", [False, True])
    def test_a_number_given_twice_is_told_whatever_else_is_wrong_there(
        self, faulty_first: bool
    ) -> None:
        lines = ["Ann,A,CN,1,", "Bob,B,CN,1,abc"]
        lines = lines[::-1] if faulty_first else lines
        text = "\n".join(["name,club,country,number,rating", *lines])
        assert faults(text) == sorted(
            [
                (2 if faulty_first else 3, "rating", "rating_invalid"),
                (3, "number", "number_repeated"),
            ],
            key=lambda fault: fault[0] or 0,
        )

    @pytest.mark.parametrize("row", [",4", "A\x07,4", "x" * 81 + ",4"])
    def test_a_number_given_twice_is_told_where_the_name_is_wrong(self, row: str) -> None:
        told = faults(f"name,number\nBob,4\n{row}\n")
        assert [fault[1] for fault in told] == ["name", "number"]
        assert told[1] == (3, "number", "number_repeated")

    def test_a_number_given_twice_is_told_where_a_line_is_too_long(self) -> None:
        assert faults("name,number\nBob,4\nAnn,4,North\n") == [
            (3, None, "too_many_cells"),
            (3, "number", "number_repeated"),
        ]

    def test_a_person_given_twice_is_told_whatever_is_wrong_with_the_figures(self) -> None:
        assert faults("name,number,rating\nAnn,x,\nann,,high\n") == [
            (2, "number", "number_invalid"),
            (3, "rating", "rating_invalid"),
            (3, "name", "duplicate_entrant"),
        ]

    def test_texts_that_cannot_be_taken_are_nobody_twice(self) -> None:
        assert faults("name,club\n,North\n,North\n") == [
            (2, "name", "name_missing"),
            (3, "name", "name_missing"),
        ]

    def test_a_person_given_twice_whatever_the_spelling(self) -> None:
        text = "name,club\nAnn Lee,North\nann  lee,NORTH\nAnn Lee,South\n"
        assert faults(text) == [(3, "name", "duplicate_entrant")]

    def test_all_faults_are_told_at_once_in_order_of_lines(self) -> None:
        text = "name,number,rating\nAnn,1,\n,0,x\nBob,1,\nAnn,,\n"
        assert faults(text) == [
            (3, "name", "name_missing"),
            (3, "number", "number_invalid"),
            (3, "rating", "rating_invalid"),
            (4, "number", "number_repeated"),
            (5, "name", "duplicate_entrant"),
        ]


@pytest.mark.django_db
class TestEntering:
    @pytest.fixture
    def event(self) -> Event:
        return create_event(name="Spring Cup", actor=SYSTEM)

    def test_everybody_gets_a_number_and_a_code_of_their_own(self, event: Event) -> None:
        entered = import_entrants(event, "name,number\nAnn,\nBob,1\nCid,\n", SYSTEM)
        assert [(e.person.name, e.number) for e, _ in entered] == [
            ("Ann", 2),
            ("Bob", 1),
            ("Cid", 3),
        ]
        codes = [code for _, code in entered]
        assert len(set(codes)) == 3
        assert all(len(code) == 8 for code in codes)

    def test_no_code_is_stored_and_the_player_belongs_to_the_event(self, event: Event) -> None:
        ((entrant, code),) = import_entrants(event, "name\nAnn\n", SYSTEM)
        assert isinstance(entrant, Entrant)
        stored = Player.objects.get(entrant=entrant)
        assert stored.realm == event.pk
        assert stored.code_hash is not None
        assert code not in stored.code_hash

    def test_one_fault_keeps_everybody_out(self, event: Event) -> None:
        with pytest.raises(ImportFaults):
            import_entrants(event, "name,number\nAnn,1\nBob,one\n", SYSTEM)
        assert not Entrant.objects.exists()
        assert not Person.objects.exists()
        assert not AuditEntry.objects.filter(verb="import_entrants").exists()

    def test_a_second_list_is_checked_against_the_first(self, event: Event) -> None:
        import_entrants(event, "name,number\nAnn,1\nBob,2\n", SYSTEM)
        with pytest.raises(ImportFaults) as caught:
            import_entrants(event, "name,number\nANN,\nCid,2\n", SYSTEM)
        assert [(e["line"], e["field"], e["code"]) for e in caught.value.errors] == [
            (2, "name", "already_entered"),
            (3, "number", "number_taken"),
        ]
        assert event.entrants.count() == 2

    def test_faults_of_the_list_and_against_the_event_are_told_together(self, event: Event) -> None:
        import_entrants(event, "name,number\nAnn,1\n", SYSTEM)
        with pytest.raises(ImportFaults) as caught:
            import_entrants(event, "name,number\nAnn,x\nann,1\n", SYSTEM)
        assert [(e["line"], e["code"]) for e in caught.value.errors] == [
            (2, "number_invalid"),
            (2, "already_entered"),
            (3, "duplicate_entrant"),
            (3, "number_taken"),
            (3, "already_entered"),
        ]
        assert event.entrants.count() == 1

    def test_a_second_list_goes_on_with_the_numbers(self, event: Event) -> None:
        import_entrants(event, "name,number\nAnn,1\nBob,3\n", SYSTEM)
        entered = import_entrants(event, "name\nCid\nDan\n", SYSTEM)
        assert [entrant.number for entrant, _ in entered] == [2, 4]

    def test_nobody_is_entered_once_the_event_is_drawn(self) -> None:
        stage = draw_stage(new_stage(entrants=6, rounds=1), SYSTEM)
        with pytest.raises(EventRefused) as caught:
            import_entrants(stage.event, "name\nLate\n", SYSTEM)
        assert caught.value.code == "already_drawn"

    def test_who_did_it_is_recorded_without_names(self, event: Event) -> None:
        director = User.objects.create_user("d")
        RoleAssignment.objects.create(event=event, user=director, role=Role.DIRECTOR)
        import_entrants(event, "name\nAnn\n", Actor.of(director))
        entry = AuditEntry.objects.get(verb="import_entrants")
        assert entry.actor == f"user:{director.pk}"
        assert "Ann" not in str(entry.after)

    @pytest.mark.parametrize("role", [None, Role.SCORER, Role.VIEWER])
    def test_others_may_not(self, event: Event, role: Role | None) -> None:
        user = User.objects.create_user("u")
        if role is not None:
            RoleAssignment.objects.create(event=event, user=user, role=role)
        with pytest.raises(NotPermitted):
            import_entrants(event, "name\nAnn\n", Actor.of(user))
        assert not Entrant.objects.exists()

    def test_statements_grow_with_batches_not_with_rows(self, event: Event) -> None:
        other = create_event(name="Autumn Cup", actor=SYSTEM)
        with CaptureQueriesContext(
            connection,
        ) as few:
            import_entrants(event, entrants_text(10), SYSTEM)
        with CaptureQueriesContext(connection) as many:
            import_entrants(other, entrants_text(90), SYSTEM)
        assert len(many) == len(few)

    def test_ten_thousand_rows_are_entered(self, event: Event) -> None:
        with CaptureQueriesContext(connection) as queries:
            entered = import_entrants(event, entrants_text(10_000), SYSTEM)
        assert len(entered) == event.entrants.count() == 10_000
        assert len(queries) < 400


def test_the_words_for_the_columns_are_headers_in_each_language() -> None:
    for language in ("en", "zh-hans"):
        with translation.override(language):
            headers = {column: str(word) for column, word in COLUMNS.items()}
            for column, word in headers.items():
                assert word.casefold() in HEADERS[column], (language, column)
            with pytest.raises(ImportFaults) as caught:
                parse_entrants(f"{headers['name']},?\nAda,1")
            assert ", ".join(headers.values()) in caught.value.errors[0]["detail"]
