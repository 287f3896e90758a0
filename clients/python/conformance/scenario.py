"""Runs steps in order and prints what became of each."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from pda_client import PdaClient, PdaClientError
from pda_client.models import AssetType, CreatedApiKey, Merchant, Payment, PaymentReference, Publisher, Refund
from pda_client.sandbox import SandboxWallet


class World:
    """What the steps have made. A step whose earlier one failed finds no attribute, and fails too."""

    url: str
    relay: str
    operator_key: str
    operator: PdaClient
    merchant: PdaClient
    publisher: Publisher
    asset_type: AssetType
    merchants: list[Merchant]
    api_key: CreatedApiKey
    rotated: PdaClient
    rotated_key: CreatedApiKey
    key: str
    payment: Payment
    payments: list[Payment]
    order: str
    wallet: SandboxWallet
    reference: PaymentReference
    refund: Refund
    position: str

    def __init__(self) -> None:
        self.suffix = secrets.token_hex(5)
        self.clients: list[PdaClient] = []

    def client(self, client: PdaClient) -> PdaClient:
        """Keeps a client, so that it is closed at the end."""
        self.clients.append(client)
        return client


E = TypeVar("E", bound=PdaClientError)
Step = Callable[[World], None]
STEPS: list[tuple[str, Step]] = []


def step(name: str) -> Callable[[Step], Step]:
    """Adds a step; they run in the order of the source."""

    def add(run: Step) -> Step:
        STEPS.append((name, run))
        return run

    return add


def run_all(world: World) -> bool:
    """Runs every step and returns whether all were ok."""
    failed = False
    for name, run in STEPS:
        result: dict[str, object] = {"step": name, "ok": True}
        try:
            run(world)
        except Exception as error:  # noqa: BLE001 (a step may fail in any way; the others still run)
            failed = True
            result |= {"ok": False, "detail": f"{type(error).__name__}: {error}"}
        print(json.dumps(result, ensure_ascii=False), flush=True)
    for client in world.clients:
        client.close()
    return not failed


def same(actual: object, expected: object, what: str) -> None:
    """Fails unless both are equal."""
    if actual != expected:
        raise AssertionError(f"{what}: expected {expected!r}, got {actual!r}")


def true(holds: bool, what: str) -> None:
    """Fails unless it holds."""
    if not holds:
        raise AssertionError(f"expected {what}")


def a_time(value: object, what: str) -> None:
    """Fails unless it is a moment in a time zone."""
    true(isinstance(value, datetime) and value.tzinfo is not None, f"{what} as a time, got {value!r}")


def refusal(kind: type[E], call: Callable[[], object]) -> E:
    """Returns the error of a call that must fail in this way."""
    try:
        answer = call()
    except PdaClientError as error:
        if type(error) is not kind:
            raise AssertionError(f"expected {kind.__name__}, got {type(error).__name__}: {error}") from error
        return error
    raise AssertionError(f"expected {kind.__name__}, got {answer!r}")
