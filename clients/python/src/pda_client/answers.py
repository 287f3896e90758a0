"""How a generated operation sends its request and reads the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import attrs
import httpx

from .errors import UNREADABLE, PdaProtocolError
from .transport import CALL_TIMEOUT, address_of

T = TypeVar("T")


@attrs.frozen
class Answer(Generic[T]):
    """An answer of success with everything around its data."""

    status: int
    """HTTP status, such as 201."""
    headers: httpx.Headers
    """Headers, such as `Idempotency-Replayed`, `ETag` or `RateLimit`."""
    envelope: T
    """The envelope with `request_id`, `timestamp` and `data`."""


def segment(name: str, value: object) -> str:
    """Returns a parameter of a path, percent-encoded.

    Raises ValueError for a value with which the path would be another operation's: an empty one or dots.
    """
    text = "" if value is None else str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'{name} must not be "{text}"')
    return quote(text, safe="")


def in_time(timeout: float | None) -> dict[str, Any]:
    """Returns the extensions of a request whose whole call ends after so many seconds."""
    return {} if timeout is None else {CALL_TIMEOUT: timeout}


def read(response: httpx.Response, from_dict: Callable[[Mapping[str, Any]], T]) -> Answer[T]:
    """Reads an answer of success. Raises PdaProtocolError when the service cannot have sent it."""
    try:
        envelope = from_dict(response.json())
    except UNREADABLE as cause:
        address = address_of(response.request)
        kind = response.headers.get("Content-Type", "no content type")
        raise PdaProtocolError(
            f"{address} answered {response.status_code} with {kind} that is no answer of the service. Check the base address.",
            address,
            response.status_code,
            response.request.headers.get("Idempotency-Key"),
        ) from cause
    return Answer(response.status_code, response.headers, envelope)
