"""What a call raises instead of returning."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .models.error_code import ErrorCode
from .models.error_item import ErrorItem
from .models.error_reason import ErrorReason

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading a text as JSON of the contract raises when it is something else."""


class PdaClientError(Exception):
    """Base of all errors of this library: a call raises one of those below."""


class PdaError(PdaClientError):
    """The service refused the request, or answered without doing it.

    Codes and reasons that this version does not know are kept as they are, with `is_known` false. Decide then by `status`.
    """

    def __init__(
        self,
        status: int,
        failure: Mapping[str, Any],
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(status, failure, retry_after, idempotency_key)
        self.status = status
        """HTTP status of the answer."""
        self.error_code = ErrorCode(str(failure.get("errorCode", "")))
        """Code of the error, such as `SVC-4222`: a program switches on it. Empty for 304 Not Modified."""
        self.message = str(failure.get("message", ""))
        """Description for people."""
        self.request_id = str(failure.get("requestId", ""))
        """Identifier of the request. Give it to support."""
        self.errors: Sequence[ErrorItem] = tuple(ErrorItem.from_dict(each) for each in failure.get("errors", ()))
        """Every error of the request, with the field that it is about."""
        self.retry_after = retry_after
        """Seconds after which the service asks for a repeat; None when it does not say."""
        self.idempotency_key = idempotency_key
        """The idempotency key that the request was sent with; None for a request that only reads."""

    @property
    def reason(self) -> ErrorReason | None:
        """Cause of the first error in a word, finer than the code."""
        return self.errors[0].reason if self.errors else None

    def __str__(self) -> str:
        words = " ".join(str(word) for word in (self.status, self.error_code, self.reason) if word)
        # With one error, the envelope has its message too, with the field in front.
        others = (each.message for each in self.errors if not self.message.endswith(each.message))
        texts = dict.fromkeys([self.message, *others])
        fields = ", ".join(each.field for each in self.errors if each.field)
        about = [f"field {fields}"] if fields else []
        about += [f"request {self.request_id}"] if self.request_id else []
        return f"{words}: {' '.join(texts)}" + (f" ({'; '.join(about)})" if about else "")


class PdaProtocolError(PdaClientError):
    """Something answered that is not the service, or not in its form: a proxy, another program, a redirect."""

    def __init__(
        self,
        message: str,
        address: str,
        status: int,
        idempotency_key: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, address, status, idempotency_key, retry_after)
        self.address = address
        """The address that answered."""
        self.status = status
        """HTTP status of the answer."""
        self.idempotency_key = idempotency_key
        """The idempotency key that the request was sent with; None for a request that only reads."""
        self.retry_after = retry_after
        """Seconds after which the answer asks for a repeat; None when it does not say."""

    def __str__(self) -> str:
        return str(self.args[0])


class PdaConnectionError(PdaClientError):
    """No answer came in time, after all attempts, or the caller's proof of a repeat cannot be made.

    A request with an effect may have been executed.
    """

    is_untrusted = False
    """Tells whether the certificate of the service is not trusted; the request was then not sent."""

    def __init__(self, message: str, address: str, attempts: int, idempotency_key: str | None = None) -> None:
        super().__init__(message, address, attempts, idempotency_key)
        self.address = address
        """The address that did not answer."""
        self.attempts = attempts
        """How often the request was sent."""
        self.idempotency_key = idempotency_key
        """The idempotency key that the request was sent with: `get_outcome` tells what became of it. None for a request that only reads."""

    def __str__(self) -> str:
        return str(self.args[0])


class PdaUnverifiedError(PdaClientError):
    """With `verify_answers`: an answer is not proven to be the service's answer to this request, and nothing of it was used.

    A request with an effect may have been executed.
    """

    def __init__(self, message: str, address: str, status: int, idempotency_key: str | None = None) -> None:
        super().__init__(message, address, status, idempotency_key)
        self.address = address
        """The address that was called."""
        self.status = status
        """HTTP status, as somebody sent it."""
        self.idempotency_key = idempotency_key
        """The idempotency key that the request was sent with: `get_outcome` tells what became of it. None for a request that only reads."""

    def __str__(self) -> str:
        return str(self.args[0])


def read_failure(content: bytes) -> Mapping[str, Any] | None:
    """Returns the envelope of an error, or None when the content is something else."""
    try:
        failure = json.loads(content)
        if failure["success"] is not False or not isinstance(failure["errorCode"], str):
            return None
        for each in failure["errors"]:
            ErrorItem.from_dict(each)
    except UNREADABLE:
        return None
    return dict(failure)
