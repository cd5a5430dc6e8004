"""The least HTTP client that a load generator needs: it must cost less than what it measures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit


class Line:
    """One kept-alive connection with a player's token; one request at a time."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.token = token
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def head(self, method: str, path: str, body: bytes, key: str) -> bytes:
        """The head of a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += [f"Idempotency-Key: {key}"] if key else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}", "", ""]
        return "\r\n".join(lines).encode()

    async def ask(
        self, method: str, path: str, body: Any = None, key: str = ""
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON body of the answer; a line that had been closed idle is opened again."""
        data = b"" if body is None else json.dumps(body).encode()
        request = self.head(method, path, data, key) + data
        try:
            return await self._exchange(request)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.streams = None
            return await self._exchange(request)

    async def _exchange(self, request: bytes) -> tuple[int, dict[str, Any]]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self.streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        text = await reader.readexactly(length)
        return int(head.split()[1]), json.loads(text or b"{}")

    async def page(self, path: str, tag: str = "") -> tuple[int, str, int]:
        """Status, entity tag and bytes of a page; with the `tag` of a known one, it may be 304."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self.streams
        lines = [f"GET {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        lines += [f"If-None-Match: {tag}"] if tag else []
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head.split()[1])
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        length = 0 if status == 304 else int(fields["content-length"])
        await reader.readexactly(length)
        return status, fields.get("etag", ""), length

    async def events(self, path: str) -> AsyncIterator[tuple[str, str]]:
        """Events of a stream, for ever: name and data as text."""
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
        try:
            writer.write(self.head("GET", path, b"", ""))
            name = ""
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    yield name, line[6:].decode()
        finally:
            writer.close()
