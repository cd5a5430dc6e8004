"""What is in the file of an event, and what would happen with it here, in sentences.

Owns the words. It reads nothing: what it tells is found by `services.bring_in`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

#: People with another name here, of whom a preview tells.
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody who has another name here than in the file."""

    there: str
    here: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a file, and what would happen with it here.

    `known` of the `people` are here already, `renamed` are those of them with another name. `same`
    is the address of the event here if it is here already; `is_free` says whether nobody here has
    the address `slug`, and `is_own` whether this installation wrote the file.
    """

    name: str
    slug: str
    place: str
    starts_on: str
    is_public: bool
    release: str
    written_at: datetime
    key: str
    is_own: bool
    people: int
    known: int
    renamed: tuple[Renamed, ...]
    entrants: int
    results: int
    versions: int
    decisions: int
    same: str
    is_free: bool


def told(found: Contents) -> list[str]:
    """What a file holds."""
    where = ", ".join(each for each in (found.name, found.place, found.starts_on) if each)
    written = {"at": date_format(found.written_at, "Y-m-d H:i"), "release": found.release}
    counted = {
        "entrants": found.entrants,
        "results": found.results,
        "versions": found.versions,
        "decisions": found.decisions,
    }
    by_whom = _("Signed by the key %(key)s: compare it with what the sender tells you.")
    if found.is_own:
        by_whom = _("Signed by this installation itself: %(key)s.")
    return [
        where,
        _("Written on %(at)s (UTC) by release %(release)s.") % written,
        by_whom % {"key": found.key},
        _(
            "%(entrants)d entrants, %(results)d results, %(versions)d versions of the standings,"
            " %(decisions)d decisions of the audit."
        )
        % counted,
    ]


def foretold(found: Contents) -> list[str]:
    """What would happen if it were brought in here."""
    if found.same:
        sentence = _("This event is here already, at /e/%(slug)s/: it is not brought in twice.")
        return [sentence % {"slug": found.same}]
    return [
        *_people(found),
        _("It is public here at once, as it was there.")
        if found.is_public
        else _("It is hidden here, as it was there."),
        _("Nobody else gets a role in it: its accounts, codes, keys and addresses stay there."),
        _("The audit tells who decided there by the number of an account, without a name."),
        _("All of it is counted again before it counts. Everything is made, or nothing."),
    ]


def _people(found: Contents) -> list[str]:
    new = found.people - found.known
    sentences = [
        ngettext("%(n)d person is new here.", "%(n)d people are new here.", new) % {"n": new}
    ]
    if found.known:
        known = ngettext(
            "%(n)d person is here already, and keeps the name that it has here.",
            "%(n)d people are here already, and keep the names that they have here.",
            found.known,
        )
        sentences.append(known % {"n": found.known})
    other = _("%(there)s in the file is %(here)s here.")
    sentences += [
        other % {"there": each.there, "here": each.here} for each in found.renamed[:MOST_NAMED]
    ]
    return sentences
