"""One call with its attempts: what is sent, and what each result means. It sends nothing itself, so that it serves both transports."""

from __future__ import annotations

import ssl
import sys
import uuid
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import attrs
import httpx

from .contract import RETRYABLE, VERSION
from .errors import PdaClientError, PdaConnectionError, PdaError, PdaProtocolError, PdaUnverifiedError, read_failure
from .retry import RetryPolicy, retry_after

if TYPE_CHECKING:
    from .answer_keys import AnswerKeys
    from .answer_verifier import AnswerVerifier
    from .proofs import DpopCredential, JwtCredential, RequestSigner

CALL_TIMEOUT = "pda_call_timeout"
"""Name of the request extension with the seconds for a whole call."""

REPLAYED = frozenset({"TOKEN_REPLAYED", "DPOP_PROOF_REPLAYED", "REQUEST_SIGNATURE_REPLAYED"})
"""Refusals of a proof that arrived before: a proxy has sent the request twice. With a new proof it may succeed."""

PROXY_STATUSES = frozenset({502, 503, 504})

OTHER_HOST = (
    "Check the host of base_url, or of the environment variable PDA_URL, because the certificate is for another one."
)
OTHER_TIME = (
    "Check the clock of this machine. If it is right, the operator of the service has to renew the certificate."
)
OTHER_ROOT = "Set ca_file, or the environment variable PDA_CA_FILE, to the root certificate of the service (PEM)."
CERTIFICATE_ADVICE = {9: OTHER_TIME, 10: OTHER_TIME, 62: OTHER_HOST, 64: OTHER_HOST}
"""What to do, by the verify_code of OpenSSL: not yet valid, expired, another name, another IP address."""


@attrs.frozen
class Settings:
    """What is the same for all calls of a client."""

    base_url: str
    api_key: str | None = attrs.field(repr=False)
    credential: JwtCredential | DpopCredential | None = attrs.field(repr=False)
    signer: RequestSigner | None = attrs.field(repr=False)
    answer_keys: AnswerKeys | None
    """None: answers need no signature."""
    timeout: float
    retry: RetryPolicy


def address_of(request: httpx.Request) -> str:
    """Returns the address of a request without its query, which can have a caller's data."""
    return str(request.url.copy_with(query=None))


def _check_origin(url: httpx.URL, base_url: str) -> None:
    """Checks that a request goes to the service: every request carries the credential, and an address may come from anywhere."""
    base = httpx.URL(base_url)
    if (url.scheme, url.host, url.port) != (base.scheme, base.host, base.port):
        raise ValueError(
            f"a client of {base_url} sends nothing to {url.scheme}://{url.netloc.decode()}, because each request has the credential: "
            "use another HTTP client for other addresses"
        )


class Call:
    """The attempts of one call."""

    def __init__(self, settings: Settings, request: httpx.Request) -> None:
        _check_origin(request.url, settings.base_url)
        self.request = request
        self._settings = settings
        self._attempts = 0
        self._challenged = False
        self._verifier: AnswerVerifier | None = None
        # Python appends it to the context of each error of this call.
        self._handled_outside = sys.exception()
        limit = request.extensions.get(CALL_TIMEOUT)
        self._ends = None if limit is None else monotonic() + limit
        headers = request.headers
        _check_visible(headers, "Idempotency-Key", 255)
        _check_visible(headers, "X-Request-ID", 128)
        headers["Accept"] = headers["Accept"] if headers.get("Accept", "*/*") != "*/*" else "application/json"
        headers["User-Agent"] = f"pda-client-python/{VERSION}"
        if settings.api_key is not None:
            headers["Authorization"] = f"Bearer {settings.api_key}"
        if request.method not in ("GET", "HEAD", "OPTIONS") and "Idempotency-Key" not in headers:
            headers["Idempotency-Key"] = str(uuid.uuid4())

    @property
    def _idempotency_key(self) -> str | None:
        key: str | None = self.request.headers.get("Idempotency-Key")
        return key

    def token(self) -> str | Awaitable[str] | None:
        """Returns the access token for the next attempt. Raises what the caller's function for it raises."""
        credential = self._settings.credential
        return None if credential is None else credential.token()

    @contextmanager
    def proving(self) -> Iterator[None]:
        """Makes what proves the caller in the next attempt. An error is raised unchanged unless the request may have had an effect."""
        try:
            yield
        except Exception as cause:
            if self._attempts == 0 or self._idempotency_key is None:
                raise
            raise self._unanswered(f"the caller's proof cannot be made: {cause or type(cause).__name__}") from cause

    def begin(self, token: str | None) -> float:
        """Begins an attempt and returns the seconds for it. Raises PdaConnectionError when the time of the call is over."""
        left = self._settings.timeout if self._ends is None else min(self._settings.timeout, self._ends - monotonic())
        if left <= 0:
            raise self._unanswered("the time for the call is over")
        # The service takes three digits after the point, and nothing that is not above 0.
        self.request.headers["Request-Timeout"] = f"{max(left, 0.001):.3f}".rstrip("0").rstrip(".")
        with self.proving():
            if self._settings.credential is not None:
                self._settings.credential.authorize(self.request, token)
            if self._settings.signer is not None:
                self._settings.signer.sign(self.request)
        self._attempts += 1
        if self._settings.answer_keys is not None:
            from .answer_verifier import AnswerVerifier

            self._verifier = AnswerVerifier(self._settings.answer_keys, self.request)
        self.request.extensions["timeout"] = dict.fromkeys(("connect", "read", "write", "pool"), left)
        return left

    def keys_needed(self, response: httpx.Response) -> httpx.Request | None:
        """Returns the request for the service's keys, whose answer `learn` takes, if `answered` needs them."""
        request = None if self._verifier is None else self._verifier.keys_needed(response)
        if request is not None:
            request.headers["User-Agent"] = self.request.headers["User-Agent"]
            request.extensions["timeout"] = dict(self.request.extensions["timeout"])
        return request

    def learn(self, response: httpx.Response) -> None:
        """Takes the answer with the service's keys."""
        if self._verifier is not None:
            self._verifier.learn(response)

    def answered(self, response: httpx.Response) -> float | None:
        """Judges an answer: returns None when it is the result, or the seconds to wait before the next attempt. Raises the error."""
        status = response.status_code
        if self._verifier is not None and (problem := self._verifier.problem()) is not None:
            return self._again(self._unverified(status, problem), status in PROXY_STATUSES, None)
        credential = self._settings.credential
        if credential is not None and credential.is_challenged_by(response) and not self._challenged:
            # A challenge is answered once, and counts as no attempt: the service has done nothing yet.
            self._challenged = True
            self._attempts -= 1
            return 0.0
        if 200 <= status < 300:
            return None
        wait_asked = retry_after(response.headers.get("Retry-After"))
        error: PdaClientError
        if (failure := read_failure(response.content)) is not None:
            error = PdaError(status, failure, wait_asked, self._idempotency_key)
            code = error.error_code
            # As with every unknown code, the HTTP status decides.
            temporary = not code.is_known and status in PROXY_STATUSES
            retryable = temporary or code in RETRYABLE or (self._is_proven_anew and error.reason in REPLAYED)
        elif status == 304:
            error = PdaError(status, {"message": "It has not changed."})
            retryable = False
        else:
            error = self.foreign(response)
            retryable = status in PROXY_STATUSES
        return self._again(error, retryable, wait_asked)

    @property
    def _is_proven_anew(self) -> bool:
        return self._settings.credential is not None or self._settings.signer is not None

    def unanswered(self, cause: BaseException) -> float:
        """Judges an attempt without an answer: returns the seconds to wait before the next one. Raises the error."""
        if (refused := self._untrusted(cause)) is not None:
            address = address_of(self.request)
            error = PdaConnectionError(
                f"the certificate of {address} is not trusted: {refused.verify_message.rstrip('.')}. "
                f"{CERTIFICATE_ADVICE.get(refused.verify_code, OTHER_ROOT)}",
                address,
                self._attempts,
                self._idempotency_key,
            )
            error.is_untrusted = True
            raise error from cause
        text = "no answer in time" if is_timeout(cause) else f"the connection failed: {cause or type(cause).__name__}"
        retryable = not isinstance(cause, httpx.UnsupportedProtocol)
        try:
            return self._again(self._unanswered(text), retryable, None)
        except PdaConnectionError as last:
            raise last from cause

    def _again(self, error: PdaClientError, retryable: bool, wait_asked: float | None) -> float:
        wait = self._settings.retry.wait(self._attempts, wait_asked) if retryable else None
        if wait is None or (self._ends is not None and monotonic() + wait >= self._ends):
            raise error
        return wait

    def _unanswered(self, text: str) -> PdaConnectionError:
        address = address_of(self.request)
        key = self._idempotency_key
        count = "1 attempt" if self._attempts == 1 else f"{self._attempts} attempts"
        return PdaConnectionError(
            f"{self.request.method} {address}: {text} ({count}).{self._advice}", address, self._attempts, key
        )

    def _unverified(self, status: int, problem: str) -> PdaUnverifiedError:
        address = address_of(self.request)
        text = f"{address} answered {status} {problem}. Nothing of the answer was used.{self._advice}"
        return PdaUnverifiedError(text, address, status, self._idempotency_key)

    @property
    def _advice(self) -> str:
        key = self._idempotency_key
        if key is None:
            return ""
        return f" The request may have had its effect: ask get_outcome, or send the same request again, with the idempotency key {key}."

    def foreign(self, response: httpx.Response) -> PdaProtocolError:
        """Returns the error for an answer that is not of the service."""
        address = address_of(self.request)
        status = response.status_code
        if response.has_redirect_location:
            text = f"{address} redirects to {response.headers['Location']} ({status}). The client follows no redirects: set the base address of the service."
        else:
            text = f"{address} answered {status} without the envelope of the service. Check the base address, and proxies on the way."
        wait_asked = retry_after(response.headers.get("Retry-After"))
        return PdaProtocolError(text, address, status, self._idempotency_key, wait_asked)

    def _untrusted(self, cause: BaseException) -> ssl.SSLCertVerificationError | None:
        """Returns the refusal of a certificate behind an error of this call."""
        error: BaseException | None = cause
        while error is not None and error is not self._handled_outside:
            if isinstance(error, ssl.SSLCertVerificationError):
                return error
            error = error.__cause__ or error.__context__
        return None


def _check_visible(headers: httpx.Headers, name: str, most: int) -> None:
    text = headers.get(name)
    if text is not None and not (0 < len(text) <= most and all("!" <= character <= "~" for character in text)):
        raise ValueError(f"{name} must be 1 to {most} visible ASCII characters")


def is_timeout(cause: BaseException) -> bool:
    """Tells whether an attempt ended because of its deadline."""
    return isinstance(cause, httpx.TimeoutException | TimeoutError)
