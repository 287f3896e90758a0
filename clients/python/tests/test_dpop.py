"""A client with access tokens that are bound to its key (RFC 9449)."""

import base64
import hashlib
import re
import time
from typing import Any

import pytest
from caller_keys import Key, new_key, pem, read_jwt
from conftest import Make

from pda_client import DpopToken, PdaClient, PdaConnectionError, PdaError
from server import INFO, PAYMENT, Say, Server, failure

TOKEN = "eyJ.token.bound"
REFUSAL = failure("SVC-4011", "TOKEN_EXPIRED")


def challenge(nonce: str) -> Say:
    headers = {
        "WWW-Authenticate": 'Bearer realm="pda", DPoP algs="ES256 EdDSA PS256", error="use_dpop_nonce"',
        "DPoP-Nonce": nonce,
    }
    return Say(401, REFUSAL, headers)


def answers(server: Server, *says: Say) -> None:
    server.say = lambda _: says[len(server.asked) - 1]


def proofs(server: Server, key: Key) -> list[dict[str, Any]]:
    """Returns the claims of the proofs, verified."""
    return [read_jwt(asked.headers["DPoP"], key)[1] for asked in server.asked]


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "PS256"])
def test_proves_the_key_of_the_token(make: Make, server: Server, algorithm: str) -> None:
    key = new_key(algorithm)
    server.say = lambda _: Say(body=INFO | {"data": {"items": [], "nextPageToken": ""}})
    make(dpop=DpopToken(lambda: TOKEN, pem(key))).list_payments(page_size=2)
    [asked] = server.asked
    assert asked.headers["Authorization"] == f"DPoP {TOKEN}"
    header, claims = read_jwt(asked.headers["DPoP"], key)
    jwk = header.pop("jwk")
    assert header == {"alg": algorithm, "typ": "dpop+jwt"}
    assert "d" not in jwk
    kinds = {"ES256": {"kty", "crv", "x", "y"}, "EdDSA": {"kty", "crv", "x"}, "PS256": {"kty", "n", "e"}}
    assert set(jwk) == kinds[algorithm]
    ath = base64.urlsafe_b64encode(hashlib.sha256(TOKEN.encode()).digest()).rstrip(b"=").decode()
    assert claims.pop("jti")
    assert abs(claims.pop("iat") - time.time()) < 60
    assert claims == {"htm": "GET", "htu": f"{server.url}/api/v1/payments", "ath": ath}


def test_answers_a_challenge_at_once_and_keeps_the_newest_nonce(make: Make, server: Server) -> None:
    key = new_key("ES256")
    answers(server, challenge("first"), Say(201, PAYMENT, {"DPoP-Nonce": "second"}), Say(body=INFO))
    client = make(dpop=DpopToken(lambda: f"token-{len(server.asked)}", pem(key)))
    client.create_payment(amount="12.50", asset_type="USDX", merchant_id="mer_1")
    client.get_server_info()
    claims = proofs(server, key)
    assert [each.get("nonce") for each in claims] == [None, "first", "second"]
    assert len({each["jti"] for each in claims}) == 3
    assert [asked.headers["Authorization"] for asked in server.asked] == [
        "DPoP token-0",
        "DPoP token-1",
        "DPoP token-2",
    ]
    first, second, _ = server.asked
    assert second.headers["Idempotency-Key"] == first.headers["Idempotency-Key"]
    assert second.content == first.content


def test_answers_a_challenge_once(make: Make, server: Server) -> None:
    key = new_key("EdDSA")
    answers(server, challenge("one"), challenge("two"), Say(body=INFO))
    with pytest.raises(PdaError) as caught:
        make(dpop=DpopToken(lambda: TOKEN, pem(key))).get_server_info()
    assert caught.value.status == 401
    assert [each.get("nonce") for each in proofs(server, key)] == [None, "one"]


def test_a_challenge_counts_as_no_attempt(make: Make, server: Server) -> None:
    key = new_key("EdDSA")
    busy = Say(503, b"busy")
    answers(server, challenge("one"), busy, busy, busy, Say(body=INFO))
    make(dpop=DpopToken(lambda: TOKEN, pem(key))).get_server_info()
    claims = proofs(server, key)
    assert [each.get("nonce") for each in claims] == [None, "one", "one", "one", "one"]
    assert len({each["jti"] for each in claims}) == 5


def test_takes_another_401_with_a_nonce_as_a_refusal(make: Make, server: Server) -> None:
    headers = {"WWW-Authenticate": 'DPoP error="invalid_token"', "DPoP-Nonce": "one"}
    answers(server, Say(401, REFUSAL, headers), Say(body=INFO))
    with pytest.raises(PdaError):
        make(dpop=DpopToken(lambda: TOKEN, pem(new_key("ES256")))).get_server_info()
    assert len(server.asked) == 1


def test_an_error_of_the_callers_function_ends_the_call(make: Make, server: Server) -> None:
    def fails() -> str:
        raise LookupError("the issuer does not answer")

    with pytest.raises(LookupError, match="the issuer"):
        make(dpop=DpopToken(fails, pem(new_key("ES256")))).get_server_info()
    with pytest.raises(ValueError, match="returned no token") as caught:
        make(dpop=DpopToken(lambda: "a b", pem(new_key("ES256")))).get_server_info()
    assert "a b" not in str(caught.value)
    assert server.asked == []


@pytest.mark.parametrize("problem", [LookupError("the issuer does not answer"), None])
def test_an_error_after_something_was_sent_has_the_idempotency_key(
    make: Make, server: Server, problem: Exception | None
) -> None:
    def fails_later() -> str:
        if not server.asked:
            return TOKEN
        if problem:
            raise problem
        return "a b"

    answers(server, Say(breaks=True))
    client = make(dpop=DpopToken(fails_later, pem(new_key("ES256"))))
    with pytest.raises(PdaConnectionError, match="the caller's proof cannot be made") as caught:
        client.create_payment(amount="12.50", asset_type="USDX", merchant_id="mer_1")
    [asked] = server.asked
    assert caught.value.idempotency_key == asked.headers["Idempotency-Key"]
    assert asked.headers["Idempotency-Key"] in str(caught.value)
    assert caught.value.attempts == 1
    assert caught.value.__cause__ is problem or isinstance(caught.value.__cause__, ValueError)


def test_an_error_is_unchanged_when_nothing_had_an_effect(make: Make, server: Server) -> None:
    def fails_later() -> str:
        if server.asked:
            raise LookupError("the issuer does not answer")
        return TOKEN

    client = make(dpop=DpopToken(fails_later, pem(new_key("ES256"))))
    answers(server, Say(breaks=True))
    with pytest.raises(LookupError):
        client.get_server_info()
    server.asked.clear()
    answers(server, challenge("one"))
    with pytest.raises(LookupError):
        client.create_payment(amount="12.50", asset_type="USDX", merchant_id="mer_1")


def test_an_async_function_is_for_the_async_client(make: Make, server: Server) -> None:
    async def token() -> str:
        return TOKEN

    client = make(dpop=DpopToken(token, pem(new_key("ES256"))))
    if isinstance(client, PdaClient):
        with pytest.raises(TypeError, match="AsyncPdaClient"):
            client.get_server_info()
        return
    client.get_server_info()
    assert server.asked[0].headers["Authorization"] == f"DPoP {TOKEN}"


def test_takes_the_place_of_an_api_key_and_shows_nothing(server: Server) -> None:
    key = pem(new_key("ES256"))
    dpop = DpopToken(lambda: TOKEN, key)
    with pytest.raises(ValueError, match="one of api_key"):
        PdaClient(server.url, ca=server.ca, dpop=dpop, api_key="pda_key")
    with pytest.raises(ValueError, match=re.escape("the private key of dpop cannot be read")):
        PdaClient(server.url, ca=server.ca, dpop=DpopToken(lambda: TOKEN, key[:90]))
    server.say = lambda _: Say(401, REFUSAL)
    with PdaClient(server.url, ca=server.ca, dpop=dpop) as pda:
        with pytest.raises(PdaError) as caught:
            pda.get_server_info()
        shown = f"{dpop!r} {pda!r} {vars(pda)!r} {caught.value!r} {vars(caught.value)!r}"
    assert "eyJ" not in shown
    assert "PRIVATE" not in shown
