"""Steps after the payment: paid, refunded, cancelled, in the events and in the books."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from pda_client import EventReader, PdaClient, PdaError, iterate
from pda_client.models import (
    AssetKind,
    AssetProfileInput,
    Event,
    EventType,
    PaymentStatus,
    StatementEntry,
)
from pda_client.sandbox import SandboxWallet
from scenario import World, refusal, same, step, true

T = TypeVar("T")


def soon(ask: Callable[[], T | None]) -> T | None:
    """Asks again until there is an answer, for 10 seconds at most."""
    ends = time.monotonic() + 10
    while (answer := ask()) is None and time.monotonic() < ends:
        time.sleep(0.2)
    return answer


@step("sandbox-wallet")
def sandbox_wallet(world: World) -> None:
    asset_type = world.asset_type.asset_type
    world.wallet = SandboxWallet.create(world.operator)
    world.wallet.fund(asset_type, "100")
    balances = {each.asset_type: each.amount for each in iterate(world.operator.list_balances, world.wallet.wallet_id)}
    same(balances, {asset_type: "100"}, "balances")


@step("payment-reference")
def payment_reference(world: World) -> None:
    world.reference = world.merchant.generate_payment_reference(world.payment.payment_id)
    same(world.wallet.lookup(world.reference.reference).payment_id, world.payment.payment_id, "payment")


@step("authorize-payment")
def authorize_payment(world: World) -> None:
    world.wallet.pay(world.reference.reference)
    world.payment = world.merchant.get_payment(world.payment.payment_id)
    same(world.payment.status, PaymentStatus.COMPLETED, "status")
    true(world.payment.transaction_id is not None, "a transaction")


@step("authorize-again")
def authorize_again(world: World) -> None:
    other = SandboxWallet.create(world.operator)
    error = refusal(PdaError, lambda: other.pay(world.reference.reference))
    same(error.status, 409, "status")


@step("transaction")
def transaction(world: World) -> None:
    identifier = paid_by(world)
    same(world.merchant.get_transaction(identifier).payment_id, world.payment.payment_id, "payment")
    listed = [each.transaction_id for each in iterate(world.merchant.list_transactions)]
    true(identifier in listed, f"{identifier} in {listed}")
    of_wallet = iterate(world.operator.list_wallet_transactions, world.wallet.wallet_id)
    true(identifier in [each.transaction_id for each in of_wallet], f"{identifier} in the list of the wallet")


def paid_by(world: World) -> str:
    assert world.payment.transaction_id is not None
    return world.payment.transaction_id


@step("merchant-balance")
def merchant_balance(world: World) -> None:
    balances = iterate(world.merchant.list_merchant_balances, world.merchants[0].merchant_id)
    same([each.asset_type for each in balances], [world.asset_type.asset_type], "asset types")


@step("refund")
def refund(world: World) -> None:
    paid = paid_by(world)
    true(world.merchant.check_refund_eligibility(original_transaction=paid).allowed, "an eligible payment")
    world.refund = world.merchant.create_refund(
        original_transaction=paid, refund_amount="2.50", reason="One item came back"
    )
    same(world.merchant.get_refund(world.refund.refund_id).refund_id, world.refund.refund_id, "refund")
    listed = [each.refund_id for each in iterate(world.merchant.list_refunds, payment_id=world.payment.payment_id)]
    same(listed, [world.refund.refund_id], "refunds of the payment")


@step("refund-too-much")
def refund_too_much(world: World) -> None:
    error = refusal(
        PdaError,
        lambda: world.merchant.create_refund(
            original_transaction=paid_by(world), refund_amount="12", reason="Too much"
        ),
    )
    same(error.reason, "REFUND_EXCEEDS_PAID", "reason")


@step("cancel-payment")
def cancel_payment(world: World) -> None:
    cancelled = world.merchant.cancel_payment(world.payments[1].payment_id)
    same(cancelled.status, PaymentStatus.CANCELLED, "status")


@step("events")
def events(world: World) -> None:
    subjects = (world.payment.payment_id, world.refund.refund_id)
    types = (EventType.PAYMENT_COMPLETED, EventType.REFUND_COMPLETED)
    reader = EventReader(world.merchant, page_size=2)
    found: list[Event] = []

    def refunded() -> bool | None:
        found.extend(each for each in reader if each.subject in subjects and each.type in types)
        return len(found) >= len(types) or None

    soon(refunded)
    same(tuple(each.type for each in found), types, "types of events")
    paid = found[0]
    assert paid.data.payment is not None, f"a payment event, got {paid!r}"
    same(paid.data.payment.payment_id, world.payment.payment_id, "payment of the event")
    same(world.merchant.get_event(paid.id), paid, "event")
    true(reader.position is not None, "a position")
    world.position = reader.position or ""


@step("events-resume")
def events_resume(world: World) -> None:
    payment = world.merchant.create_payment(
        amount="2",
        asset_type=world.asset_type.asset_type,
        merchant_id=world.merchants[0].merchant_id,
        metadata={"pda:simulate": "expired"},
    )

    def first_subject() -> str | None:
        for event in EventReader(world.merchant, position=world.position):
            return event.subject
        return None

    same(soon(first_subject), payment.payment_id, "subject of the first event")


@step("statement")
def statement(world: World) -> None:
    def entries() -> list[StatementEntry] | None:
        found = list(
            iterate(
                world.merchant.get_statement,
                world.merchants[0].merchant_id,
                asset_type=world.asset_type.asset_type,
                from_time=world.payment.create_time - timedelta(days=1),
            )
        )
        return found if world.refund.refund_id in [each.refund_id for each in found] else None

    found = soon(entries)
    assert found is not None, "the refund in the statement"
    true(world.payment.payment_id in [each.payment_id for each in found], "the payment in the statement")
    true(all(isinstance(each.amount, str) for each in found), "amounts as strings")


@step("issue-asset")
def issue_asset(world: World) -> None:
    publisher_id = world.publisher.publisher_id
    goods = world.operator.define_asset_type(publisher_id, asset_type=f"GD{world.suffix.upper()}", name="Signed prints")
    asset = world.operator.issue_asset(
        publisher_id,
        asset_profile=AssetProfileInput(kind=AssetKind.GOOD, name="Signed print 1"),
        asset_type=goods.asset_type,
    )
    identifier = asset.asset_identifier
    read = world.operator.get_asset(identifier)
    same(read.asset_identifier, identifier, "asset")
    verdict = world.operator.verify_lifecycle(asset_id=identifier)
    same(verdict.lifecycle_status, read.lifecycle_status, "state in the verdict")


@step("rotate-key")
def rotate_key(world: World) -> None:
    merchant_id = world.merchants[0].merchant_id
    world.rotated_key = world.operator.rotate_api_key(merchant_id, world.api_key.api_key.api_key_id)
    world.rotated = world.client(PdaClient(world.url, api_key=world.rotated_key.secret))
    true(len(world.rotated.list_payments().items) > 0, "payments by the new key")


@step("revoke-key")
def revoke_key(world: World) -> None:
    world.operator.revoke_api_key(world.merchants[0].merchant_id, world.rotated_key.api_key.api_key_id)
    ends = datetime.now(UTC) + timedelta(seconds=5)
    while True:
        try:
            world.rotated.list_payments()
        except PdaError as error:
            same(error.status, 401, "status")
            return
        true(datetime.now(UTC) < ends, "401 within 5 seconds")
