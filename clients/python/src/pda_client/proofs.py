"""What proves the caller of a request, anew for each attempt: a JWT and a proof count once, and so does a signature."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import time
import uuid
from collections.abc import Awaitable

import httpx
from cryptography.hazmat.primitives import hashes

from .credentials import DpopToken, RegisteredKey, SignatureKey
from .keys import CallerKey, base64url

JWT_SECONDS = 60
PUBLIC_KEY_ID = re.compile(r"pky_[0-9a-z]{26}")
THUMBPRINT = re.compile(r"[A-Za-z0-9_-]{43}")
COVERED = ("content-digest", "authorization", "idempotency-key", "if-match", "x-request-id")
"""Headers that decide what a request does; the service needs them covered when they are present."""


class JwtCredential:
    """Signs a JWT of a registered key for each attempt."""

    def __init__(self, option: RegisteredKey, base_url: str) -> None:
        if not PUBLIC_KEY_ID.fullmatch(option.public_key_id):
            raise ValueError(
                "public_key_id must be the identifier of a registered public key, pky_…: "
                "set the option public_key or the variable PDA_PUBLIC_KEY_ID"
            )
        self._key = CallerKey(option.private_key, "public_key or PDA_SIGNING_KEY_FILE")
        self._id = option.public_key_id
        self._audience = option.audience or base_url

    def token(self) -> None:
        """There is none to get: the key is enough."""

    def authorize(self, request: httpx.Request, token: str | None) -> None:
        """Sets the header Authorization."""
        now = int(time.time())
        claims = {
            "iss": self._id,
            "sub": self._id,
            "aud": self._audience,
            "jti": str(uuid.uuid4()),
            "iat": now,
            "exp": now + JWT_SECONDS,
        }
        jwt = self._key.jwt({"typ": "pda-access+jwt", "kid": self._id}, claims)
        request.headers["Authorization"] = f"Bearer {jwt}"

    def is_challenged_by(self, response: httpx.Response) -> bool:
        """The service asks for no other JWT."""
        return False


class DpopCredential:
    """Sends an access token with a proof of its key (RFC 9449), and with the newest nonce that the service gave."""

    def __init__(self, option: DpopToken) -> None:
        self._key = CallerKey(option.private_key, "dpop")
        self._access_token = option.access_token
        self._nonce: str | None = None

    def token(self) -> str | Awaitable[str]:
        """Asks the caller's function for the token to use now."""
        return self._access_token()

    def authorize(self, request: httpx.Request, token: str | None) -> None:
        """Sets the headers Authorization and DPoP."""
        if not isinstance(token, str) or not re.fullmatch(r"[!-~]+", token):
            raise ValueError("access_token of dpop returned no token, or one with a character that no token has")
        claims = {
            "jti": str(uuid.uuid4()),
            "htm": request.method,
            "htu": str(request.url.copy_with(query=None, fragment=None)),
            "iat": int(time.time()),
            "ath": base64url(hashlib.sha256(token.encode()).digest()),
        }
        if self._nonce is not None:
            claims["nonce"] = self._nonce
        request.headers["Authorization"] = f"DPoP {token}"
        request.headers["DPoP"] = self._key.jwt({"typ": "dpop+jwt", "jwk": self._key.jwk}, claims)

    def is_challenged_by(self, response: httpx.Response) -> bool:
        """Keeps the nonce of an answer; tells whether the same request is to be sent again with it."""
        nonce = response.headers.get("DPoP-Nonce")
        if nonce is None:
            return False
        self._nonce = nonce
        challenge = response.headers.get("WWW-Authenticate", "")
        return response.status_code == 401 and bool(
            re.search(r'\bDPoP\b.*\berror="use_dpop_nonce"', challenge, re.IGNORECASE)
        )


class RequestSigner:
    """Signs requests (RFC 9421) by a registered key or by the key of a wallet."""

    def __init__(self, option: SignatureKey) -> None:
        self._key = CallerKey(option.private_key, "signature or PDA_SIGNATURE_KEY_FILE")
        if option.key_id is None and self._key.algorithm != "ES256":
            raise ValueError(
                "the key of a wallet is of type P-256: for a registered key set key_id of signature or the variable "
                "PDA_SIGNATURE_KEY_ID to its identifier, pky_…"
            )
        self._id = option.key_id or self._key.thumbprint
        if not PUBLIC_KEY_ID.fullmatch(self._id) and not THUMBPRINT.fullmatch(self._id):
            raise ValueError(
                "key_id of signature must be the identifier of a registered public key, pky_…, or the thumbprint of a "
                "wallet's key: set the option signature or the variable PDA_SIGNATURE_KEY_ID"
            )

    def sign(self, request: httpx.Request) -> None:
        """Sets the headers Signature-Input and Signature, and for a body Content-Digest (RFC 9530)."""
        headers = request.headers
        if request.content:
            headers["Content-Digest"] = f"sha-256=:{base64_of(hashlib.sha256(request.content).digest())}:"
        lines = [("@method", request.method), ("@target-uri", str(request.url.copy_with(fragment=None)))]
        lines += [(name, headers[name]) for name in COVERED if name in headers]
        names = " ".join(f'"{name}"' for name, _ in lines)
        nonce = base64url(secrets.token_bytes(16))
        parameters = f'({names});created={int(time.time())};nonce="{nonce}";keyid="{self._id}";tag="pda"'
        base = "\n".join(f'"{name}": {value}' for name, value in [*lines, ("@signature-params", parameters)])
        headers["Signature-Input"] = f"sig={parameters}"
        headers["Signature"] = f"sig=:{base64_of(self._key.sign(base.encode(), hashes.SHA512()))}:"


def base64_of(content: bytes) -> str:
    """Returns base64 in one line."""
    return base64.b64encode(content).decode()
