"""What a sandbox wallet signs."""

import base64
import json
import time
from datetime import timedelta
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from pda_client import PdaClient
from pda_client.sandbox import HolderKey, SandboxWallet, advance_clock
from server import Asked, Say, Server, envelope

REQUEST: dict[str, Any] = {
    "paymentId": "pay_1",
    "merchantId": "mer_1",
    "merchantName": "Shop",
    "amount": "12.5",
    "assetType": "USDX",
    "status": "pending",
    "reference": "RF1",
    "nonce": "nonce",
    "audience": "https://service",
    "expireTime": "2026-01-15T09:45:00.000Z",
}
WALLET = {"walletId": "wal_1", "keyThumbprint": "t", "createTime": "2026-01-15T09:30:00.000Z"}


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def test_signs_a_payment(server: Server) -> None:
    def say(asked: Asked) -> Say:
        if asked.path == "/api/v1/wallets":
            return Say(201, envelope({**WALLET, "holderKey": asked.body["holderKey"]}))
        return Say(body=envelope(REQUEST))

    server.say = say
    with PdaClient(server.url, ca=server.ca) as pda:
        wallet = SandboxWallet.create(pda)
        assert wallet.pay("RF1").payment_id == "pay_1"

    created, looked_up, paid = server.asked
    assert looked_up.path == "/api/v1/wallets/wal_1/payment-requests/RF1"
    assert paid.path == "/api/v1/wallets/wal_1/payments/pay_1/authorize"
    header, claims, signature = paid.body["authorization"].split(".")
    assert json.loads(decoded(header)) == {"alg": "ES256", "typ": "pda-pay+jws", "kid": wallet.key.thumbprint}
    signed = json.loads(decoded(claims))
    assert signed["exp"] - signed["iat"] <= 300
    assert abs(signed["iat"] - time.time()) < 5
    expected = {"aud": "https://service", "nonce": "nonce", "paymentId": "pay_1", "merchantId": "mer_1"}
    expected |= {"amount": "12.5", "assetType": "USDX"}
    assert {name: value for name, value in signed.items() if name not in ("iat", "exp")} == expected
    key = created.body["holderKey"]
    assert set(key) == {"kty", "crv", "x", "y"}
    x, y = (int.from_bytes(decoded(key[name])) for name in ("x", "y"))
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    public.verify(der, f"{header}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_makes_a_nonce_of_its_own() -> None:
    key = HolderKey()
    first, second = (json.loads(decoded(key.sign("pda-own+jws", {"assetId": "a"}).split(".")[1])) for _ in range(2))
    assert first["nonce"] != second["nonce"]
    assert len(first["nonce"]) >= 22


def test_advances_the_clock(server: Server) -> None:
    state = {"clockTime": "2026-01-15T09:30:00Z", "clockOffsetSeconds": "5400", "networks": [], "networkAssets": []}
    server.say = lambda _: Say(body=envelope(state))
    with PdaClient(server.url, ca=server.ca) as pda:
        advance_clock(pda, timedelta(hours=1.5))
    assert server.asked[0].body == {"seconds": "5400"}
