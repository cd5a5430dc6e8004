"""The three people of every permission test: an owner, a member without the right, an outsider."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournaments.models import Event, Role, RoleAssignment
from tournaments.services.actors import Actor


def user_with(event: Event | None, role: Role | None, name: str = "") -> User:
    """A user with a role in an event, or with none anywhere."""
    user = User.objects.create_user(name or str(role or "outsider"))
    if event is not None and role is not None:
        RoleAssignment.objects.create(event=event, user=user, role=role)
    return user


def director_of(event: Event) -> Actor:
    """A director of the event."""
    return Actor.of(user_with(event, Role.DIRECTOR))


def scorer_of(event: Event) -> Actor:
    """Somebody with a role in the event, but not one that runs it."""
    return Actor.of(user_with(event, Role.SCORER))


def outsider() -> Actor:
    """Somebody who is signed in and has nothing to do with the event."""
    return Actor.of(user_with(None, None))
