"""Say that who has a role in an event also plays in it, and as whom: see `tournaments.sight`.

Anybody with a role says so of themselves, and an owner of everybody. Once a round is released only
an owner, and nobody for themselves, takes it back: it would show what is hidden.
"""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Player
from tournaments.errors import EventRefused
from tournaments.models import Event, Role, RoleAssignment, Round, RoundState

from .actors import Actor
from .audit import record

_NUMBER = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,3}))?")


def link_player(event: Event, user: User, player: Player | None, actor: Actor) -> RoleAssignment:
    """Let `user`, who has a role, be `player` of the event; None says that they do not play.

    Raises NotPermitted; EventRefused(`no_role`, `not_in_this_event`, `role_plays_another`,
    `plays_already`).
    """
    is_self = actor.user is not None and actor.user.pk == user.pk
    actor.require(event, *(tuple(Role) if is_self else (Role.OWNER,)))
    if player is not None and not _takes_part(event, player):
        raise EventRefused("not_in_this_event", _("This player does not take part in the event."))
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        held = RoleAssignment.objects.filter(event=event, user=user).first()
        if held is None:
            raise EventRefused("no_role", _("This user has no role in the event."))
        person = None if player is None else player.person_id
        if held.person_id == person:
            return held
        others = RoleAssignment.objects.filter(event=event, person=person).exclude(user=user)
        if person is not None and others.exists():
            raise EventRefused("plays_already", _("Another user plays as this person."))
        if held.person_id is not None and is_self and _has_begun(event):
            sentence = _("The rounds have begun: another owner has to change as whom you play.")
            raise EventRefused("role_plays_another", sentence)
        before, held.person_id = {"person": held.person_id}, person
        held.save(update_fields=["person"])
        after = {"person": person}
        record(event, actor, "link_player", f"user:{user.pk}", before=before, after=after)
    return held


def player_named(event: Event, text: str) -> Player | None:
    """The player meant by "12" (a number), "3/2" (team 3, place 2) or the id of a player.

    None for an empty text. Raises EventRefused(`unknown_player`).
    """
    text = text.strip()
    if not text:
        return None
    wanted = Q(pk=text)
    if found := _NUMBER.fullmatch(text):
        number, place = int(found[1]), found[2]
        wanted = Q(entrant__number=number, entrant__members=None)
        if place is not None:
            wanted = Q(membership__entrant__number=number, membership__place=int(place))
    player = Player.objects.filter(wanted, realm=event.pk).first()
    if player is None:
        sentence = _("Name a player by number, or a member of a team as 3/2 (team, place).")
        raise EventRefused("unknown_player", sentence)
    return player


def _takes_part(event: Event, player: Player) -> bool:
    mine = Q(entrant__members=None, entrant__isnull=False)
    mine |= Q(membership__isnull=False) | Q(substitutions__isnull=False)
    return Player.objects.filter(mine, pk=player.pk, realm=event.pk).exists()


def _has_begun(event: Event) -> bool:
    rounds = Round.objects.filter(stage__event=event)
    return rounds.exclude(state=RoundState.DRAWN).exists()
