"""Verifies that an answer is the service's own, and the answer to this request (HTTP Message Signatures, RFC 9421 section 5)."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import time

import httpx
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from .answer_keys import AnswerKeys
from .keys import base64url

CLOCK_TOLERANCE_SECONDS = 300
INPUT = re.compile(r'sig=(\(([^()]*)\)(?:;[a-z]+=(?:[0-9]{1,15}|"[^"\\]*"))+)')
"""The only form in which the service writes Signature-Input: component identifiers, and the parameters."""
SIGNATURE = re.compile(r"sig=:([A-Za-z0-9+/]{86}==):")
PARAMETER = re.compile(r';([a-z]+)=(?:"([^"]*)"|([0-9]+))')
COMPONENT = re.compile(r'"([a-z0-9-]+)"(;req)?')
CHANGED = (
    "something on the way has changed the request or the answer; make an address of the service itself the base "
    "address, without a proxy that changes either"
)


class AnswerVerifier:
    """Verifies the answer to one attempt. Asks for its signature in Accept-Signature; the nonce makes the answer one to this attempt."""

    def __init__(self, keys: AnswerKeys, request: httpx.Request) -> None:
        self._keys = keys
        self._request = request
        self._nonce = base64url(secrets.token_bytes(16))
        bound = [f'"{name}";req' for name in ("signature", "x-request-id") if name in request.headers]
        self._components = ['"@status"', '"content-digest"', '"@method";req', '"@target-uri";req', *bound]
        request.headers["Accept-Signature"] = (
            f'sig=({" ".join(self._components)});created;nonce="{self._nonce}";tag="pda-answer"'
        )
        self._problem: str | None = None
        self._key_id = ""
        self._base = b""
        self._signature = b""

    def keys_needed(self, response: httpx.Response) -> httpx.Request | None:
        """Reads the signature of the answer. Returns the request for the service's keys if they have to be read before `problem`."""
        self._problem = self._read(response)
        return self._keys.request() if self._problem is None and self._keys.lacks(self._key_id) else None

    def learn(self, response: httpx.Response) -> None:
        """Takes the answer with the service's keys."""
        if (why := self._keys.learn(response)) is not None:
            self._problem = (
                f"with a signature that cannot be checked, because {why}: give the service's keys to verify_answers"
            )

    def problem(self) -> str | None:
        """Returns what keeps the answer from being used, and what to do; None for an answer that is proven."""
        if self._problem is not None:
            return self._problem
        key = self._keys.get(self._key_id)
        if key is None:
            return (
                f"with a signature of the key {self._key_id}, which is none of the service's keys: take the pinned keys "
                f"from /.well-known/jwks.json again if the service has new ones; otherwise {CHANGED}"
            )
        r, s = int.from_bytes(self._signature[:32]), int.from_bytes(self._signature[32:])
        try:
            key.verify(encode_dss_signature(r, s), self._base, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return f"with a wrong signature: {CHANGED}"
        return None

    def _read(self, response: httpx.Response) -> str | None:
        headers = response.headers
        if "Signature" not in headers or "Signature-Input" not in headers:
            return (
                "without the signature that the client asked for: call the service itself, not a proxy or cache that "
                "answers in its place"
            )
        given, signed = INPUT.fullmatch(headers["Signature-Input"]), SIGNATURE.fullmatch(headers["Signature"])
        if given is None or signed is None:
            return "with a signature that this client cannot read: call the service itself, or use a newer client"
        parameters = {name: text or number for name, text, number in PARAMETER.findall(given[1])}
        covered = given[2].split(" ")
        needed = [*self._components, '"content-type"'] if "Content-Type" in headers else self._components
        for name in needed:
            if name not in covered:
                return f"with a signature that does not cover {name}: {CHANGED}"
        if parameters.get("tag") != "pda-answer" or parameters.get("nonce") != self._nonce:
            return f"with the signature of another answer: {CHANGED}"
        created = parameters.get("created", "")
        if not created.isdecimal() or abs(int(created) - time.time()) > CLOCK_TOLERANCE_SECONDS:
            return (
                f"with a signature that was made more than {CLOCK_TOLERANCE_SECONDS} s before or after the time of this "
                "clock: set the clock"
            )
        digest = base64.b64encode(hashlib.sha256(response.content).digest()).decode()
        if headers.get("Content-Digest") != f"sha-256=:{digest}:":
            return f"with a content that is not the signed one: {CHANGED}"
        self._key_id = parameters.get("keyid", "")
        self._base = self._base_of(covered, given[1], response).encode()
        self._signature = base64.b64decode(signed[1])
        return None

    def _base_of(self, covered: list[str], parameters: str, response: httpx.Response) -> str:
        """Returns the signature base (section 2.5).

        A component that this client does not know has no value, so that no signature fits.
        """
        request = self._request
        derived = {
            '"@status"': str(response.status_code),
            '"@method";req': request.method,
            '"@target-uri";req': str(request.url.copy_with(fragment=None)),
        }

        def value(identifier: str) -> str:
            if identifier in derived:
                return derived[identifier]
            field = COMPONENT.fullmatch(identifier)
            if field is None:
                return ""
            text: str = (request.headers if field[2] else response.headers).get(field[1], "")
            return text.strip()

        lines = [f"{identifier}: {value(identifier)}" for identifier in covered]
        return "\n".join([*lines, f'"@signature-params": {parameters}'])
