"""A private key that proves who calls. It stays in the process: only signatures of it are sent."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

SHA256 = hashes.SHA256()


class CallerKey:
    """A private key, checked. `where` names its option and variable for the text of an error, which never has the key."""

    def __init__(self, given: object, where: str) -> None:
        key = load(given, where) if isinstance(given, str | bytes) else given
        self.algorithm: str
        """`alg` of a JWT (RFC 7518, RFC 8037)."""
        self.jwk: dict[str, str]
        """The public key, with only the members that the thumbprint counts."""
        match key:
            case ec.EllipticCurvePrivateKey() if isinstance(key.curve, ec.SECP256R1):
                point = key.public_key().public_numbers()
                x, y = base64url(point.x.to_bytes(32)), base64url(point.y.to_bytes(32))
                self.algorithm, self.jwk = "ES256", {"crv": "P-256", "kty": "EC", "x": x, "y": y}
            case Ed25519PrivateKey():
                x = base64url(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
                self.algorithm, self.jwk = "EdDSA", {"crv": "Ed25519", "kty": "OKP", "x": x}
            case RSAPrivateKey():
                numbers = key.public_key().public_numbers()
                e, n = base64url(unsigned(numbers.e)), base64url(unsigned(numbers.n))
                self.algorithm, self.jwk = "PS256", {"e": e, "kty": "RSA", "n": n}
            case _:
                raise ValueError(f"the private key of {where} must be of type P-256, Ed25519 or RSA")
        self._key = key

    @property
    def thumbprint(self) -> str:
        """RFC 7638, SHA-256 in base64url."""
        return base64url(hashlib.sha256(json_of(self.jwk)).digest())

    def sign(self, message: bytes, rsa_hash: hashes.HashAlgorithm = SHA256) -> bytes:
        """Signs a message: by ECDSA with r ‖ s in 64 bytes, Ed25519, or RSASSA-PSS with the hash given (PS256 unless another is)."""
        key = self._key
        if isinstance(key, ec.EllipticCurvePrivateKey):
            r, s = decode_dss_signature(key.sign(message, ec.ECDSA(SHA256)))
            return r.to_bytes(32) + s.to_bytes(32)
        if isinstance(key, Ed25519PrivateKey):
            return key.sign(message)
        pss = padding.PSS(mgf=padding.MGF1(rsa_hash), salt_length=padding.PSS.DIGEST_LENGTH)
        return key.sign(message, pss, rsa_hash)

    def jwt(self, header: dict[str, Any], claims: dict[str, Any]) -> str:
        """Returns a JWT (RFC 7519) with this key's `alg`."""
        message = ".".join(base64url(json_of(part)) for part in ({"alg": self.algorithm, **header}, claims))
        return f"{message}.{base64url(self.sign(message.encode()))}"


def load(pem: str | bytes, where: str) -> object:
    """Reads a private key in PEM."""
    try:
        return load_pem_private_key(pem.encode() if isinstance(pem, str) else pem, None)
    except TypeError:
        problem = "is encrypted: give it without a passphrase"
    except (ValueError, UnsupportedAlgorithm):
        # Without the cause, so that no error can show a part of the key.
        problem = "cannot be read: it must be PEM, -----BEGIN PRIVATE KEY----- …"
    raise ValueError(f"the private key of {where} {problem}")


def base64url(content: bytes) -> str:
    """Returns base64url without padding (RFC 7515)."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def unsigned(number: int) -> bytes:
    """Returns a number in as few bytes as it needs, big-endian (RFC 7518, section 2)."""
    return number.to_bytes((number.bit_length() + 7) // 8)


def json_of(value: object) -> bytes:
    """Returns JSON without spaces."""
    return json.dumps(value, separators=(",", ":")).encode()
