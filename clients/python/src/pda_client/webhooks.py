"""Verifies webhooks (Standard Webhooks 1.0) that the service sends."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import attrs

from .errors import UNREADABLE, PdaClientError
from .models import Event, EventType, WebhookKeySet

if TYPE_CHECKING:
    import datetime

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

WebhookKind = Literal["event", "test", "verification"]
WebhookProblem = Literal["header", "timestamp", "signature", "body"]

SECRET_PREFIX = "whsec_"
SECRET_BYTES = range(24, 65)
SIGNATURE_LENGTH_MAX = 4096
"""The service sends three signatures at most."""


class PdaWebhookError(PdaClientError):
    """The request is not a webhook of the service. Answer with 401, and use nothing of it."""

    def __init__(self, reason: WebhookProblem, message: str) -> None:
        super().__init__(reason, message)
        self.reason: WebhookProblem = reason
        """Why: `header` (a header is missing), `timestamp` (malformed, too old or too new), `signature` (none is that of a secret or
        key) or `body` (the signature is good, but the body is no event)."""

    def __str__(self) -> str:
        return str(self.args[1])


@attrs.frozen(kw_only=True)
class ThinEvent:
    """An event of an endpoint with `thin`, which comes without its data. The other members are those of an `Event`."""

    specversion: str
    id: str
    source: str
    type: EventType
    subject: str
    time: datetime.datetime
    cursor: str
    dataref: str
    """Address of the event with its data. `get_event` reads it by `id`, except for a test event, which cannot be read."""
    test: bool | None = None
    data: None = attrs.field(init=False, default=None)
    """None, which tells it from an `Event`."""
    additional_properties: dict[str, Any] = attrs.field(factory=dict)
    """Members that this version of the library does not know."""


@attrs.frozen
class Webhook:
    """A genuine webhook."""

    kind: WebhookKind
    """`event`: something happened; store the event under its `id`, which is the same in each attempt. `test`: send_test_event was
    called, and nothing happened; answer with 204. `verification`: the service asks whether the endpoint wants webhooks; answer with
    200 and `answer`."""
    event: Event | ThinEvent
    """The event. Ignore types that you do not know. Its `data` is None in an event of an endpoint with `thin`."""
    answer: str | None = None
    """The body, in JSON, that answers a verification. None for other kinds."""


class WebhookVerifier:
    """Verifies webhooks. Threads may share it. Make a new one when the secrets or keys change."""

    def __init__(
        self,
        *,
        secrets: Iterable[str] = (),
        public_keys: WebhookKeySet | str | bytes | None = None,
        tolerance: float = 300.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Makes a verifier. It needs a secret or a key.

        Args:
            secrets: Secrets of the endpoint, `whsec_…`: two while one replaces the other.
            public_keys: Keys of the service, for an endpoint with `public_key_signature`: the answer of `get_webhook_keys`, or the text
                of `/.well-known/webhook-keys.json`. A receiver may keep them for five minutes.
            tolerance: Seconds that the time of a webhook may differ from the clock of the receiver, in both directions.
            now: Returns the present time in seconds since 1970.

        Raises:
            ValueError, TypeError: An option cannot be used. The text never contains a secret.
            ImportError: public_keys is given, and the package cryptography is missing.
        """
        if isinstance(secrets, str):
            raise TypeError("secrets must be a list: give [secret]")
        self._secrets = [_secret(text) for text in secrets]
        self._keys = [] if public_keys is None else _keys(public_keys)
        if not self._secrets and not self._keys:
            raise ValueError("a webhook verifier needs a secret (secrets) or a key (public_keys)")
        if not 0 < tolerance < float("inf"):
            raise ValueError("tolerance must be above 0 seconds")
        self._tolerance = tolerance
        self._now = now

    def __repr__(self) -> str:
        return f"WebhookVerifier({len(self._secrets)} secrets, {len(self._keys)} keys)"

    def verify(self, body: bytes, headers: Mapping[str, str]) -> Webhook:
        """Returns the webhook of a request. Raises PdaWebhookError for everything that the service has not sent now.

        Args:
            body: The bytes of the body, before anything parses them.
            headers: Headers of the request; their names may have any case.
        """
        webhook_id = _header(headers, "webhook-id")
        timestamp = _header(headers, "webhook-timestamp")
        signatures = _header(headers, "webhook-signature")
        self._check_time(timestamp)
        if not self._is_signed(f"{webhook_id}.{timestamp}.".encode("utf-8", "surrogatepass") + body, signatures):
            raise PdaWebhookError(
                "signature", "no signature of the webhook is that of a secret or key of this receiver"
            )
        return _webhook(body)

    def _check_time(self, timestamp: str) -> None:
        if not re.fullmatch(r"[0-9]{1,12}", timestamp):
            raise PdaWebhookError("timestamp", "webhook-timestamp must be seconds since 1970")
        age = int(self._now()) - int(timestamp)
        if abs(age) > self._tolerance:
            raise PdaWebhookError(
                "timestamp",
                f"webhook-timestamp is {abs(age)} s {'old' if age > 0 else 'ahead'}, and the tolerance is {self._tolerance:g} s: "
                "is it a repeat, or is the clock of this machine wrong?",
            )

    def _is_signed(self, content: bytes, signatures: str) -> bool:
        """Compares all, so that the time taken does not tell which secret fits. Signatures of other versions are passed over."""
        if len(signatures) > SIGNATURE_LENGTH_MAX:
            return False
        own = [base64.b64encode(hmac.digest(secret, content, hashlib.sha256)) for secret in self._secrets]
        signed = False
        for given in signatures.split(" "):
            version, _, signature = given.partition(",")
            if version == "v1":
                for right in own:
                    signed |= hmac.compare_digest(signature.encode("utf-8", "surrogatepass"), right)
            elif version == "v1a":
                for key in self._keys:
                    signed |= _is_signed_with(key, content, signature)
        return signed


def _is_signed_with(key: Ed25519PublicKey, content: bytes, signature: str) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(base64.b64decode(signature, validate=True), content)
    except (InvalidSignature, ValueError):
        return False
    return True


def _header(headers: Mapping[str, str], name: str) -> str:
    value = next((each for key, each in headers.items() if key.lower() == name), "")
    if not value:
        raise PdaWebhookError("header", f"the header {name} is missing")
    return value


def _webhook(body: bytes) -> Webhook:
    try:
        event = _event(json.loads(body))
    except UNREADABLE as cause:
        raise _not_an_event("it is no JSON, or not as in the contract") from cause
    if event.type != "webhook.verification":
        return Webhook("test" if event.test is True else "event", event)
    asked = None if event.data is None else event.data.webhook_verification
    if asked is None:
        raise _not_an_event("it has no challenge")
    return Webhook("verification", event, json.dumps({"challenge": asked.challenge}))


def _event(members: dict[str, Any]) -> Event | ThinEvent:
    if "data" in members or not isinstance(members.get("dataref"), str):
        return Event.from_dict(members)
    # The contract's reading demands the members that a thin event lacks.
    read = Event.from_dict({**members, "data": {}, "datacontenttype": ""})
    rest = dict(read.additional_properties)
    return ThinEvent(
        specversion=read.specversion,
        id=read.id,
        source=read.source,
        type=read.type,
        subject=read.subject,
        time=read.time,
        cursor=read.cursor,
        dataref=rest.pop("dataref"),
        test=read.test,
        additional_properties=rest,
    )


def _not_an_event(why: str) -> PdaWebhookError:
    return PdaWebhookError("body", f"the body of the webhook is no event: {why}")


def _secret(text: str) -> bytes:
    try:
        secret = base64.b64decode(text.removeprefix(SECRET_PREFIX), validate=True)
    except ValueError:
        secret = b""
    if not text.startswith(SECRET_PREFIX) or len(secret) not in SECRET_BYTES:
        # Without the cause, which could show the secret.
        raise ValueError("a secret of a webhook endpoint must be whsec_ and base64 of 24 to 64 bytes") from None
    return secret


def _keys(public_keys: WebhookKeySet | str | bytes) -> list[Ed25519PublicKey]:
    from .credentials import require_cryptography

    require_cryptography("public_keys")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        members: Sequence[Mapping[str, Any]] = (
            [key.to_dict() for key in public_keys.keys]
            if isinstance(public_keys, WebhookKeySet)
            else json.loads(public_keys)["keys"]
        )
        return [
            Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key["x"] + "=" * (-len(key["x"]) % 4)))
            for key in members
            if key.get("crv") == "Ed25519"
        ]
    except UNREADABLE as cause:
        raise ValueError(
            "public_keys must be a key set as /.well-known/webhook-keys.json of the service has it"
        ) from cause
