"""Who may do what: the one rule that every service asks."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tournaments.errors import EventRefused, NotPermitted
from tournaments.models import AuditEntry, Event, Role, RoleAssignment
from tournaments.origins import Way, origin
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.assign_role import assign_role

from .people import user_with


@pytest.fixture
def event(db: None) -> Event:
    return create_event(name="Spring Cup", actor=SYSTEM)


@pytest.mark.parametrize("role", [Role.OWNER, Role.DIRECTOR])
def test_owner_and_director_run_an_event(event: Event, role: Role) -> None:
    Actor.of(user_with(event, role)).require(event)


@pytest.mark.parametrize("role", [Role.SCORER, Role.VIEWER, None])
def test_others_do_not(event: Event, role: Role | None) -> None:
    with pytest.raises(NotPermitted) as caught:
        Actor.of(user_with(event, role)).require(event)
    assert caught.value.code == "role_missing"


def test_a_role_in_one_event_is_none_in_another(event: Event) -> None:
    other = create_event(name="Autumn Cup", actor=SYSTEM)
    with pytest.raises(NotPermitted):
        Actor.of(user_with(other, Role.OWNER)).require(event)


def test_the_installations_administrator_and_the_system_may(event: Event) -> None:
    SYSTEM.require(event)
    Actor.of(User.objects.create_superuser("root")).require(event)


def test_nobody_acts_without_signing_in(event: Event) -> None:
    for user in (AnonymousUser(), User(is_active=False)):
        with pytest.raises(NotPermitted) as caught:
            Actor.of(user)
        assert caught.value.code == "not_signed_in"


def test_only_staff_creates_events(db: None) -> None:
    member = User.objects.create_user("member")
    with pytest.raises(NotPermitted) as caught:
        create_event(name="Mine", actor=Actor.of(member))
    assert caught.value.code == "not_an_organiser"
    assert not Event.objects.exists()


def test_only_owners_give_roles_and_one_owner_remains(event: Event) -> None:
    owner = user_with(event, Role.OWNER)
    director = user_with(event, Role.DIRECTOR)
    helper = user_with(None, None)
    assign_role(event, helper, Role.SCORER, Actor.of(owner))
    assert RoleAssignment.objects.get(user=helper).role == Role.SCORER
    with pytest.raises(NotPermitted):
        assign_role(event, helper, Role.OWNER, Actor.of(director))
    for role in (Role.DIRECTOR, None):
        with pytest.raises(EventRefused) as caught:
            assign_role(event, owner, role, Actor.of(owner))
        assert caught.value.code == "last_owner"
    assign_role(event, helper, Role.OWNER, Actor.of(owner))
    assign_role(event, owner, None, Actor.of(helper))
    assert not RoleAssignment.objects.filter(user=owner).exists()
    assert AuditEntry.objects.filter(verb="assign_role").count() == 3


@pytest.mark.parametrize(
    ("address", "stored"),
    [
        ("192.0.2.7", "console 192.0.2.7"),
        ("fe80::1%eth0", "console fe80::1"),
        ("", "console"),
        (None, "console"),
        ("=cmd(), 192.0.2.7", "console"),
    ],
)
def test_an_origin_has_an_address_or_none(address: str | None, stored: str) -> None:
    assert origin(Way.CONSOLE, {"REMOTE_ADDR": address}) == stored
