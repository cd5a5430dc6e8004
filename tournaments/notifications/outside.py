"""One POST to an address that somebody else has given, without reaching into this network.

Owns what is refused: other schemes than http(s), and every host that does not resolve to public
addresses alone (unless FUSHI_WEBHOOKS_PRIVATE allows them). The connection goes to an address that
was looked at, so that a name cannot change its meaning in between; nothing is redirected, no
environment's proxy is asked, and all of it has one time limit.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

import httpx
from django.conf import settings

#: Seconds for all of it: looking up the name, connecting, sending, the head of the answer.
TIME_LIMIT = 10.0
LONGEST_URL = 500
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
#: IPv4 inside IPv6, as translated by a network (RFC 6052).
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class RefusedAddressError(Exception):
    """Nothing is sent there; `code` says why: `bad_scheme`, `bad_host` or `private_address`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class UnexpectedAnswerError(Exception):
    """The other side answered something else than 2xx; `status` says what."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


def checked(url: str) -> SplitResult:
    """The parts of an address that may be kept. Raises RefusedAddressError; looks nothing up.

    A literal address of this network is refused here already, a name when it is sent to.
    """
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise RefusedAddressError("bad_host") from None
    if parts.scheme not in ("http", "https"):
        raise RefusedAddressError("bad_scheme")
    if not host or port == 0 or parts.username or len(url) > LONGEST_URL or not url.isascii():
        raise RefusedAddressError("bad_host")
    if not url.isprintable() or " " in url:
        raise RefusedAddressError("bad_host")
    literal = _literal(host)
    if (literal is not None and not is_allowed(literal)) or _is_local(host):
        raise RefusedAddressError("private_address")
    return parts


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_local(host: str) -> bool:
    local = host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return local and not settings.WEBHOOKS_PRIVATE


def is_allowed(address: Address) -> bool:
    """Whether an address is of the public Internet, or private ones are allowed."""
    if address.is_multicast or address.is_unspecified:
        return False
    if settings.WEBHOOKS_PRIVATE:
        return True
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global
    inner = address.ipv4_mapped or address.sixtofour
    if address in NAT64:
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if inner is not None:
        return inner.is_global
    return address.is_global and address.teredo is None


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send `body`; return the 2xx status.

    Raises RefusedAddressError, UnexpectedAnswerError, OSError, TimeoutError, httpx.HTTPError.
    """
    return asyncio.run(_within_limit(url, body, headers))


async def _within_limit(url: str, body: bytes, headers: dict[str, str]) -> int:
    async with asyncio.timeout(TIME_LIMIT):
        return await _post(url, body, headers)


async def _post(url: str, body: bytes, headers: dict[str, str]) -> int:
    parts = checked(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    address = await _resolved(host, port)
    literal = f"[{address}]" if address.version == 6 else str(address)
    target = parts._replace(netloc=f"{literal}:{port}", fragment="").geturl()
    async with httpx.AsyncClient(
        follow_redirects=False, trust_env=False, timeout=TIME_LIMIT
    ) as client:
        # The name stands in Host and in TLS, as if it had been connected to.
        request = client.build_request(
            "POST",
            target,
            content=body,
            headers={**headers, "Host": parts.netloc.rpartition("@")[2]},
            extensions={"sni_hostname": host},
        )
        answer = await client.send(request, stream=True)
        await answer.aclose()  # what it says beyond its first line is not read
    if not answer.is_success:
        raise UnexpectedAnswerError(answer.status_code)
    return answer.status_code


async def _resolved(host: str, port: int) -> Address:
    """An address of a host, all of whose addresses are allowed. Raises RefusedAddressError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]
    if not addresses or not all(is_allowed(each) for each in addresses):
        raise RefusedAddressError("private_address")
    return addresses[0]
