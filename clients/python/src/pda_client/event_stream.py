"""Events as they happen, from a stream that connects again by itself."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Self

import anyio
import httpx

from .call import REPLAYED
from .errors import UNREADABLE, PdaClientError, PdaConnectionError, PdaError, PdaProtocolError
from .models import Event
from .server_sent_events import FrameReader

if TYPE_CHECKING:
    from .transport import AsyncPdaTransport, PdaTransport

RETRY = 2.0
DELAY_MAX = 30.0
RETRY_AFTER_MAX = 3600.0
SILENCE = 45.0
SILENCE_MAX = 999_999
"""Sockets take no infinite time."""
PATH = "/api/v1/events/stream"


class _Progress:
    """Where a stream is, and what comes after the end of a connection. It sends nothing, so that it serves both streams."""

    def __init__(self, base_url: str, position: str | None, type: str | None, silence: float) -> None:
        if not 0 < silence <= SILENCE_MAX:
            raise ValueError(f"silence must be above 0 seconds, and {SILENCE_MAX} at most")
        self.silence = silence
        self.after = position
        self.last_event_id: str | None = None
        self._address = base_url + PATH
        self._type = type
        self._retry = RETRY
        self._failures = 0
        self._reader = FrameReader()

    @property
    def position(self) -> str | None:
        return self.after if self.last_event_id is None else self.last_event_id

    def request(self) -> httpx.Request:
        """Begins a connection."""
        self._failures += 1
        self._reader = FrameReader()
        query = {} if self._type is None else {"type": self._type}
        headers = {"Accept": "text/event-stream"}
        if self.last_event_id is not None:
            headers["Last-Event-ID"] = self.last_event_id
        elif self.after is not None:
            query["pageToken"] = self.after
        return httpx.Request("GET", self._address, params=query, headers=headers)

    def read(self, piece: bytes) -> list[tuple[Event | None, str | None]]:
        """Returns the events that this piece completes, each with its place. Raises PdaProtocolError."""
        try:
            frames = self._reader.read(piece)
            events = [
                (None if frame.data is None else Event.from_dict(json.loads(frame.data)), frame.id) for frame in frames
            ]
        except UNREADABLE as cause:
            text = f"{self._address} answered with no stream of events. Check the base address, and proxies on the way."
            raise PdaProtocolError(text, self._address, 200) from cause
        for frame in frames:
            self._failures = 0
            if frame.retry is not None:
                self._retry = min(frame.retry, DELAY_MAX)
        return events

    def move(self, place: str | None) -> None:
        if place is not None:
            self.last_event_id = place

    def wait_after(self, error: PdaClientError | httpx.TransportError | None) -> float:
        """Returns the seconds before the next connection: as the service says, twice as long after each one that brought nothing.

        Raises the error if another connection would not help.
        """
        asked = 0.0
        if isinstance(error, PdaError):
            if not _passes(error.status) and error.reason not in REPLAYED:
                raise error
            asked = min(error.retry_after or 0.0, RETRY_AFTER_MAX)
        elif isinstance(error, PdaProtocolError):
            if not _passes(error.status):
                raise error
            asked = min(error.retry_after or 0.0, RETRY_AFTER_MAX)
        elif isinstance(error, PdaConnectionError):
            # Another connection would meet the same certificate.
            if error.is_untrusted:
                raise error
        elif isinstance(error, PdaClientError):
            raise error
        doubled = self._retry * 2.0 ** min(max(self._failures - 1, 0), 20)
        # With jitter, so that streams do not come in step.
        return max(asked, min(doubled, DELAY_MAX) * random.uniform(1, 1.25))


def _passes(status: int) -> bool:
    """Tells whether the service, or a proxy, says that it cannot serve now."""
    return status == 429 or status >= 500


class EventStream:
    """The events of the caller as they happen, oldest first, without an end. `PdaClient.stream_events` makes one.

    A connection that ends, breaks or falls silent is replaced by another one, which continues after the last event: nothing is lost, and
    nothing comes twice. Iterating raises PdaError when the service refuses the stream, for instance with 401 or 403. It waits and tries
    again while the service cannot be reached, or answers 429 or 503. Leave the loop, or call `close`, also in another thread, to end the
    stream. One loop at a time.
    """

    def __init__(
        self, transport: PdaTransport, base_url: str, position: str | None, type: str | None, silence: float
    ) -> None:
        self._transport = transport
        self._progress = _Progress(base_url, position, type, silence)
        self._closed = threading.Event()
        self._response: httpx.Response | None = None

    @property
    def position(self) -> str | None:
        """Where to resume, opaque. Store it, and give it to a new stream as `position`.

        An event is behind the position when the loop asks for the next one, so an event whose handling failed comes again.
        """
        return self._progress.position

    def __iter__(self) -> Iterator[Event]:
        while not self._closed.is_set():
            failure: PdaClientError | httpx.TransportError | None = None
            try:
                yield from self._connection()
            except (PdaClientError, httpx.TransportError) as error:
                failure = error
            if not self._closed.is_set():
                self._closed.wait(self._progress.wait_after(failure))

    def _connection(self) -> Iterator[Event]:
        response = self._transport.open(self._progress.request(), self._progress.silence)
        self._response = response
        try:
            # It may have been closed while it was being opened.
            if self._closed.is_set():
                return
            for piece in response.iter_raw():
                for event, place in self._progress.read(piece):
                    if self._closed.is_set():
                        return
                    if event is not None:
                        yield event
                    self._progress.move(place)
        finally:
            self._response = None
            response.close()

    def close(self) -> None:
        """Ends the connection, and the loop."""
        self._closed.set()
        response = self._response
        if response is not None:
            network = response.extensions["network_stream"]
            # Wakes a thread that waits for the next event. The socket may be closed already.
            with contextlib.suppress(OSError):
                network.get_extra_info("socket").shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncEventStream:
    """The same for AsyncPdaClient, with `async for`. Cancelling the task, or `aclose`, ends it."""

    def __init__(
        self, transport: AsyncPdaTransport, base_url: str, position: str | None, type: str | None, silence: float
    ) -> None:
        self._transport = transport
        self._progress = _Progress(base_url, position, type, silence)
        self._closed = False
        self._waking: anyio.Event | None = None
        self._response: httpx.Response | None = None

    @property
    def position(self) -> str | None:
        """Where to resume, opaque. Store it, and give it to a new stream as `position`.

        An event is behind the position when the loop asks for the next one, so an event whose handling failed comes again.
        """
        return self._progress.position

    async def __aiter__(self) -> AsyncIterator[Event]:
        while not self._closed:
            failure: PdaClientError | httpx.TransportError | None = None
            try:
                response = await self._transport.open(self._progress.request(), self._progress.silence)
                self._response = response
                try:
                    # It may have been closed while it was being opened.
                    if self._closed:
                        return
                    async for piece in response.aiter_raw():
                        for event, place in self._progress.read(piece):
                            if self._closed:
                                return
                            if event is not None:
                                yield event
                            self._progress.move(place)
                finally:
                    self._response = None
                    with anyio.CancelScope(shield=True):
                        await response.aclose()
            except (PdaClientError, httpx.TransportError, anyio.ClosedResourceError) as error:
                failure = None if isinstance(error, anyio.ClosedResourceError) else error
            if not self._closed:
                await self._wait(self._progress.wait_after(failure))

    async def _wait(self, seconds: float) -> None:
        self._waking = anyio.Event()
        with anyio.move_on_after(seconds):
            await self._waking.wait()

    async def aclose(self) -> None:
        """Ends the connection, and the loop."""
        self._closed = True
        if self._waking is not None:
            self._waking.set()
        if self._response is not None:
            await self._response.extensions["network_stream"].aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
