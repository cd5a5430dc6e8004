"""Many clients in one process that send at the same moment; started by `test_at_once`.

`python -m tests.e2e.crowd CLIENTS URL…` reads a JSON list of requests a line, as many as it has
clients, sends all of them at once, each over a connection of its own, and prints what came back.
The clients are spread over the URLs.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 60


class Client:
    """One client with its connection."""

    def __init__(self, url: str, barrier: threading.Barrier) -> None:
        parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=PATIENCE
        )
        self.barrier = barrier

    def send(self, request: dict[str, Any] | None) -> dict[str, Any] | None:
        """Wait for the others, then send; nothing where there is no request for this client."""
        body = None if request is None else json.dumps(request["body"])
        self.barrier.wait(PATIENCE)
        if request is None:
            return None
        headers = {
            "Authorization": f"Bearer {request['token']}",
            "Idempotency-Key": request["key"],
            "Content-Type": "application/json",
        }
        self.connection.request("POST", request["path"], body, headers)
        answer = self.connection.getresponse()
        return {
            "key": request["key"],
            "status": answer.status,
            "replayed": answer.headers.get("Idempotent-Replayed") == "true",
            "body": answer.read().decode(),
        }


def main() -> None:
    """Serve lines until the input ends."""
    count, urls = int(sys.argv[1]), sys.argv[2:]
    barrier = threading.Barrier(count)
    clients = [Client(urls[number % len(urls)], barrier) for number in range(count)]
    with ThreadPoolExecutor(count) as pool:
        print("ready", flush=True)
        for line in sys.stdin:
            wanted = json.loads(line)
            wanted += [None] * (count - len(wanted))
            calls = [pool.submit(c.send, r) for c, r in zip(clients, wanted, strict=True)]
            print(json.dumps([call.result() for call in calls if call.result()]), flush=True)


if __name__ == "__main__":
    main()
