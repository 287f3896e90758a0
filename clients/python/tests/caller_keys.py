"""Key pairs of callers, and what reads what they sign, independently of the client."""

import base64
import hashlib
import json
import re
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from server import Asked

Key = ec.EllipticCurvePrivateKey | Ed25519PrivateKey | rsa.RSAPrivateKey
PUBLIC_KEY_ID = "pky_01m7xz42wmfk4a0a753cy92p9w"


def new_key(algorithm: str) -> Key:
    match algorithm:
        case "ES256":
            return ec.generate_private_key(ec.SECP256R1())
        case "EdDSA":
            return Ed25519PrivateKey.generate()
        case _:
            return rsa.generate_private_key(65537, 2048)


def pem(key: Key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def verify(key: Key, signature: bytes, message: bytes, rsa_hash: hashes.HashAlgorithm) -> None:
    """Raises InvalidSignature."""
    match key:
        case ec.EllipticCurvePrivateKey():
            r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
            key.public_key().verify(encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        case Ed25519PrivateKey():
            key.public_key().verify(signature, message)
        case _:
            pss = padding.PSS(padding.MGF1(rsa_hash), rsa_hash.digest_size)
            key.public_key().verify(signature, message, pss, rsa_hash)


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_jwt(jwt: str, key: Key) -> tuple[dict[str, Any], dict[str, Any]]:
    """Verifies a JWT and returns its header and claims."""
    header, claims, signature = jwt.split(".")
    verify(key, bytes_of(signature), f"{header}.{claims}".encode(), hashes.SHA256())
    return json.loads(bytes_of(header)), json.loads(bytes_of(claims))


def read_signature(asked: Asked, url: str, key: Key) -> dict[str, str]:
    """Verifies the signature of a request (RFC 9421) and its digest. Returns the parameters, and as `covered` the components."""
    headers = {name.lower(): value for name, value in asked.headers.items()}
    given = headers["signature-input"].removeprefix("sig=")
    covered = re.findall(r'"([^"]+)"', given[: given.index(")")])
    values = {"@method": asked.method, "@target-uri": url + asked.path, **headers}
    base = "".join(f'"{name}": {values[name]}\n' for name in covered) + f'"@signature-params": {given}'
    signature = base64.b64decode(headers["signature"].removeprefix("sig=:").removesuffix(":"))
    verify(key, signature, base.encode(), hashes.SHA512())
    digest = base64.b64encode(hashlib.sha256(asked.content).digest()).decode()
    assert headers.get("content-digest", f"sha-256=:{digest}:") == f"sha-256=:{digest}:"
    parameters = re.findall(r';([a-z]+)="?([^";]+)', given[given.index(")") :])
    return {**dict(parameters), "covered": " ".join(covered)}
