import base64
import hashlib
import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from caller_keys import PUBLIC_KEY_ID, new_key
from conftest import Make
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from pda_client import PdaUnverifiedError, SignatureKey
from server import INFO, PAYMENT, Asked, Say, Server, failure

JWKS = "/.well-known/jwks.json"
KEY = ec.generate_private_key(ec.SECP256R1())


def key_set(
    key: ec.EllipticCurvePrivateKey = KEY, kid: str = "key-1", alg: str = "ecdsa-p256-sha256"
) -> dict[str, Any]:
    point = key.public_key().public_numbers()
    x, y = (base64.urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode() for number in (point.x, point.y))
    return {"keys": [{"kid": kid, "kty": "EC", "crv": "P-256", "x": x, "y": y, "alg": alg}]}


def signed(server: Server, asked: Asked, say: Say, kid: str = "key-1", created: str | None = None) -> Say:
    """Signs an answer as the service does."""
    headers = {name.lower(): value for name, value in asked.headers.items()}
    nonce = re.search(r';nonce="([^"]+)"', headers["accept-signature"])
    assert nonce
    body = json.dumps(say.body).encode()
    digest = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
    lines = [
        ('"@status"', str(say.status)),
        ('"content-digest"', digest),
        ('"content-type"', "application/json"),
        ('"@method";req', asked.method),
        ('"@target-uri";req', server.url + asked.path),
        *((f'"{name}";req', headers[name]) for name in ("signature", "x-request-id") if name in headers),
    ]
    names = " ".join(name for name, _ in lines)
    params = f'({names});created={created or int(time.time())};nonce="{nonce[1]}";keyid="{kid}";tag="pda-answer"'
    base = "\n".join(f"{name}: {value}" for name, value in [*lines, ('"@signature-params"', params)])
    r, s = decode_dss_signature(KEY.sign(base.encode(), ec.ECDSA(hashes.SHA256())))
    signature = base64.b64encode(r.to_bytes(32) + s.to_bytes(32)).decode()
    proof = {"Content-Digest": digest, "Signature-Input": f"sig={params}", "Signature": f"sig=:{signature}:"}
    return Say(say.status, body, {**say.headers, **proof})


def signing(server: Server, *says: Say, keys: object = None) -> Callable[[Asked], Say]:
    """Signs these answers, the last one again and again, and publishes the keys."""
    left = list(says)

    def say(asked: Asked) -> Say:
        if asked.path == JWKS:
            return Say(body=keys or key_set())
        return signed(server, asked, left.pop(0) if len(left) > 1 else left[0])

    return say


def test_reads_the_published_keys_once(server: Server, make: Make) -> None:
    server.say = signing(server, Say(body=INFO))
    client = make(verify_answers=True, api_key="pda_secret")
    for _ in range(3):
        assert client.get_server_info().version == "1.0.0"
    assert [asked.path for asked in server.asked].count(JWKS) == 1
    [keys] = [asked for asked in server.asked if asked.path == JWKS]
    assert "authorization" not in {name.lower() for name in keys.headers}


def test_asks_again_once_for_an_unknown_key(server: Server, make: Make) -> None:
    server.say = signing(server, Say(body=INFO), keys=key_set(kid="key-0"))
    client = make(verify_answers=True)
    for count in (1, 2):
        with pytest.raises(PdaUnverifiedError, match="key key-1, which is none of the service's"):
            client.get_server_info()
        assert [asked.path for asked in server.asked].count(JWKS) == count


def test_each_attempt_has_a_nonce_of_its_own(server: Server, make: Make) -> None:
    server.say = signing(server, Say(503, failure("SVC-5030", "SHUTTING_DOWN")), Say(body=PAYMENT))
    client = make(verify_answers=json.dumps(key_set()), signature=SignatureKey(new_key("ES256"), PUBLIC_KEY_ID))
    assert client.cancel_payment("pay_1", idempotency_key="order-1001").payment_id == "pay_1"
    asked = [{name.lower(): value for name, value in each.headers.items()} for each in server.asked]
    assert len({each["accept-signature"] for each in asked}) == 2
    assert all('"signature";req' in each["accept-signature"] for each in asked)


@pytest.mark.parametrize(("status", "attempts"), [(200, 1), (401, 1), (500, 1), (502, 2), (503, 2)])
def test_repeats_what_does_not_reach_the_service(server: Server, make: Make, status: int, attempts: int) -> None:
    def say(asked: Asked) -> Say:
        return Say(status, b"no") if len(server.asked) == 1 else signed(server, asked, Say(body=INFO))

    server.say = say
    client = make(verify_answers=json.dumps(key_set()))
    if attempts == 1:
        with pytest.raises(PdaUnverifiedError, match=rf"{status} without the signature") as caught:
            client.cancel_payment("pay_1", idempotency_key="order-1001")
        assert (caught.value.status, caught.value.idempotency_key) == (status, "order-1001")
        assert "order-1001" in str(caught.value)
    else:
        client.get_server_info()
    assert len(server.asked) == attempts


@pytest.mark.parametrize("created", ['"soon"', "1", "99999999999"])
def test_refuses_another_time(server: Server, make: Make, created: str) -> None:
    server.say = lambda asked: signed(server, asked, Say(body=INFO), created=created)
    with pytest.raises(PdaUnverifiedError, match="set the clock"):
        make(verify_answers=json.dumps(key_set())).get_server_info()


@pytest.mark.parametrize("keys", ["", "[]", '{"keys": []}', json.dumps(key_set(alg="ES256")), b'{"keys": [1]}'])
def test_needs_keys_of_answers(server: Server, make: Make, keys: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"verify_answers must be True"):
        make(verify_answers=keys)
