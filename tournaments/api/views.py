"""The public resources of an event: exactly what its pages show, at the same version.

Each view names its query and its document; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from tournaments import queries
from tournaments.caching import conditional, entity_tag
from tournaments.exports import makers_of
from tournaments.exports.summary import signed_summary
from tournaments.models import EventState
from tournaments.queries.cross_table import MOST as MOST_ENTRANTS
from tournaments.queries.cross_table import cross_table
from tournaments.queries.history import other_events
from tournaments.queries.matches import match_page
from tournaments.queries.statistics import statistics_page
from tournaments.queries.units import MOST as MOST_MEMBERS
from tournaments.signing import signing_key

from . import documents, schemas, shapes
from .parameters import Stretch, fault, stretch, whole_number
from .public import EventView, OpenView, json_response


def page(results: list[dict[str, Any]], following: str | None) -> dict[str, Any]:
    """A list as every list is told."""
    return {"results": results, "next": following}


def standings_document(
    edition: queries.Edition, part: Stretch, **narrowed: str | None
) -> dict[str, Any]:
    """A stretch of the standings, from the leader on; `narrowed` is as `queries.standings` has it:
    around one entrant, of one club, of one category.
    """
    found = queries.standings(edition, **narrowed, offset=part.offset, limit=part.limit)
    here = replace(part, offset=found.offset)
    return page(
        [documents.standing(row) for row in found.rows],
        here.following(edition.version, found.total),
    )


def round_document(edition: queries.Edition, number: int, part: Stretch) -> dict[str, Any]:
    """The seating of a round, with a stretch of its tables."""
    found = queries.round_seating(edition, number)
    chosen = found.tables[part.offset : part.offset + part.limit]
    return {
        **documents.round_facts(found.round),
        "boards_opened": list(found.opened),
        "byes": [documents.entrant(who) for who in found.byes],
        "tables": [documents.table(table) for table in chosen],
        "next": part.following(edition.version, len(found.tables)),
    }


@schemas.describe(
    "events_list", schemas.lists(shapes.EventLine), [schemas.STATE, schemas.LIMIT, schemas.CURSOR]
)
class EventListView(OpenView):
    """Public events, newest first; all of them, or those in one state."""

    def get(self, request: Request) -> HttpResponseBase:
        """The list, tagged by its own content: it belongs to no version."""
        part = stretch(request._request)
        state = request.GET.get("state")
        if state is not None and state not in EventState.values:
            raise fault("state", "unknown_state", _("A state is draft, running or finished."))
        found = queries.event_list(state, offset=part.offset, limit=part.limit + 1)
        document = page(
            [documents.event_line(line) for line in found[: part.limit]],
            part.following(0, part.offset + len(found)),
        )
        response = json_response({**document, "version": None})
        tag = entity_tag(request._request, "json", response.content)
        return conditional(request._request, tag, lambda: response)


@schemas.describe("events_retrieve", schemas.answers(shapes.Overview), [schemas.VERSION])
class EventOverviewView(EventView):
    """An event: its rounds, the first ten of its standings, its commitments."""

    tells_progress = True

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.overview(queries.event_overview(edition))


@schemas.describe(
    "events_standings_list",
    schemas.lists(shapes.Standing),
    [schemas.AROUND, schemas.OF_CLUB, schemas.OF_CATEGORY, *schemas.LIST],
)
class StandingsView(EventView):
    """The standings, from the leader on or around one entrant; they count opened boards only."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return standings_document(
            edition,
            part,
            around=self.request.GET.get("around"),
            club=self.request.GET.get("club"),
            category=self.request.GET.get("category"),
        )


@schemas.describe(
    "events_standings_clubs_list",
    schemas.lists(shapes.UnitStanding),
    [schemas.BEST, schemas.BY, *schemas.LIST],
)
class ClubListView(EventView):
    """Clubs, or countries, ranked by the sum of their best entrants; then those with too few."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        best = whole_number(self.request._request, "best", most=MOST_MEMBERS)
        by = self.request.GET.get("by", queries.Unit.CLUB)
        if by not in list(queries.Unit):
            raise fault("by", "unknown_unit", _("A unit is club or country."))
        found = queries.unit_page(edition, queries.Unit(by), best)
        lines = (*found.ranked, *found.too_few)
        return page(
            [documents.unit(line) for line in lines[part.offset : part.offset + part.limit]],
            part.following(edition.version, len(lines)),
        )


@schemas.describe(
    "events_cross_table_list", schemas.lists(shapes.CrossRow), [schemas.AGAINST_ALL, *schemas.LIST]
)
class CrossTableView(EventView):
    """Who met whom and who did better: every entrant against all, or one of them."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        found = cross_table(edition, self.request.GET.get("entrant"))
        if found.is_too_large:
            text = _("Of more than %(most)d entrants name one.") % {"most": MOST_ENTRANTS}
            raise fault("entrant", "too_many_entrants", text)
        return page(
            [
                documents.cross_row(row)
                for row in found.rows[part.offset : part.offset + part.limit]
            ],
            part.following(edition.version, len(found.rows)),
        )


@schemas.describe("events_rounds_list", schemas.lists(shapes.RoundLine), schemas.LIST)
class RoundListView(EventView):
    """All rounds, drawn ones too, with how many of their tables have finished."""

    tells_progress = True

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        rounds = queries.round_list(edition)
        chosen = rounds[part.offset : part.offset + part.limit]
        return page(
            [documents.round_line(each) for each in chosen],
            part.following(edition.version, len(rounds)),
        )


@schemas.describe("events_rounds_retrieve", schemas.answers(shapes.RoundSeating), schemas.LIST)
class RoundView(EventView):
    """The seating of a round, drawn or released; `limit` and `cursor` page its tables."""

    tells_progress = True

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return round_document(edition, named["number"], part)


@schemas.describe("events_tables_retrieve", schemas.answers(shapes.TablePage), [schemas.VERSION])
class TableView(EventView):
    """A table of a round: who sits there, the state of its boards, results of the opened ones."""

    tells_progress = True

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.table_page(queries.table_page(edition, named["table"], named["number"]))


@schemas.describe("events_boards_list", schemas.lists(shapes.BoardLine), schemas.LIST)
class BoardListView(EventView):
    """The opened boards with the mean points of each position."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        boards = queries.board_list(edition).boards
        chosen = boards[part.offset : part.offset + part.limit]
        return page(
            [documents.board_line(line) for line in chosen],
            part.following(edition.version, len(boards)),
        )


@schemas.describe("events_boards_retrieve", schemas.answers(shapes.Board), schemas.LIST)
class BoardView(EventView):
    """Hands, kitty, frequency tables, traveller of an opened board; `limit` pages the traveller."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        found = queries.board_page(edition, named["number"], offset=part.offset, limit=part.limit)
        return {
            **documents.board(found),
            "traveller": [documents.play_result(each) for each in found.traveller],
            "next": part.following(edition.version, found.total),
        }


@schemas.describe(
    "events_statistics_retrieve", schemas.answers(shapes.Statistics), [schemas.VERSION]
)
class StatisticsView(EventView):
    """Who became landlord by position and by bid, and what came of it; bombs, springs, doubles."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.statistics(statistics_page(edition))


@schemas.describe(
    "events_boards_partings_retrieve", schemas.answers(shapes.Partings), [schemas.VERSION]
)
class PartingsView(EventView):
    """Where the tables of an opened board parted: all auctions and plays, merged into a tree."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.partings(queries.parting_page(edition, named["number"]))


@schemas.describe(
    "events_plays_list",
    schemas.lists(shapes.PlayResult),
    [schemas.OF_BOARD, schemas.OF_ENTRANT, *schemas.LIST],
)
class PlayListView(EventView):
    """The finished plays of opened boards by board and table; of one board or entrant if asked."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        found = queries.play_list(
            edition,
            board=whole_number(self.request._request, "board"),
            entrant_id=self.request.GET.get("entrant"),
            offset=part.offset,
            limit=part.limit,
        )
        return page(
            [documents.play_result(each) for each in found.plays],
            part.following(edition.version, found.total),
        )


@schemas.describe("events_plays_retrieve", schemas.answers(shapes.PlayRecord), [schemas.VERSION])
class PlayView(EventView):
    """The record of a play: everything that happened, once its board is opened."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.play(queries.play_page(edition, named["play_id"]))


@schemas.describe("events_entrants_list", schemas.lists(shapes.EntrantLine), schemas.LIST)
class EntrantListView(EventView):
    """Who takes part, in the order of their numbers."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        people = list(queries.entrants_of(edition.event_id).values())
        chosen = people[part.offset : part.offset + part.limit]
        return page(
            [documents.entrant_line(who) for who in chosen],
            part.following(edition.version, len(people)),
        )


@schemas.describe("events_entrants_retrieve", schemas.answers(shapes.Scorecard), [schemas.VERSION])
class ScorecardView(EventView):
    """The scorecard of an entrant: what the cards gave on each board, and what the play added; and
    what the same person came to in other public events.
    """

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        card = queries.scorecard(edition, named["entrant_id"])
        others = other_events(edition.event_id, card.entrant.id)
        return {
            **documents.scorecard(card),
            "other_events": [documents.other_event(each) for each in others],
        }


@schemas.describe("events_matches_list", schemas.lists(shapes.MatchOfTeams), schemas.LIST)
class MatchListView(EventView):
    """The matches of a team event by round; opened boards count."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        found = documents.matches(match_page(edition))
        return page(
            found[part.offset : part.offset + part.limit],
            part.following(edition.version, len(found)),
        )


@schemas.describe(
    "events_movement_retrieve", schemas.answers(shapes.MovementDocument), [schemas.VERSION]
)
class MovementView(EventView):
    """The movement: certificate and whole schedule, once drawn."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.movement(queries.movement_page(edition))


@schemas.describe(
    "events_commitment_retrieve", schemas.answers(shapes.Commitments), [schemas.VERSION]
)
class CommitmentView(EventView):
    """What was committed to, the reveal once there is one, and the deals of the opened boards."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return documents.commitments(queries.commitment_page(edition))


@schemas.describe(
    "events_summary_retrieve", schemas.answers(shapes.SignedSummary), [schemas.VERSION]
)
class SummaryView(EventView):
    """The ranking of a version and the hashes of its files, signed by this installation."""

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        return signed_summary(edition, makers_of(edition))


@schemas.describe("signing_key", schemas.answers(shapes.PublicKey), [])
class SigningKeyView(OpenView):
    """The public key by which this installation signs; it stays the same."""

    def get(self, request: Request) -> HttpResponseBase:
        """It belongs to no event and no version."""
        row = signing_key()
        document = {
            "algorithm": "Ed25519",
            "public_key": row.public,
            "made_at": row.made_at.isoformat(),
        }
        response = json_response(document)
        tag = entity_tag(request._request, "json", response.content)
        return conditional(request._request, tag, lambda: response)
