"""The public keys that the service signs its answers with."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from time import monotonic

import httpx
from cryptography.hazmat.primitives.asymmetric import ec

from .errors import UNREADABLE

KEPT_SECONDS = 300
"""Verifiers may keep the published keys for this time, so that a key that was withdrawn stops counting."""
PATH = "/.well-known/jwks.json"

KeySet = Mapping[str, ec.EllipticCurvePublicKey]


class AnswerKeys:
    """Keys of answers by their identifiers: those that the caller has pinned, or those that the service publishes."""

    def __init__(self, option: bool | str | bytes, base_url: str) -> None:
        self._address = base_url + PATH
        self._pinned = not isinstance(option, bool)
        self._keys: KeySet = {}
        self._read_at = float("-inf")
        if not isinstance(option, bool):
            try:
                self._keys = key_set(option)
            except UNREADABLE:
                self._keys = {}
            if not self._keys:
                raise ValueError(
                    "verify_answers must be True, or a JSON Web Key Set with keys of answers, as "
                    f"{PATH} of the service has it"
                )

    def lacks(self, key_id: str) -> bool:
        """Tells whether the published keys have to be read first."""
        return not self._pinned and (monotonic() - self._read_at >= KEPT_SECONDS or key_id not in self._keys)

    def request(self) -> httpx.Request:
        """Returns the request for the published keys, without a credential."""
        return httpx.Request("GET", self._address, headers={"Accept": "application/jwk-set+json"})

    def learn(self, response: httpx.Response) -> str | None:
        """Reads the published keys. Returns what keeps them from being read."""
        if response.status_code != 200:
            return f"{PATH} answered {response.status_code}"
        try:
            self._keys = key_set(response.content)
        except UNREADABLE:
            return f"{PATH} is no JSON Web Key Set"
        self._read_at = monotonic()
        return None

    def get(self, key_id: str) -> ec.EllipticCurvePublicKey | None:
        """Returns a key, or None for one that is not known."""
        return self._keys.get(key_id)


def key_set(text: str | bytes) -> KeySet:
    """Reads a JSON Web Key Set (RFC 7517).

    Keeps the keys of answers: the service signs receipts with others, which gateways do not hold.
    """
    return {
        key["kid"]: ec.EllipticCurvePublicNumbers(number(key["x"]), number(key["y"]), ec.SECP256R1()).public_key()
        for key in json.loads(text)["keys"]
        if (key.get("alg"), key.get("crv")) == ("ecdsa-p256-sha256", "P-256")
    }


def number(text: str) -> int:
    """Reads a coordinate, base64url."""
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
