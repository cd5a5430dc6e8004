"""Who acts, and what they may do. Owns the permission rule of every service; stores nothing."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, Union

from django.utils.translation import gettext as _

from tournaments.errors import NotPermitted
from tournaments.models import ApiKey, Event, Role, RoleAssignment
from tournaments.origins import Way

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

#: Roles that run an event: draw, release, open, rule.
RUNNING = (Role.OWNER, Role.DIRECTOR)


@dataclass(frozen=True)
class Actor:
    """The system, a signed-in user, or a program with an event's key.

    `reference` and `origin` (see `tournaments.origins`) are what the audit stores, never a name.
    """

    reference: str
    user: "User | None" = field(default=None, compare=False, repr=False)
    key: ApiKey | None = field(default=None, compare=False, repr=False)
    origin: str = field(default="", compare=False)

    @classmethod
    def of(cls, user: Union["User", "AnonymousUser"], origin: str = "") -> Self:
        """Return the actor of a signed-in user. Raises NotPermitted("not_signed_in")."""
        if not user.is_authenticated or not user.is_active:
            raise NotPermitted("not_signed_in", _("Sign in first."))
        return cls(f"user:{user.pk}", user, origin=origin)

    @classmethod
    def with_key(cls, key: ApiKey, origin: str = "") -> Self:
        """Return the actor of a live key."""
        return cls(f"key:{key.pk}", key=key, origin=origin)

    def role_in(self, event: Event) -> str | None:
        """The role that this actor has in `event`, None without one; administrators own all."""
        if self.key is not None:
            return self.key.role if self.key.event_id == event.pk else None
        if self.user is None or self.user.is_superuser:
            return Role.OWNER
        held = RoleAssignment.objects.filter(event=event, user=self.user)
        return held.values_list("role", flat=True).first()

    def person_in(self, event: Event) -> str | None:
        """The id of the person that this actor plays as in `event`; None for who does not play."""
        user = self.user if self.key is None else self.key.issued_by
        if user is None or (self.key is not None and self.key.event_id != event.pk):
            return None
        held = RoleAssignment.objects.filter(event=event, user=user.pk)
        return held.values_list("person", flat=True).first()

    def require(self, event: Event, *roles: Role) -> None:
        """Return if this actor may act in `event` with one of `roles` (default: owner, director).

        The system and the installation's own administrators (superusers) always may.
        Raises NotPermitted("role_missing").
        """
        if self.role_in(event) not in (roles or RUNNING):
            raise NotPermitted("role_missing", _("Your role in this event does not allow this."))

    def require_organiser(self) -> None:
        """Return if this actor may create events (see `may_create_events`), or is the system.

        Raises NotPermitted("not_an_organiser").
        """
        if self.key is not None or (self.user is not None and not may_create_events(self.user)):
            raise NotPermitted("not_an_organiser", _("Only organisers may create events."))

    def require_administrator(self) -> None:
        """Return if this actor is an administrator of the installation, or the system.

        Raises NotPermitted("not_an_administrator").
        """
        if self.key is not None or (self.user is not None and not self.user.is_superuser):
            sentence = _("Only administrators of the installation may do this.")
            raise NotPermitted("not_an_administrator", sentence)


def may_create_events(user: "User") -> bool:
    """Whether a user creates events: superusers, who has Django's permission, who owns one."""
    if user.has_perm("tournaments.add_event"):
        return True
    return RoleAssignment.objects.filter(user=user, role=Role.OWNER).exists()


#: What follows by rule, without anybody's decision.
SYSTEM = Actor("system", origin=Way.SYSTEM.value)
#: The same for commands run on the machine itself: only the audit tells them apart.
COMMAND = Actor("system", origin=Way.COMMAND.value)
