"""Who acts, and what they may do. Owns the permission rule of every service; stores nothing."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, Union

from django.utils.translation import gettext as _

from tournaments.errors import NotPermitted
from tournaments.models import Event, Role, RoleAssignment

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

#: Roles that run an event: draw, release, open, rule.
RUNNING = (Role.OWNER, Role.DIRECTOR)


@dataclass(frozen=True)
class Actor:
    """The system, or a signed-in user. `reference` is what the audit stores, never a name."""

    reference: str
    user: "User | None" = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, user: Union["User", "AnonymousUser"]) -> Self:
        """Return the actor of a signed-in user. Raises NotPermitted("not_signed_in")."""
        if not user.is_authenticated or not user.is_active:
            raise NotPermitted("not_signed_in", _("Sign in first."))
        return cls(f"user:{user.pk}", user)

    def require(self, event: Event, *roles: Role) -> None:
        """Return if this actor may act in `event` with one of `roles` (default: owner, director).

        The system and the installation's own administrators (superusers) always may.
        Raises NotPermitted("role_missing").
        """
        if self.user is None or self.user.is_superuser:
            return
        allowed = RoleAssignment.objects.filter(
            event=event, user=self.user, role__in=roles or RUNNING
        )
        if not allowed.exists():
            raise NotPermitted("role_missing", _("Your role in this event does not allow this."))

    def require_organiser(self) -> None:
        """Return if this actor may create events (see `may_create_events`), or is the system.

        Raises NotPermitted("not_an_organiser").
        """
        if self.user is not None and not may_create_events(self.user):
            raise NotPermitted("not_an_organiser", _("Only organisers may create events."))


def may_create_events(user: "User") -> bool:
    """Whether a user creates events: superusers, who has Django's permission, who owns one."""
    if user.has_perm("tournaments.add_event"):
        return True
    return RoleAssignment.objects.filter(user=user, role=Role.OWNER).exists()


#: What follows by rule, without anybody's decision; and commands run on the machine itself.
SYSTEM = Actor("system")
