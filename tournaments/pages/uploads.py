"""A file that was sent and waits beside the database, readable by the server alone, to be used."""

from __future__ import annotations

from pathlib import Path

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest


def keep_upload(request: HttpRequest, name: str, place: Path) -> bool:
    """Keep the file of a form in a place, instead of what waits there; False without one."""
    given = request.FILES.get(name)
    if not isinstance(given, UploadedFile):
        return False
    place.unlink(missing_ok=True)
    place.touch(0o600)
    with place.open("wb") as file:
        for chunk in given.chunks():
            file.write(chunk)
    return True
