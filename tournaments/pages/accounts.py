"""Signing in, and the first owner of a new installation.

The first owner's link is signed with the installation's key and works only while nobody has an
account with all rights: it needs no row and cannot be used twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import (
    LoginView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
    PasswordResetView,
)
from django.core.signing import BadSignature, TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.db import write_transaction
from tournaments.models import Event, RoleAssignment
from tournaments.queries import event_list
from tournaments.services.actors import RUNNING, may_create_events

if TYPE_CHECKING:
    _CreationForm = UserCreationForm[User]
else:
    _CreationForm = UserCreationForm  # generic for the type checker only

FIRST_OWNER_SALT = "first-owner"
FIRST_OWNER_VALUE = "first-owner"
FIRST_OWNER_SECONDS = 7 * 24 * 3600
#: What the forms that make an account say of its name.
USERNAME = _("Name to sign in with")
USERNAME_HELP = _("Letters, digits and @ . + - _ only.")


def has_owner() -> bool:
    """Whether somebody already has all rights in this installation."""
    return get_user_model().objects.filter(is_superuser=True).exists()


def is_first_owner_token(token: str) -> bool:
    """Whether `token` was signed by this installation within the last week."""
    try:
        value = TimestampSigner(salt=FIRST_OWNER_SALT).unsign(token, max_age=FIRST_OWNER_SECONDS)
    except BadSignature:
        return False
    return value == FIRST_OWNER_VALUE


class FirstOwnerForm(_CreationForm):
    """Name and password of the first owner."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": USERNAME}
        help_texts = {"username": USERNAME_HELP}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_owner(request: HttpRequest, token: str) -> HttpResponse:
    """Make the account of the first owner, who is then signed in; 404 once there is one."""
    if has_owner() or not is_first_owner_token(token):
        raise Http404
    form = FirstOwnerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        owner = create_first_owner(form)
        login(request, owner, backend=settings.AUTHENTICATION_BACKENDS[0])
        return HttpResponseRedirect(reverse("welcome"))
    return render(request, "accounts/first_owner.html", {"form": form, "token": token})


def create_first_owner(form: FirstOwnerForm) -> User:
    """Save the account with all rights. Raises Http404 if somebody else was faster."""
    with write_transaction():
        if has_owner():
            raise Http404
        owner = form.save(commit=False)
        owner.is_staff = owner.is_superuser = True
        owner.save()
        return owner


class SignIn(LoginView):
    """The sign-in of organisers; players sign in at their table, with a code."""

    template_name = "accounts/sign_in.html"
    next_page = "welcome"
    redirect_authenticated_user = True


class Reset(PasswordResetView):
    """Asking for a letter with a link; the answer is the same for an unknown address."""

    template_name = "accounts/reset.html"
    subject_template_name = "accounts/reset_subject.txt"
    email_template_name = "accounts/reset_letter.txt"
    success_url = reverse_lazy("password-reset-sent")


class ResetSent(PasswordResetDoneView):
    """What to do next."""

    template_name = "accounts/reset.html"


class ResetConfirm(PasswordResetConfirmView):
    """A new password, by the link of the letter."""

    template_name = "accounts/reset.html"
    success_url = reverse_lazy("welcome")
    post_reset_login = True
    post_reset_login_backend = settings.AUTHENTICATION_BACKENDS[0]


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event with what the reader may do in it: `role` in words, `runs` if more than see."""

    event: Event
    role: str
    runs: bool


def own_events(user: User) -> list[OwnEvent]:
    """The events in which a user has a role, newest first."""
    held = RoleAssignment.objects.filter(user=user).select_related("event")
    return [
        OwnEvent(each.event, each.get_role_display(), each.role in RUNNING)
        for each in held.order_by("-event__created_at")
    ]


@never_cache
@require_safe
@login_required(login_url="sign-in")
def welcome(request: HttpRequest) -> HttpResponse:
    """What somebody who has signed in can do next: their events first."""
    assert isinstance(request.user, User)
    context = {
        "own_events": own_events(request.user),
        "creates": may_create_events(request.user),
        "events": event_list(limit=20),
    }
    return render(request, "accounts/welcome.html", context)


@require_safe
def forgotten(request: HttpRequest) -> HttpResponse:
    """How to get a new password: by whoever runs the installation."""
    return render(request, "accounts/forgotten.html")
