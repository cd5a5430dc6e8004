"""Who speaks about a result: a player, on an own device or by PIN at a shared one, or a director.

Owns which plays each may speak about. How a credential becomes a speaker is the API's.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.errors import Problem
from games.ids import is_id
from games.models import Play, Player, PlayState, Seat


@dataclass(frozen=True, slots=True)
class Speaker:
    """`reference` is what is stored (`player:…`, `user:7`). A director speaks for a whole realm
    and decides; anybody else is `player_id`, who sits at the table. `by_pin` at a shared device.
    """

    reference: str
    player_id: str = ""
    realm: str = ""
    by_pin: bool = False

    @property
    def decides(self) -> bool:
        """Whether what is reported needs nobody else."""
        return not self.player_id

    def seat_at(self, table_id: str) -> str:
        """The letter of the speaker's chair; empty for a director."""
        if self.decides:
            return ""
        return Seat.objects.values_list("letter", flat=True).get(
            table=table_id, player=self.player_id
        )


def player_speaker(player: Player, by_pin: bool = False) -> Speaker:
    """A player who speaks for himself."""
    return Speaker(f"player:{player.pk}", player.pk, by_pin=by_pin)


def locked_play(speaker: Speaker, play_id: str) -> Play:
    """The play with its table, both locked, and its board with the set: released, of this speaker.

    Raises `Problem` (404), the same for whatever is missing.
    """
    mine = (
        Q(table__realm=speaker.realm)
        if speaker.decides
        else Q(table__seats__player=speaker.player_id)
    )
    play = None
    if is_id(play_id):
        play = (
            Play.objects.select_related("table", "board__board_set")
            .select_for_update(no_key=True, of=("table", "self"))
            .filter(mine, pk=play_id, table__released_at__isnull=False)
            .order_by()
            .first()
        )
    if play is None or (not speaker.decides and not _concerns_players(play)):
        raise Problem(404, "not_found", _("There is nothing here for you."))
    return play


def _concerns_players(play: Play) -> bool:
    """Players speak of boards that they play with cards, and of what has ended."""
    return bool(play.table.policy.get("physical")) or play.state == PlayState.FINISHED
