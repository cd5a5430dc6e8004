"""Invitations by link: who opens one gets a role in an event, with an account of their own.

A link is signed with the installation's key, holds event, role and who invites, and works for a
week, once: the audit says which have been used.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.db import write_transaction
from games.models import Player
from tournaments.errors import EventRefused, NotPermitted
from tournaments.models import AuditEntry, Event, Role, RoleAssignment
from tournaments.origins import Way, origin
from tournaments.pages.accounts import USERNAME, USERNAME_HELP
from tournaments.services.actors import Actor
from tournaments.services.assign_role import assign_role
from tournaments.services.audit import record
from tournaments.services.link_player import link_player, player_named

if TYPE_CHECKING:
    _Form = UserCreationForm[User]
else:
    _Form = UserCreationForm  # generic for the type checker only

SALT = "invitation"
SECONDS = 7 * 24 * 3600


class AccountForm(_Form):
    """Name and password of a new account."""

    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"username": USERNAME}
        help_texts = {
            "username": USERNAME_HELP,
            "email": gettext_lazy("For a forgotten password only; may stay empty."),
        }


def invitation(event: Event, role: str, actor: Actor, plays_as: str = "") -> str:
    """The token of a link that gives `role` to who plays as `plays_as` ("": does not play).

    Raises NotPermitted; EventRefused("unknown_role", "unknown_player").
    """
    actor.require(event, Role.OWNER)
    if role not in Role.values or actor.user is None:
        raise EventRefused("unknown_role", _("There is no such role."))
    player = player_named(event, plays_as)
    whom = None if player is None else player.pk
    about = [event.pk, role, actor.user.pk, whom, secrets.token_hex(4)]
    return signing.dumps(about, salt=SALT)


def _read(token: str, came: str) -> tuple[Event, Role, Actor, Player | None]:
    """Event, role, inviter (who must still own the event) and as whom they play. Raises Http404."""
    try:
        event_id, role, user_id, player_id, _one = signing.loads(token, salt=SALT, max_age=SECONDS)
        event, inviter = Event.objects.get(pk=event_id), User.objects.get(pk=user_id)
        actor = Actor.of(inviter, came)
        actor.require(event, Role.OWNER)
    except (signing.BadSignature, ValueError, Event.DoesNotExist, User.DoesNotExist, NotPermitted):
        raise Http404 from None
    return event, Role(role), actor, Player.objects.filter(pk=player_id).first()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take the role with the account that is signed in, or with a new one."""
    came = origin(Way.INVITATION, request.META)
    event, role, inviter, player = _read(token, came)
    user = request.user if isinstance(request.user, User) else None
    used = f"invitation:{hashlib.sha256(token.encode()).hexdigest()[:32]}"
    if AuditEntry.objects.filter(event=event, target=used).exists():
        if user is not None and RoleAssignment.objects.filter(event=event, user=user).exists():
            return HttpResponseRedirect(reverse("direct", args=[event.slug]))
        raise Http404
    form = AccountForm(request.POST or None) if user is None else None
    if request.method == "POST" and (form is None or form.is_valid()):
        with write_transaction():
            Event.objects.select_for_update(no_key=True).get(pk=event.pk)
            if AuditEntry.objects.filter(event=event, target=used).exists():
                raise Http404
            if form is not None:
                user = form.save()
            assert user is not None
            if RoleAssignment.objects.filter(event=event, user=user).exists():
                messages.error(request, _("You have a role in this event already."))
            else:
                assign_role(event, user, role, inviter)
                accepts = Actor.of(user, came)
                record(event, accepts, "accept_invitation", used, after={"role": role.value})
                if player is not None:
                    link_player(event, user, player, inviter)
        if form is not None:
            login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return HttpResponseRedirect(reverse("direct", args=[event.slug]))
    context = {"event": event, "role": role.label, "form": form, "token": token}
    return render(request, "accounts/invitation.html", context)
