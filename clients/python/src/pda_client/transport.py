"""The transports beneath the generated operations: credentials, deadlines, repeats and errors, the same for every operation."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Coroutine, Iterator
from time import monotonic
from typing import Any

import anyio
import httpx

from .call import CALL_TIMEOUT, Call, Settings, address_of

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
            token = call.token()
            if isinstance(token, Awaitable):
                if isinstance(token, Coroutine):
                    token.close()
                raise TypeError("access_token of dpop is asynchronous: use it with AsyncPdaClient")
            ends = monotonic() + call.begin(token)
            try:
                response = self._send(request, ends)
                if (asking := call.keys_needed(response)) is not None:
                    call.learn(self._send(asking, ends))
            except httpx.TransportError as cause:
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
            token = call.token()
            left = call.begin(await token if isinstance(token, Awaitable) else token)
            try:
                with anyio.fail_after(left):
                    response = await self._send(request)
                    if (asking := call.keys_needed(response)) is not None:
                        call.learn(await self._send(asking))
            except (httpx.TransportError, TimeoutError) as cause:
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

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._inner.aclose()


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
