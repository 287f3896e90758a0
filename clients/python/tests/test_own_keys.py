"""A client that proves who it is by a key of its own: a JWT for each attempt, signed requests."""

import re
import time
from pathlib import Path

import pytest
from caller_keys import PUBLIC_KEY_ID, new_key, pem, read_jwt, read_signature
from conftest import Make
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

from pda_client import PdaClient, PdaError, RegisteredKey, SignatureKey
from server import INFO, PAYMENT, Asked, Say, Server, failure


def bearer(asked: Asked) -> str:
    return asked.headers["Authorization"].removeprefix("Bearer ")


def busy_twice(server: Server, then: object) -> None:
    server.say = lambda _: Say(503, b"busy") if len(server.asked) < 3 else Say(201, then)


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "PS256"])
@pytest.mark.parametrize("form", ["object", "bytes", "text"])
def test_signs_a_jwt(make: Make, server: Server, algorithm: str, form: str) -> None:
    key = new_key(algorithm)
    given = {"object": key, "bytes": pem(key), "text": pem(key).decode()}[form]
    make(public_key=RegisteredKey(PUBLIC_KEY_ID, given)).get_server_info()
    header, claims = read_jwt(bearer(server.asked[0]), key)
    assert header == {"alg": algorithm, "typ": "pda-access+jwt", "kid": PUBLIC_KEY_ID}
    assert {claims["iss"], claims["sub"]} == {PUBLIC_KEY_ID}
    assert claims["aud"] == server.url
    assert claims["exp"] - claims["iat"] == 60
    assert abs(claims["iat"] - time.time()) < 60
    assert set(claims) == {"iss", "sub", "aud", "jti", "iat", "exp"}


def test_signs_another_jwt_and_signature_for_each_attempt(make: Make, server: Server) -> None:
    key, other = new_key("EdDSA"), new_key("ES256")
    busy_twice(server, PAYMENT)
    client = make(
        public_key=RegisteredKey(PUBLIC_KEY_ID, key),
        signature=SignatureKey(pem(other)),
    )
    client.create_payment(amount="12.50", asset_type="USDX", merchant_id="mer_1")
    assert len({read_jwt(bearer(asked), key)[1]["jti"] for asked in server.asked}) == 3
    signatures = [read_signature(asked, server.url, other) for asked in server.asked]
    assert len({signature["nonce"] for signature in signatures}) == 3
    assert signatures[2]["covered"] == "@method @target-uri content-digest authorization idempotency-key"
    assert len({asked.headers["Idempotency-Key"] for asked in server.asked}) == 1


@pytest.mark.parametrize("reason", ["REQUEST_SIGNATURE_REPLAYED", "TOKEN_REPLAYED", "DPOP_PROOF_REPLAYED"])
def test_proves_anew_when_a_proxy_has_sent_the_request_twice(make: Make, server: Server, reason: str) -> None:
    key = new_key("ES256")
    replay = Say(401, failure("SVC-4011", reason))
    server.say = lambda _: replay if len(server.asked) in (1, 3) else Say(201, PAYMENT)
    client = make(signature=SignatureKey(pem(key)))
    client.create_payment(amount="12.50", asset_type="USDX", merchant_id="mer_1")
    assert len({read_signature(asked, server.url, key)["nonce"] for asked in server.asked}) == 2
    assert len({asked.headers["Idempotency-Key"] for asked in server.asked}) == 1
    with pytest.raises(PdaError, match=reason):
        make(api_key="pda_key").get_server_info()
    assert len(server.asked) == 3


def test_takes_another_audience(make: Make, server: Server) -> None:
    key = new_key("ES256")
    make(public_key=RegisteredKey(PUBLIC_KEY_ID, pem(key), "https://pda.example")).get_server_info()
    assert read_jwt(bearer(server.asked[0]), key)[1]["aud"] == "https://pda.example"


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "PS256"])
def test_signs_requests_with_a_registered_key(make: Make, server: Server, algorithm: str) -> None:
    key = new_key(algorithm)
    server.say = lambda asked: Say(body=INFO if "server-info" in asked.path else {})
    client = make(signature=SignatureKey(pem(key), PUBLIC_KEY_ID), api_key="pda_key")
    client.get_server_info()
    read = read_signature(server.asked[0], server.url, key)
    assert read["keyid"] == PUBLIC_KEY_ID
    assert read["tag"] == "pda"
    assert read["covered"] == "@method @target-uri authorization"
    assert abs(int(read["created"]) - time.time()) < 60
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", read["nonce"])


def test_signs_the_query_and_other_headers_that_decide(make: Make, server: Server) -> None:
    key = new_key("ES256")
    server.say = lambda _: Say(body=PAYMENT)
    client = make(signature=SignatureKey(pem(key)))
    client.create_payment(amount="1", asset_type="USDX", merchant_id="mér", idempotency_key="order-1")
    client.cancel_payment("pay_1", if_match='"1"')
    created, cancelled = (read_signature(asked, server.url, key) for asked in server.asked)
    assert created["covered"] == "@method @target-uri content-digest idempotency-key"
    assert cancelled["covered"] == "@method @target-uri idempotency-key if-match"
    # The thumbprint of the key (RFC 7638).
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", created["keyid"])


def test_the_environment_names_the_keys_and_the_option_counts_more(
    make: Make, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, other = new_key("EdDSA"), new_key("ES256")
    file = tmp_path / "office.key"
    file.write_bytes(pem(key))
    monkeypatch.setenv("PDA_PUBLIC_KEY_ID", PUBLIC_KEY_ID)
    monkeypatch.setenv("PDA_SIGNING_KEY_FILE", str(file))
    monkeypatch.setenv("PDA_SIGNATURE_KEY_FILE", str(file))
    monkeypatch.setenv("PDA_SIGNATURE_KEY_ID", PUBLIC_KEY_ID)
    make().get_server_info()
    make(public_key=RegisteredKey(PUBLIC_KEY_ID, pem(other)), signature=SignatureKey(pem(other))).get_server_info()
    make(public_key=False, signature=False).get_server_info()
    first, second, third = server.asked
    read_jwt(bearer(first), key)
    assert read_signature(first, server.url, key)["keyid"] == PUBLIC_KEY_ID
    read_jwt(bearer(second), other)
    assert read_signature(second, server.url, other)["keyid"] != PUBLIC_KEY_ID
    assert not {"Authorization", "Signature"} & set(third.headers)


@pytest.mark.parametrize(
    ("variable", "words"),
    [
        ("PDA_PUBLIC_KEY_ID", "set both PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE"),
        ("PDA_SIGNING_KEY_FILE", "set both PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE"),
        ("PDA_SIGNATURE_KEY_ID", "PDA_SIGNATURE_KEY_ID is set without PDA_SIGNATURE_KEY_FILE"),
    ],
)
def test_refuses_a_variable_alone(server: Server, monkeypatch: pytest.MonkeyPatch, variable: str, words: str) -> None:
    monkeypatch.setenv(variable, "x")
    with pytest.raises(ValueError, match=words):
        PdaClient(server.url, ca=server.ca)


def damaged(key: bytes) -> bytes:
    return key.replace(b"\nMI", b"\nAA", 1)


def sealed(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"passphrase"))


KEY = ec.generate_private_key(ec.SECP256R1())
PEM = pem(KEY)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"public_key": RegisteredKey("key_1", PEM)}, "PDA_PUBLIC_KEY_ID"),
        (
            {"public_key": RegisteredKey(PUBLIC_KEY_ID, damaged(PEM))},
            "public_key or PDA_SIGNING_KEY_FILE cannot be read",
        ),
        ({"public_key": RegisteredKey(PUBLIC_KEY_ID, sealed(KEY))}, "without a passphrase"),
        ({"public_key": RegisteredKey(PUBLIC_KEY_ID, PEM), "api_key": "pda_key"}, "one of api_key"),
        ({"signature": SignatureKey(damaged(PEM))}, "signature or PDA_SIGNATURE_KEY_FILE cannot be read"),
        ({"signature": SignatureKey(PEM, "office")}, "key_id of signature"),
        ({"signature": SignatureKey(pem(new_key("EdDSA")))}, "PDA_SIGNATURE_KEY_ID to its identifier"),
        ({"signature": SignatureKey(pem(new_key("PS256")))}, "PDA_SIGNATURE_KEY_ID to its identifier"),
        ({"signature": SignatureKey(pem(ec.generate_private_key(ec.SECP384R1())))}, "P-256, Ed25519 or RSA"),
        ({"signature": SignatureKey(KEY.public_key())}, "P-256, Ed25519 or RSA"),  # type: ignore[arg-type]
    ],
)
def test_refuses_what_cannot_be_used(server: Server, options: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        PdaClient(server.url, ca=server.ca, **options)  # type: ignore[arg-type]
    assert caught.value.__context__ is None
    assert PEM.decode().splitlines()[1] not in f"{caught.value!r}"


def test_never_shows_the_keys(server: Server) -> None:
    public_key, signature = RegisteredKey(PUBLIC_KEY_ID, PEM), SignatureKey(PEM)
    with PdaClient(server.url, ca=server.ca, public_key=public_key, signature=signature) as pda:
        transport = pda.http._transport
        shown = f"{pda!r} {vars(pda)!r} {transport!r} {vars(transport)!r} {public_key!r} {signature!r}"
    assert "PRIVATE" not in shown
    assert PEM.decode().splitlines()[1] not in shown


def test_says_what_to_install_when_cryptography_is_missing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography", None)
    with pytest.raises(ImportError, match=re.escape("pip install 'pda-client[signing]'")):
        PdaClient(server.url, ca=server.ca, signature=SignatureKey(PEM))
    PdaClient(server.url, ca=server.ca).close()
