"""Keys follow from SECRET_KEY; the hub delivers after the commit, never raises, and may lose."""

from __future__ import annotations

import asyncio

import pytest
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import transaction
from pytest_django import Settings

from games import crypto, hub, hub_redis
from tests.services import Valkey


def test_what_is_encrypted_comes_back_with_the_same_key_only(settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "one", []
    hidden = crypto.encrypt(b"secret")
    assert b"secret" not in hidden
    assert crypto.decrypt(hidden) == b"secret"
    settings.SECRET_KEY = "two"
    with pytest.raises(InvalidToken):
        crypto.decrypt(hidden)
    settings.SECRET_KEY_FALLBACKS = ["one"]
    assert crypto.decrypt(hidden) == b"secret"


def test_a_keyed_hash_depends_on_text_and_key(settings: Settings) -> None:
    settings.SECRET_KEY = "one"
    first = crypto.keyed_hash("code")
    assert (len(first), crypto.keyed_hash("code")) == (64, first)
    assert crypto.keyed_hash("Code") != first
    settings.SECRET_KEY = "two"
    assert crypto.keyed_hash("code") != first


async def heard(channel: str, wanted: int) -> list[str]:
    """Publish within transactions while subscribed to a channel; the data of what arrives."""
    subscription = await hub.subscribe(channel)
    await asyncio.to_thread(publish_some, channel)
    found: list[str] = []
    while len(found) < wanted:
        message = await subscription.next(5)
        assert message is not None
        if message.event != hub.RESYNC:
            found.append(message.data)
    assert await subscription.next(0.05) is None
    subscription.close()
    assert not hub.hub.has(channel)
    return found


def publish_some(channel: str) -> None:
    from django.db import connections

    hub.publish(channel, "note", {"n": 1})
    with transaction.atomic():
        hub.publish(channel, "note", {"n": 2})
        hub.publish("table:other", "note", {"n": 9})
    try:
        with transaction.atomic():
            hub.publish(channel, "note", {"n": 3})
            raise RuntimeError
    except RuntimeError:
        pass
    connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_messages_arrive_in_order_and_only_what_was_committed() -> None:
    assert asyncio.run(heard("table:t", 2)) == ['{"n":1}', '{"n":2}']


@pytest.mark.django_db(transaction=True)
def test_publishing_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(message: hub.HubMessage) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(hub.hub, "deliver", fail)
    hub.publish("table:t", "note", {})


def test_a_full_queue_ends_the_subscription(monkeypatch: pytest.MonkeyPatch) -> None:
    async def flood() -> None:
        subscription = await hub.subscribe("table:t")
        for _ in range(3):
            hub.hub.deliver(hub.HubMessage("table:t", "note", "{}"))
        await asyncio.sleep(0)
        with pytest.raises(hub.Overflow):
            await subscription.next(1)
        subscription.close()

    monkeypatch.setattr(hub, "QUEUE_LIMIT", 2)
    asyncio.run(flood())


def test_who_leaves_as_a_message_comes_has_left() -> None:
    async def leave() -> bool:
        subscription = hub.hub.subscribe("table:one")
        waiting = asyncio.ensure_future(subscription.next(60))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        subscription.put(hub.HubMessage("table:one", "entry", "{}"))
        waiting.cancel()
        await asyncio.wait({waiting})
        subscription.close()
        return waiting.cancelled()

    assert asyncio.run(leave())


def test_a_subscription_whose_loop_has_gone_is_dropped() -> None:
    asyncio.run(hub.subscribe("table:gone"))
    hub.hub.deliver(hub.HubMessage("table:gone", "note", "{}"))
    assert not hub.hub.has("table:gone")


def test_a_process_is_told_to_catch_up_when_redis_comes_back(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", valkey.url)
    listener = hub_redis.Listener()
    monkeypatch.setattr(hub_redis, "listener", listener)
    monkeypatch.setattr(hub_redis, "publisher", hub_redis.Publisher())

    async def listen() -> None:
        subscription = await hub.subscribe("table:t")
        first = await subscription.next(5)
        assert first is not None
        assert first.event == hub.RESYNC
        valkey.kill()
        hub._carry(hub.HubMessage("table:t", "note", "lost"))
        valkey.start()
        second = await subscription.next(10)
        assert second is not None
        assert second.event == hub.RESYNC
        hub._carry(hub.HubMessage("table:t", "note", "heard"))
        third = await subscription.next(5)
        assert third is not None
        assert third.data == "heard"
        subscription.close()

    asyncio.run(listen())
    listener.close()
