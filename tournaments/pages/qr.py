"""QR codes for printed sheets, as pictures within the page."""

from __future__ import annotations

import segno


def qr_picture(text: str) -> str:
    """A `data:` address of an SVG picture of `text` as a QR code, as wide as its frame."""
    picture: str = segno.make(text, error="m", micro=False).svg_data_uri(border=2, omitsize=True)
    return picture
