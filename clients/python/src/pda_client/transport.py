"""The transports beneath the generated operations: credentials, deadlines, repeats and errors, the same for every operation."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Coroutine, Iterator
from time import monotonic
from typing import Any

import anyio
import attrs
import httpx

from .call import CALL_TIMEOUT, Call, Settings, address_of
from .retry import RetryPolicy

__all__ = ("CALL_TIMEOUT", "AsyncPdaTransport", "PdaTransport", "address_of")


class PdaTransport(httpx.BaseTransport):
    """Sends requests by another transport, and returns answers of success only."""

    def __init__(self, settings: Settings, inner: httpx.BaseTransport) -> None:
        self._settings = settings
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request, again where that is safe. Raises PdaError, PdaProtocolError or PdaConnectionError."""
        request.read()
        call = Call(self._settings, request)
        while True:
            ends = monotonic() + call.begin(_token(call))
            try:
                response = self._send(request, ends)
                if (asking := call.keys_needed(response)) is not None:
                    call.learn(self._send(asking, ends))
            except httpx.RequestError as cause:
                wait: float | None = call.unanswered(cause)
            else:
                wait = call.answered(response)
            if wait is None:
                return response
            time.sleep(wait)

    def _send(self, request: httpx.Request, ends: float) -> httpx.Response:
        # Each phase gets what the phases before have left of the time.
        request.extensions["trace"] = lambda *_: shorten(request, ends)
        response = self._inner.handle_request(request)
        response.request = request
        response.stream = _Bounded(response.stream, ends)
        try:
            response.read()
        finally:
            response.close()
        return response

    def open(self, request: httpx.Request, silence: float) -> httpx.Response:
        """Opens a stream once, and returns it unread. Raises as handle_request does.

        Args:
            request: What opens the stream.
            silence: Seconds without a byte after which the stream counts as lost.
        """
        call = Call(once(self._settings), request)
        while True:
            limits = _Limits(request, monotonic() + call.begin(_token(call)), silence)
            request.extensions["trace"] = limits
            try:
                response = self._inner.handle_request(request)
                response.request = request
                if not is_stream(response):
                    response.stream = _Bounded(response.stream, limits.ends)
                    try:
                        response.read()
                    finally:
                        response.close()
            except httpx.RequestError as cause:
                call.unanswered(cause)
                raise
            if call.answered(response) is None:
                if not is_stream(response):
                    raise call.foreign(response)
                limits.open()
                return response

    def close(self) -> None:
        """Closes the connections."""
        self._inner.close()


class AsyncPdaTransport(httpx.AsyncBaseTransport):
    """The same for asyncio and trio."""

    def __init__(self, settings: Settings, inner: httpx.AsyncBaseTransport) -> None:
        self._settings = settings
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request, again where that is safe. Raises PdaError, PdaProtocolError or PdaConnectionError."""
        await request.aread()
        call = Call(self._settings, request)
        while True:
            left = call.begin(await _awaited_token(call))
            try:
                with anyio.fail_after(left):
                    response = await self._send(request)
                    if (asking := call.keys_needed(response)) is not None:
                        call.learn(await self._send(asking))
            except (httpx.RequestError, TimeoutError) as cause:
                wait: float | None = call.unanswered(cause)
            else:
                wait = call.answered(response)
            if wait is None:
                return response
            await anyio.sleep(wait)

    async def _send(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        response.request = request
        try:
            await response.aread()
        finally:
            await response.aclose()
        return response

    async def open(self, request: httpx.Request, silence: float) -> httpx.Response:
        """Opens a stream once, and returns it unread. Raises as handle_async_request does."""
        call = Call(once(self._settings), request)
        while True:
            left = call.begin(await _awaited_token(call))
            try:
                with anyio.fail_after(left):
                    response = await self._inner.handle_async_request(request)
                    response.request = request
                    if not is_stream(response):
                        try:
                            await response.aread()
                        finally:
                            await response.aclose()
            except (httpx.RequestError, TimeoutError) as cause:
                call.unanswered(cause)
                raise
            if call.answered(response) is None:
                if not is_stream(response):
                    raise call.foreign(response)
                request.extensions["timeout"]["read"] = silence
                return response

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._inner.aclose()


def _token(call: Call) -> str | None:
    with call.proving():
        token = call.token()
    if isinstance(token, Awaitable):
        if isinstance(token, Coroutine):
            token.close()
        raise TypeError("access_token of dpop is asynchronous: use it with AsyncPdaClient")
    return token


async def _awaited_token(call: Call) -> str | None:
    with call.proving():
        token = call.token()
        return await token if isinstance(token, Awaitable) else token


def once(settings: Settings) -> Settings:
    """Returns the settings of a stream, which repeats by itself."""
    return attrs.evolve(settings, retry=RetryPolicy(attempts_max=1))


def is_stream(response: httpx.Response) -> bool:
    """Tells whether an answer is a stream of events."""
    return response.status_code == 200 and response.headers.get("Content-Type", "").startswith("text/event-stream")


class _Limits:
    """Limits the next phase of an exchange: to what is left of the attempt, and to the silence of a stream once it is open."""

    def __init__(self, request: httpx.Request, ends: float, silence: float) -> None:
        self._request = request
        self.ends = ends
        self._silence = silence
        self._is_open = False

    def open(self) -> None:
        self._is_open = True
        self()

    def __call__(self, *_: object) -> None:
        if not self._is_open:
            shorten(self._request, self.ends)
            return
        timeouts: dict[str, Any] = self._request.extensions["timeout"]
        timeouts["read"] = self._silence


def shorten(request: httpx.Request, ends: float) -> None:
    """Sets the time-outs of the next phase of an attempt to what is left of its time."""
    timeouts: dict[str, Any] = request.extensions["timeout"]
    timeouts.update(dict.fromkeys(timeouts, max(ends - monotonic(), 0.001)))


class _Bounded(httpx.SyncByteStream):
    """A body that has to arrive before a moment: a time-out of the socket bounds each piece only."""

    def __init__(self, stream: httpx.SyncByteStream | httpx.AsyncByteStream, ends: float) -> None:
        assert isinstance(stream, httpx.SyncByteStream)
        self._stream = stream
        self._ends = ends

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._stream:
            if monotonic() > self._ends:
                raise httpx.ReadTimeout("the body did not arrive in time")
            yield piece

    def close(self) -> None:
        self._stream.close()
