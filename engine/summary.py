"""The signed summary of an event (`fushi-summary-1`): its form, and whether one is genuine.

Owns what the signature covers. Who signs, and with which key, is the server's; docs/formats.md
describes the document and has a test vector.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.dealing import canonical_json
from engine.ed25519 import is_genuine
from engine.errors import EngineError

FORMAT = "fushi-summary-1"


def signed_bytes(summary: Mapping[str, Any]) -> bytes:
    """What the signature covers: the canonical JSON of the summary, its format in it."""
    return canonical_json(summary)


@dataclass(frozen=True, slots=True)
class SignedSummary:
    """A summary with its signature; `key` is the public key that the summary names."""

    summary: Mapping[str, Any]
    signature: bytes
    key: bytes

    @classmethod
    def from_data(cls, data: object) -> SignedSummary:
        """Read a document as it is published. Raises `EngineError` (`bad_summary`)."""
        if not isinstance(data, dict) or not isinstance(data.get("summary"), dict):
            raise EngineError("bad_summary", reason="summary is an object")
        summary = data["summary"]
        if summary.get("format") != FORMAT:
            raise EngineError("bad_summary", reason=f"the format is not {FORMAT}")
        files = summary.get("files")
        if not isinstance(files, dict) or not all(isinstance(each, str) for each in files.values()):
            raise EngineError("bad_summary", reason="files maps names to hashes")
        signature = _base64(data.get("signature"), "signature")
        return cls(summary, signature, _base64(summary.get("key"), "key"))

    @property
    def key_text(self) -> str:
        """The public key as it is printed."""
        return base64.b64encode(self.key).decode()


def _base64(text: object, name: str) -> bytes:
    try:
        if isinstance(text, str):
            return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        pass
    raise EngineError("bad_summary", reason=f"{name} is Base64")


def verify(
    signed: SignedSummary, key: str | None = None, files: Mapping[str, bytes] | None = None
) -> list[EngineError]:
    """Everything in which a summary, its signature, the known `key` and `files` disagree; else [].

    `files` are contents by the names that the summary has; those that are not given are not missed.
    """
    faults = []
    if key is not None and key.strip() != signed.key_text:
        faults.append(EngineError("other_key", own=signed.key_text, published=key.strip()))
    if not is_genuine(signed.key, signed_bytes(signed.summary), signed.signature):
        faults.append(EngineError("other_signature"))
    for name, content in (files or {}).items():
        if sha256(content).hexdigest() != signed.summary["files"].get(name):
            faults.append(EngineError("other_file", name=name))
    return faults
