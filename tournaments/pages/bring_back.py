"""A new installation from an archive, in the browser: what is in it first, then all of it.

For whoever has the first owner's link, while nobody has an account. The file is kept beside the
database between the two steps, readable by the server alone, and goes when it was used.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.archive import (
    Contents,
    archived_key,
    contents,
    keep_key,
    key_fits,
    restore_archive,
)
from tournaments.archive_rows import ArchiveError
from tournaments.caching import kept
from tournaments.templatetags.fushi import event_state

from .accounts import has_owner, is_first_owner_token
from .uploads import keep_upload

#: Events that a preview names.
MOST_NAMED = 20


def waiting_file() -> Path:
    """Where an archive lies between the two steps."""
    place: Path = settings.VAR_DIR / "brought.zip"
    return place


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bring_back(request: HttpRequest, token: str) -> HttpResponse:
    """Choose a file, read what is in it, and only then have everything made."""
    if has_owner() or not is_first_owner_token(token):
        raise Http404
    sentences: list[str] = []
    refusal = ""
    if request.method == "POST":
        try:
            if request.POST.get("sure"):
                return _restored()
            sentences = _looked_at(request)
        except ArchiveError as fault:
            waiting_file().unlink(missing_ok=True)
            refusal = str(fault)
    context = {"token": token, "sentences": sentences, "refusal": refusal}
    status = 422 if refusal else 200
    return render(request, "accounts/bring_back.html", context, status=status)


def _looked_at(request: HttpRequest) -> list[str]:
    """Keep the file that was sent, and say what is in it. Raises ArchiveError."""
    place = waiting_file()
    if not keep_upload(request, "archive", place):
        raise ArchiveError(_("Choose the file of an archive."))
    found = contents(place)
    _refuse_other_key(place)
    return told(found)


def _refuse_other_key(place: Path) -> None:
    if not key_fits(archived_key(place)):
        sentence = _(
            "SECRET_KEY is set here, and is not the archive's: its codes, tokens and deals would be"
            " lost. Whoever runs the installation has to set the archive's key first."
        )
        raise ArchiveError(sentence)


def _restored() -> HttpResponse:
    place = waiting_file()
    if not place.exists():
        raise ArchiveError(_("Choose the file of an archive."))
    _refuse_other_key(place)
    key = archived_key(place)
    restore_archive(place, lambda: keep_key(key))
    settings.SECRET_KEY = key  # this process goes on with it
    place.unlink(missing_ok=True)
    kept.clear()
    return HttpResponseRedirect(reverse("sign-in"))


def told(found: Contents) -> list[str]:
    """What an archive holds, in sentences."""
    written = date_format(found.written_at, "Y-m-d H:i")
    words = {"at": written, "release": found.release}
    sentences = [_("Written on %(at)s (UTC) by release %(release)s.") % words]
    sentences += [
        _("Event %(name)s: %(state)s.") % {"name": name, "state": event_state(state)}
        for name, state in found.events[:MOST_NAMED]
    ]
    if (more := len(found.events) - MOST_NAMED) > 0:
        sentences.append(_("And %(n)d events more.") % {"n": more})
    counted = {"people": found.people, "plays": found.results, "decisions": found.decisions}
    sentences += [
        _("%(people)d people, %(plays)d results, %(decisions)d decisions of the audit.") % counted,
        ngettext(
            "%(n)d account comes along: sign in with its name and password afterwards.",
            "%(n)d accounts come along: sign in with one of their names and passwords afterwards.",
            found.accounts,
        )
        % {"n": found.accounts},
        _("Codes, tokens and keys go on as they were; what was to be sent by e-mail is not sent."),
        _("Everything is made, or nothing: a file with a fault changes nothing here."),
    ]
    return sentences
