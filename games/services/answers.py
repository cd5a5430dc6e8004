"""First answers: found again for a repeated request, kept in the transaction of the change."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.errors import Problem
from games.models import IdempotentRequest
from games.prepared import PreparedInsert, PreparedRows

_kept = PreparedRows(
    lambda credential, method, path, key: IdempotentRequest.objects.filter(
        credential=credential, method=method, path=path, key=key
    ).values_list("body_hash", "status", "response"),
    str,
    str,
    str,
    str,
)
_keep = PreparedInsert(IdempotentRequest)


@dataclass(frozen=True, slots=True)
class RequestKey:
    """What recognises a repetition. `credential` names who asks, e.g. `token:17`."""

    credential: str
    method: str
    path: str
    key: str
    body_hash: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: its status, its JSON text, and whether it had been given before."""

    status: int
    text: str
    replayed: bool = False


def hash_of_body(body: Any) -> str:
    """SHA-256 of a JSON value in canonical form: spaces and the order of members do not matter."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def first_answer(request: RequestKey) -> Answer | None:
    """The answer that was given to this key, or None. Raises `Problem` (422 `key_reused`).

    Call it inside the transaction, after the lock that serialises the change.
    """
    kept = _kept(request.credential, request.method, request.path, request.key)
    for body_hash, status, text in kept:
        if body_hash != request.body_hash:
            raise Problem(422, "key_reused", _("This key belongs to a request with another body."))
        return Answer(status, text, replayed=True)
    return None


def keep_answer(request: RequestKey, status: int, body: Any) -> Answer:
    """Store the first answer, inside the transaction of the change. One INSERT."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    row = IdempotentRequest(
        credential=request.credential,
        method=request.method,
        path=request.path,
        key=request.key,
        body_hash=request.body_hash,
        status=status,
        response=text,
    )
    _keep(row)
    return Answer(status, text)
