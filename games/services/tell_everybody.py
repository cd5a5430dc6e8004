"""Tell all players of a realm something: those connected at once, the others when they come."""

from __future__ import annotations

from django.utils import timezone

from games import hub
from games.models import Announcement
from games.queries import announcement_data


def tell_everybody(realm: str, text: str) -> Announcement:
    """Keep an announcement and send it to the open streams; part of a caller's transaction."""
    row = Announcement.objects.create(realm=realm, text=text, at=timezone.now())
    hub.publish(f"event:{realm}", "announcement", announcement_data(row))
    return row
