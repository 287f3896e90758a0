"""Keys of the caller's own, as options of a client: they sign what proves who calls. They need `pip install 'pda-client[signing]'`."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import attrs

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from .answer_keys import AnswerKeys
    from .proofs import DpopCredential, JwtCredential, RequestSigner


@attrs.frozen
class RegisteredKey:
    """A key pair whose public key is registered with the service. The client signs a JWT for each attempt of a call."""

    public_key_id: str
    """Identifier of the registered public key, `pky_…`."""
    private_key: str | bytes | EllipticCurvePrivateKey | Ed25519PrivateKey | RSAPrivateKey = attrs.field(repr=False)
    """Of type P-256, Ed25519 or RSA: PEM without a passphrase, or a key of the package cryptography."""
    audience: str | None = None
    """`aud` of each JWT. Default: the base address, which has to be the address that the service has for itself."""


@attrs.frozen
class SignatureKey:
    """The key that signs each attempt of a call (RFC 9421)."""

    private_key: str | bytes | EllipticCurvePrivateKey | Ed25519PrivateKey | RSAPrivateKey = attrs.field(repr=False)
    """Of type P-256, Ed25519 or RSA, that of a wallet P-256: PEM without a passphrase, or a key of the package cryptography."""
    key_id: str | None = None
    """Identifier of the registered public key, `pky_…`. Default: the key's thumbprint (RFC 7638), by which a wallet's key is known."""


@attrs.frozen
class DpopToken:
    """An OAuth access token, and the key that it is bound to (RFC 9449)."""

    access_token: Callable[[], str] | Callable[[], Awaitable[str]] = attrs.field(repr=False)
    """Returns the token to use now. Called for each attempt, so keep a token until it ends. AsyncPdaClient also takes an `async`
    function. An exception ends the call unchanged. If a request with an effect was sent before, the exception is the cause of a
    PdaConnectionError with the idempotency key."""
    private_key: str | bytes | EllipticCurvePrivateKey | Ed25519PrivateKey | RSAPrivateKey = attrs.field(repr=False)
    """Of type P-256, Ed25519 or RSA: PEM without a passphrase, or a key of the package cryptography."""


def credential_of(
    public_key: RegisteredKey | Literal[False] | None, dpop: DpopToken | None, api_key: str | None, base_url: str
) -> JwtCredential | DpopCredential | None:
    """Returns what makes the header Authorization for each attempt, from the options or the environment."""
    if public_key is None:
        public_key = registered_key_of_environment()
    if sum(map(bool, (api_key, public_key, dpop))) > 1:
        raise ValueError(
            "a client has one of api_key, public_key and dpop: leave out the others, "
            'with api_key="" or public_key=False when the environment has them'
        )
    if public_key:
        require_cryptography("public_key")
        from .proofs import JwtCredential

        return JwtCredential(public_key, base_url)
    if dpop is not None:
        require_cryptography("dpop")
        from .proofs import DpopCredential

        return DpopCredential(dpop)
    return None


def signer_of(signature: SignatureKey | Literal[False] | None) -> RequestSigner | None:
    """Returns what signs each attempt, from the option or the environment."""
    if signature is None:
        signature = signature_key_of_environment()
    if not signature:
        return None
    require_cryptography("signature")
    from .proofs import RequestSigner

    return RequestSigner(signature)


def answer_keys_of(verify_answers: bool | str | bytes, base_url: str) -> AnswerKeys | None:
    """Returns the keys that answers are verified with, or None when they need no signature."""
    if verify_answers is False:
        return None
    require_cryptography("verify_answers")
    from .answer_keys import AnswerKeys

    return AnswerKeys(verify_answers, base_url)


def registered_key_of_environment() -> RegisteredKey | None:
    """Reads PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE."""
    public_key_id = os.environ.get("PDA_PUBLIC_KEY_ID", "")
    file = os.environ.get("PDA_SIGNING_KEY_FILE", "")
    if not public_key_id and not file:
        return None
    if not public_key_id or not file:
        raise ValueError("set both PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE, or neither")
    return RegisteredKey(public_key_id, Path(file).read_bytes())


def signature_key_of_environment() -> SignatureKey | None:
    """Reads PDA_SIGNATURE_KEY_FILE and PDA_SIGNATURE_KEY_ID."""
    key_id = os.environ.get("PDA_SIGNATURE_KEY_ID", "")
    file = os.environ.get("PDA_SIGNATURE_KEY_FILE", "")
    if file:
        return SignatureKey(Path(file).read_bytes(), key_id or None)
    if key_id:
        raise ValueError("PDA_SIGNATURE_KEY_ID is set without PDA_SIGNATURE_KEY_FILE: set both variables, or neither")
    return None


def require_cryptography(option: str) -> None:
    """Checks that the optional dependency is there."""
    try:
        import cryptography  # noqa: F401
    except ModuleNotFoundError as cause:
        raise ImportError(
            f"{option} needs the package cryptography: pip install 'pda-client[signing]'", name="cryptography"
        ) from cause
