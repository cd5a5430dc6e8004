"""Say what a user may do in an event. Only its owners do; one owner always remains."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.models import Event, Role, RoleAssignment

from .actors import Actor
from .audit import record


def assign_role(event: Event, user: User, role: Role | None, actor: Actor) -> None:
    """Give a user this one role in the event; None takes away what they had.

    Whoever has a role may come to the administration pages, which show what the role allows.
    Raises NotPermitted; EventRefused("last_owner").
    """
    actor.require(event, Role.OWNER)
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        held = RoleAssignment.objects.filter(event=event, user=user).first()
        others = RoleAssignment.objects.filter(event=event, role=Role.OWNER).exclude(user=user)
        if held is not None and held.role == Role.OWNER != role and not others.exists():
            raise EventRefused("last_owner", _("An event keeps at least one owner."))
        before = {"role": held.role} if held is not None else None
        if role is None:
            RoleAssignment.objects.filter(event=event, user=user).delete()
        else:
            RoleAssignment.objects.update_or_create(event=event, user=user, defaults={"role": role})
            User.objects.filter(pk=user.pk).update(is_staff=True)
        after = {"role": str(role)} if role is not None else None
        record(event, actor, "assign_role", f"user:{user.pk}", before=before, after=after)
