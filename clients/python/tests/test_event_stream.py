"""Streams of events, whose connections end in all ways; by threads and by asyncio."""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from collections.abc import Callable

import pytest

from pda_client import AsyncPdaClient, PdaClient, PdaConnectionError, PdaError, PdaProtocolError
from server import Asked, Say, Server, envelope, failure


def frame(number: int) -> str:
    return (
        f"id: c{number}\nevent: payment.quarantined\n"
        f'data: {{"specversion":"1.0","id":"evt_{number}","source":"/pda","type":"payment.quarantined","subject":"pay_1",'
        f'"time":"2026-01-15T09:30:00.000Z","datacontenttype":"application/json","data":{{"level":1}},"cursor":"c{number}"}}\n\n'
    )


def stream(text: str, silence: float | None = None) -> Say:
    """Sends a text and ends; with `silence`, more is announced, and nothing comes for so long."""
    headers = {"Content-Type": "text/event-stream"}
    if silence is None:
        return Say(body=text.encode(), headers=headers | {"Connection": "close"})
    return Say(body=text.encode(), headers=headers | {"Content-Length": "100000"}, silence=silence)


def says(*answers: Say) -> Callable[[Asked], Say]:
    """Gives one answer after the other, the last again and again."""
    rest = list(answers)
    return lambda _: rest.pop(0) if len(rest) > 1 else rest[0]


Take = Callable[..., tuple[list[str], str | None]]


@pytest.fixture(params=["sync", "asyncio"])
def take(request: pytest.FixtureRequest, server: Server) -> Take:
    """Takes so many events from a stream. Returns their identifiers and the position."""

    def by_threads(most: int, **options: object) -> tuple[list[str], str | None]:
        with PdaClient(server.url, ca=server.ca, api_key="key") as pda, pda.stream_events(**options) as events:  # type: ignore[arg-type]
            ids = []
            for event in events:
                ids.append(event.id)
                if len(ids) == most:
                    break
            return ids, events.position

    def by_asyncio(most: int, **options: object) -> tuple[list[str], str | None]:
        async def run() -> tuple[list[str], str | None]:
            async with (
                AsyncPdaClient(server.url, ca=server.ca, api_key="key") as pda,
                pda.stream_events(**options) as events,  # type: ignore[arg-type]
            ):
                ids = []
                async for event in events:
                    ids.append(event.id)
                    if len(ids) == most:
                        break
                return ids, events.position

        return asyncio.run(run())

    return by_threads if request.param == "sync" else by_asyncio


def test_goes_on_after_the_last_event(server: Server, take: Take) -> None:
    server.say = says(
        stream("retry: 1\nid: c0\n\n"),
        stream(frame(1) + ": \n\n" + frame(2) + frame(3)[:30], silence=0),
        stream(frame(3).replace("\n", "\r\n"), silence=10),
        Say(breaks=True),
        Say(429, failure("SVC-4290", "RATE_LIMITED"), {"Retry-After": "0"}),
        Say(503, failure("SVC-5030", "UNAVAILABLE"), {"Retry-After": "1"}),
        Say(502, b"no", {"Content-Type": "text/html"}),
        Say(401, failure("SVC-4011", "TOKEN_REPLAYED")),
        stream(frame(4)),
    )
    begun = time.monotonic()
    ids, position = take(4, position="latest", type="payment.completed", silence=2)
    assert ids == ["evt_1", "evt_2", "evt_3", "evt_4"]
    assert position == "c3", "the loop has not asked for the next one"
    assert time.monotonic() - begun > 1, "Retry-After was not obeyed"
    asked = [(each.path, each.headers.get("Last-Event-ID")) for each in server.asked]
    path = "/api/v1/events/stream?type=payment.completed"
    assert list(dict.fromkeys(asked)) == [(path + "&pageToken=latest", None), (path, "c0"), (path, "c2"), (path, "c3")]
    assert server.asked[0].headers["Accept"] == "text/event-stream"
    assert server.asked[0].headers["Authorization"] == "Bearer key"


def test_gives_an_event_again_whose_handling_failed(server: Server) -> None:
    server.say = says(stream("retry: 1\n\n" + frame(1) + frame(2)), stream(frame(2)))
    with PdaClient(server.url, ca=server.ca) as pda, pda.stream_events() as events:

        def handle() -> None:
            for event in events:
                if event.id == "evt_2":
                    raise OSError("the database is away")

        with pytest.raises(OSError, match="away"):
            handle()
        assert events.position == "c1"
        assert next(iter(events)).id == "evt_2"
    assert server.asked[1].headers["Last-Event-ID"] == "c1"


def test_waits_as_long_as_a_proxy_says(server: Server, take: Take) -> None:
    away = Say(503, b"<html>", {"Content-Type": "text/html", "Retry-After": "1"})
    server.say = says(stream("retry: 1\n\n"), away, stream(frame(1)))
    begun = time.monotonic()
    take(1)
    assert time.monotonic() - begun > 1


def test_does_not_take_an_error_that_the_caller_handles_for_its_own(server: Server, take: Take) -> None:
    server.say = says(stream("retry: 1\n\n"), Say(breaks=True), stream(frame(1)))
    try:
        raise ssl.SSLCertVerificationError("another connection of the caller")
    except ssl.SSLCertVerificationError:
        assert take(1)[0] == ["evt_1"]


@pytest.mark.parametrize("status", [400, 401, 403])
def test_ends_when_it_is_refused(server: Server, take: Take, status: int) -> None:
    server.say = says(stream("retry: 1\n\n" + frame(1)), Say(status, failure("SVC-4030", "WHY")))
    with pytest.raises(PdaError) as refused:
        take(9)
    assert refused.value.status == status
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "answer",
    [
        Say(200, b"<html>", {"Content-Type": "text/html"}),
        Say(302, b"", {"Location": "https://elsewhere.example"}),
        Say(200, envelope({})),
        stream("data: no\n\n"),
        stream("data: " + "x" * (5 << 20)),
    ],
    ids=["html", "redirect", "envelope", "no event", "too long"],
)
def test_takes_no_other_answer(server: Server, take: Take, answer: Say) -> None:
    server.say = says(answer)
    with pytest.raises(PdaProtocolError):
        take(1)


def test_backs_off_longer_each_time(server: Server, take: Take) -> None:
    away = Say(503, failure("SVC-5030", "UNAVAILABLE"))
    server.say = says(stream("retry: 100\n\n"), away, away, away, stream(frame(1)))
    begun = time.monotonic()
    take(1)
    assert time.monotonic() - begun > 0.8


def test_ends_when_another_thread_closes_it(server: Server) -> None:
    server.say = says(stream("id: c0\n\n", silence=20))
    with PdaClient(server.url, ca=server.ca) as pda:
        events = pda.stream_events()
        taken: list[object] = []
        thread = threading.Thread(target=lambda: taken.extend(events))
        thread.start()
        while events.position is None:
            time.sleep(0.01)
        events.close()
        thread.join(5)
        assert not thread.is_alive()
        assert taken == []
        assert list(events) == []


def test_ends_when_another_task_closes_it(server: Server) -> None:
    server.say = says(stream("id: c0\n\n", silence=20))

    async def run() -> list[object]:
        async with AsyncPdaClient(server.url, ca=server.ca) as pda:
            events = pda.stream_events()

            async def take_all() -> list[object]:
                return [event async for event in events]

            task = asyncio.create_task(take_all())
            while events.position is None:
                await asyncio.sleep(0.01)
            await events.aclose()
            return await asyncio.wait_for(task, 5)

    assert asyncio.run(run()) == []


def opens_slowly(_: Asked) -> Say:
    """Answers late, and then says only that it is there."""
    return Say(body=b":\n\n" * 100, headers={"Content-Type": "text/event-stream"}, seconds=0.5, drip=0.05)


def test_ends_when_another_thread_closes_it_while_it_opens(server: Server) -> None:
    server.say = opens_slowly
    with PdaClient(server.url, ca=server.ca) as pda:
        events = pda.stream_events()
        thread = threading.Thread(target=list, args=[events], daemon=True)
        thread.start()
        while not server.asked:
            time.sleep(0.01)
        events.close()
        thread.join(5)
        assert not thread.is_alive()


def test_ends_when_another_task_closes_it_while_it_opens(server: Server) -> None:
    server.say = opens_slowly

    async def run() -> list[object]:
        async with AsyncPdaClient(server.url, ca=server.ca) as pda:
            events = pda.stream_events()

            async def take_all() -> list[object]:
                return [event async for event in events]

            task = asyncio.create_task(take_all())
            while not server.asked:
                await asyncio.sleep(0.01)
            await events.aclose()
            return await asyncio.wait_for(task, 5)

    assert asyncio.run(run()) == []


def test_is_not_for_clients_that_verify_answers(server: Server) -> None:
    with PdaClient(server.url, ca=server.ca, verify_answers=True) as pda, pytest.raises(ValueError, match="not signed"):
        pda.stream_events()


@pytest.mark.parametrize("silence", [0, float("inf"), float("nan")])
def test_refuses_a_silence_that_cannot_be_waited(server: Server, silence: float) -> None:
    with PdaClient(server.url, ca=server.ca) as pda, pytest.raises(ValueError, match="above 0"):
        pda.stream_events(silence=silence)


def test_ends_when_the_certificate_is_not_trusted(server: Server) -> None:
    with PdaClient(server.url) as pda, pytest.raises(PdaConnectionError, match="is not trusted") as caught:
        next(iter(pda.stream_events()))
    assert type(caught.value) is PdaConnectionError
    assert caught.value.is_untrusted
