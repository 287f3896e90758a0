"""The clients: an operation of the interface is a method with the operation's name."""

from __future__ import annotations

import os
from os import PathLike
from types import TracebackType
from typing import Literal, Self

import httpx

from .api import AsyncOperations, Operations
from .call import Settings
from .credentials import DpopToken, RegisteredKey, SignatureKey, answer_keys_of, credential_of, signer_of
from .event_stream import SILENCE, AsyncEventStream, EventStream
from .retry import RetryPolicy
from .tls import CertificateFiles, show, trusting
from .transport import AsyncPdaTransport, PdaTransport

TIMEOUT_MAX = 999_999
"""The service reads six digits of seconds in Request-Timeout."""


class _Configuration:
    """Options with their defaults from the environment, checked."""

    def __init__(
        self,
        base_url: str | None,
        api_key: str | None,
        ca_file: str | PathLike[str] | None,
        ca: str | None,
        client_certificate: CertificateFiles | None,
        public_key: RegisteredKey | Literal[False] | None,
        dpop: DpopToken | None,
        signature: SignatureKey | Literal[False] | None,
        verify_answers: bool | str | bytes,
        timeout: float,
        retry: RetryPolicy | None,
    ) -> None:
        self.base_url = address(base_url or os.environ.get("PDA_URL"))
        self.tls = trusting(ca_file or os.environ.get("PDA_CA_FILE") if ca is None else ca_file, ca)
        files = (os.environ.get("PDA_CLIENT_CERT_FILE", ""), os.environ.get("PDA_CLIENT_KEY_FILE", ""))
        show(self.tls, files if client_certificate is None else client_certificate)
        if not 0 < timeout <= TIMEOUT_MAX:
            raise ValueError(f"timeout must be above 0 seconds, and {TIMEOUT_MAX} at most")
        key = credential(api_key if api_key is not None else os.environ.get("PDA_API_KEY"))
        self.settings = Settings(
            base_url=self.base_url,
            api_key=key,
            credential=credential_of(public_key, dpop, key, self.base_url),
            signer=signer_of(signature),
            answer_keys=answer_keys_of(verify_answers, self.base_url),
            timeout=timeout,
            retry=retry or RetryPolicy(),
        )


class PdaClient(Operations):
    """A client that waits for each answer. Threads may share it.

    Each method returns the data of the answer, and raises PdaError when the service refuses the request, PdaConnectionError when
    no answer comes, and PdaProtocolError when something else than the service answers. With verify_answers it raises PdaUnverifiedError
    when the service has not signed the answer. Close the client, or use it in a `with`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        ca_file: str | PathLike[str] | None = None,
        ca: str | None = None,
        client_certificate: CertificateFiles | None = None,
        public_key: RegisteredKey | Literal[False] | None = None,
        dpop: DpopToken | None = None,
        signature: SignatureKey | Literal[False] | None = None,
        verify_answers: bool | str | bytes = False,
        timeout: float = 30.0,
        retry: RetryPolicy | None = None,
    ) -> None:
        """Makes a client; the first call connects.

        Args:
            base_url: Address of the service, such as `https://localhost:8443`. Default: the environment variable PDA_URL.
            api_key: API key. Public operations and a client with a certificate need none. Default: PDA_API_KEY.
            ca_file: File with the root certificates to trust (PEM). Default: PDA_CA_FILE, or the system's certificates.
            ca: The same as text, instead of a file.
            client_certificate: Two files in PEM: a certificate that the service issued, with those above it, and its private key,
                without a passphrase. Default: PDA_CLIENT_CERT_FILE and PDA_CLIENT_KEY_FILE. `("", "")` for none.
            public_key: Registered key that signs a JWT for each attempt, in place of an API key. Default: PDA_PUBLIC_KEY_ID and the
                private key in the file that PDA_SIGNING_KEY_FILE names. False for none.
            dpop: OAuth access token that is bound to a key, which the client proves in each attempt, in place of an API key.
            signature: Key that signs each attempt, a registered one or that of a wallet, with or without another credential.
                Default: the file that PDA_SIGNATURE_KEY_FILE names, with PDA_SIGNATURE_KEY_ID for a registered key. False for none.
            verify_answers: Refuses each answer that the service has not signed as its answer to this request, with PdaUnverifiedError.
                True: by the keys that the service publishes. A JSON Web Key Set, such as a copy of `/.well-known/jwks.json`: by these
                keys only.
            timeout: Seconds for each attempt of a call. `timeout` of a method bounds the whole call.
            retry: When a request is sent again. Default: up to 4 attempts.

        Raises:
            ValueError: An option is missing or malformed, or the private key is not that of the certificate.
            ImportError: public_key, dpop, signature or verify_answers is given, and the package cryptography is missing.
            OSError: A file of certificates, or of the private key, cannot be read.
        """
        made = _Configuration(
            base_url,
            api_key,
            ca_file,
            ca,
            client_certificate,
            public_key,
            dpop,
            signature,
            verify_answers,
            timeout,
            retry,
        )
        self._base_url = made.base_url
        self._verifies_answers = made.settings.answer_keys is not None
        self._transport = PdaTransport(made.settings, httpx.HTTPTransport(verify=made.tls))
        self.http = httpx.Client(
            base_url=made.base_url,
            transport=self._transport,
            follow_redirects=False,
        )
        """The HTTP client that all operations use, for `pda_client.api` and for other media types."""

    def stream_events(
        self, *, position: str | None = None, type: str | None = None, silence: float = SILENCE
    ) -> EventStream:
        """Returns the events as they happen, from a stream that connects again by itself. Nothing is sent before its loop.

        Args:
            position: `position` of an earlier stream or reader, or the cursor of an event. `latest` begins after the newest event. None
                begins with the first one.
            type: Only events of this type, such as `payment.completed`.
            silence: Seconds without a byte after which the connection counts as lost.

        Raises:
            ValueError: The client verifies answers. The service signs whole answers only.
        """
        _require_unverified(self._verifies_answers)
        return EventStream(self._transport, self._base_url, position, type, silence)

    def close(self) -> None:
        """Closes the connections."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"PdaClient({self._base_url!r})"


class AsyncPdaClient(AsyncOperations):
    """The same client for asyncio and trio: each method is awaited, and cancelling the task ends the call with its repeats."""

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        ca_file: str | PathLike[str] | None = None,
        ca: str | None = None,
        client_certificate: CertificateFiles | None = None,
        public_key: RegisteredKey | Literal[False] | None = None,
        dpop: DpopToken | None = None,
        signature: SignatureKey | Literal[False] | None = None,
        verify_answers: bool | str | bytes = False,
        timeout: float = 30.0,
        retry: RetryPolicy | None = None,
    ) -> None:
        """Makes a client; the first call connects. The options are those of PdaClient."""
        made = _Configuration(
            base_url,
            api_key,
            ca_file,
            ca,
            client_certificate,
            public_key,
            dpop,
            signature,
            verify_answers,
            timeout,
            retry,
        )
        self._base_url = made.base_url
        self._verifies_answers = made.settings.answer_keys is not None
        self._transport = AsyncPdaTransport(made.settings, httpx.AsyncHTTPTransport(verify=made.tls))
        self.http = httpx.AsyncClient(
            base_url=made.base_url,
            transport=self._transport,
            follow_redirects=False,
        )
        """The HTTP client that all operations use, for `pda_client.api` and for other media types."""

    def stream_events(
        self, *, position: str | None = None, type: str | None = None, silence: float = SILENCE
    ) -> AsyncEventStream:
        """Returns the events as they happen. The arguments are those of PdaClient."""
        _require_unverified(self._verifies_answers)
        return AsyncEventStream(self._transport, self._base_url, position, type, silence)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncPdaClient({self._base_url!r})"


def _require_unverified(verifies_answers: bool) -> None:
    if verifies_answers:
        raise ValueError("a stream of events is not signed: open it with a client without verify_answers")


def address(given: str | None) -> str:
    """Returns the base address of the service, checked."""
    if not given:
        raise ValueError("the address of the service is missing: give base_url, or set PDA_URL")
    url = httpx.URL(given)
    if url.scheme != "https" or not url.host or url.query or url.fragment or url.userinfo:
        raise ValueError(
            "the address of the service must be like https://localhost:8443, without user, query and fragment"
        )
    return str(url).rstrip("/")


def credential(given: str | None) -> str | None:
    """Returns the API key without the line end of a file. The error does not show it."""
    key = (given or "").strip()
    if not all("!" <= character <= "~" for character in key):
        raise ValueError(
            "the API key has a character that no API key has: give the key alone, as the service showed it"
        )
    return key or None
