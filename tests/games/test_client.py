"""The client that tests, substitutes and demonstrations play through, against a made server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest

from engine.bots import make_bot
from games import client
from games.client import TableClient, Tally

Handler = Callable[[list[str], asyncio.StreamWriter], Awaitable[None]]
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
BEAT = b'id: t-7\nevent: heartbeat\ndata: {"now": ""}\n\n'


async def listening(handler: Handler, enough: asyncio.Event) -> None:
    """Let a client listen to a server that answers with `handler`, until it was `enough`."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        await handler(head, writer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        player = TableClient(http, "code", make_bot("greedy", 1), Tally())
        task = asyncio.create_task(player._listen())
        async with asyncio.timeout(20):
            await enough.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    server.close()


def test_a_stream_whose_socket_dies_silently_is_opened_anew_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "SILENCE_SECONDS", 0.2)
    asked: list[str] = []

    async def scenario() -> None:
        again = asyncio.Event()

        async def handler(head: list[str], writer: asyncio.StreamWriter) -> None:
            asked.append(next((line for line in head if line.startswith("last-event-id")), ""))
            writer.write(STREAM + BEAT)
            await writer.drain()
            if len(asked) == 2:
                again.set()
            await again.wait()  # neither a word nor an end, as after a cut cable

        await listening(handler, again)

    asyncio.run(scenario())
    assert asked[:2] == ["", "last-event-id: t-7"]


def test_a_client_that_was_signed_out_does_not_knock_at_the_stream_for_ever() -> None:
    asked: list[str] = []

    async def scenario() -> None:
        refused = asyncio.Event()

        async def handler(head: list[str], writer: asyncio.StreamWriter) -> None:
            asked.append(head[0])
            writer.write(
                b"HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
            )
            await writer.drain()
            await asyncio.sleep(0.3)  # time for three more attempts
            refused.set()

        await listening(handler, refused)

    asyncio.run(scenario())
    assert len(asked) == 1
