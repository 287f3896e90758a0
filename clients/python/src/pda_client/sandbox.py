"""Helpers for tests against a sandbox; needs `pip install pda-client[sandbox]`. NOT for production.

A real holder's key lives in the holder's wallet, where the holder sees what it signs. Here a test holds the key in memory, so that it can
run a payment from end to end.
"""

from __future__ import annotations

import secrets
import time
from datetime import timedelta
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric import ec

from .client import AsyncPdaClient, PdaClient
from .keys import CallerKey, base64url
from .models.holder_key_input import HolderKeyInput
from .models.issuance import Issuance
from .models.payment_request import PaymentRequest

__all__ = ("AsyncSandboxWallet", "HolderKey", "SandboxWallet", "advance_clock", "advance_clock_async")


class HolderKey:
    """A holder's P-256 key, in memory only."""

    def __init__(self) -> None:
        self._key = CallerKey(ec.generate_private_key(ec.SECP256R1()), "the wallet")
        self.public = HolderKeyInput(kty="EC", crv="P-256", x=self._key.jwk["x"], y=self._key.jwk["y"])
        """The public key as a JSON Web Key, for `create_wallet`."""
        self.thumbprint = self._key.thumbprint
        """RFC 7638."""

    def sign(self, typ: str, claims: dict[str, Any], seconds: int = 60) -> str:
        """Returns a compact JWS (RFC 7515, ES256) over the claims, good for so many seconds of real time. A nonce is added if they have none."""
        now = int(time.time())
        statement = {"nonce": base64url(secrets.token_bytes(16)), "iat": now, "exp": now + seconds, **claims}
        return self._key.jwt({"typ": typ, "kid": self.thumbprint}, statement)

    def authorize(self, request: PaymentRequest) -> str:
        """Returns the holder's agreement to pay just this request."""
        claims = {
            "aud": request.audience,
            "nonce": request.nonce,
            "paymentId": request.payment_id,
            "merchantId": request.merchant_id,
            "amount": request.amount,
            "assetType": request.asset_type,
        }
        return self.sign("pda-pay+jws", claims)


class SandboxWallet:
    """A wallet with its holder's key. Its client needs the scopes `wallets.write`, `wallets.read` and `wallets.pay`."""

    def __init__(self, client: PdaClient, wallet_id: str, key: HolderKey) -> None:
        self.client = client
        self.wallet_id = wallet_id
        self.key = key

    @classmethod
    def create(cls, client: PdaClient) -> Self:
        """Makes a key, and the wallet for it."""
        key = HolderKey()
        return cls(client, client.create_wallet(holder_key=key.public).wallet_id, key)

    def fund(self, asset_type: str, amount: str) -> Issuance:
        """Gives the wallet test value: a decimal number, e.g. "12.50"."""
        return self.client.fund_wallet(self.wallet_id, asset_type=asset_type, amount=amount)

    def lookup(self, reference: str) -> PaymentRequest:
        """Returns what a payment reference asks for."""
        return self.client.resolve_payment_reference(self.wallet_id, reference)

    def authorize(self, request: PaymentRequest, *, idempotency_key: str | None = None) -> PaymentRequest:
        """Signs and pays a request."""
        return self.client.authorize_payment(
            self.wallet_id,
            request.payment_id,
            authorization=self.key.authorize(request),
            idempotency_key=idempotency_key,
        )

    def pay(self, reference: str) -> PaymentRequest:
        """Pays what a payment reference asks for."""
        return self.authorize(self.lookup(reference))


class AsyncSandboxWallet:
    """The same for AsyncPdaClient."""

    def __init__(self, client: AsyncPdaClient, wallet_id: str, key: HolderKey) -> None:
        self.client = client
        self.wallet_id = wallet_id
        self.key = key

    @classmethod
    async def create(cls, client: AsyncPdaClient) -> Self:
        """Makes a key, and the wallet for it."""
        key = HolderKey()
        return cls(client, (await client.create_wallet(holder_key=key.public)).wallet_id, key)

    async def fund(self, asset_type: str, amount: str) -> Issuance:
        """Gives the wallet test value: a decimal number, e.g. "12.50"."""
        return await self.client.fund_wallet(self.wallet_id, asset_type=asset_type, amount=amount)

    async def lookup(self, reference: str) -> PaymentRequest:
        """Returns what a payment reference asks for."""
        return await self.client.resolve_payment_reference(self.wallet_id, reference)

    async def authorize(self, request: PaymentRequest, *, idempotency_key: str | None = None) -> PaymentRequest:
        """Signs and pays a request."""
        return await self.client.authorize_payment(
            self.wallet_id,
            request.payment_id,
            authorization=self.key.authorize(request),
            idempotency_key=idempotency_key,
        )

    async def pay(self, reference: str) -> PaymentRequest:
        """Pays what a payment reference asks for."""
        return await self.authorize(await self.lookup(reference))


def advance_clock(client: PdaClient, by: timedelta) -> None:
    """Moves the sandbox's clock ahead, a second to a year. Payments expire, settlements become due."""
    client.advance_clock(seconds=str(int(by.total_seconds())))


async def advance_clock_async(client: AsyncPdaClient, by: timedelta) -> None:
    """The same for AsyncPdaClient."""
    await client.advance_clock(seconds=str(int(by.total_seconds())))
