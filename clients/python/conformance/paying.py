"""Steps of a payment: created, found, refused."""

import uuid

from pda_client import PdaClient, PdaError, iterate
from pda_client.models import Payment, PaymentStatus
from scenario import World, a_time, refusal, same, step, true

UNKNOWN_PAYMENT = "pay_00000000000000000000000000"


def create(world: World, amount: str = "12.50") -> Payment:
    return world.merchant.create_payment(
        amount=amount,
        asset_type=world.asset_type.asset_type,
        merchant_id=world.merchants[0].merchant_id,
        order_reference=world.order,
        metadata={"shift": "late"},
        idempotency_key=world.key,
    )


@step("create-payment")
def create_payment(world: World) -> None:
    world.key = str(uuid.uuid4())
    world.order = f"order-{world.suffix}"
    world.payment = create(world)
    same(world.payment.status, PaymentStatus.PENDING, "status")
    same(world.payment.amount, "12.5", "amount")


@step("replay-payment")
def replay_payment(world: World) -> None:
    same(create(world).payment_id, world.payment.payment_id, "payment")


@step("key-of-another-request")
def key_of_another_request(world: World) -> None:
    error = refusal(PdaError, lambda: create(world, "13"))
    same((error.status, error.error_code), (422, "SVC-4222"), "status and code")
    true(error.request_id != "" and error.reason is not None, f"a request identifier and a reason: {error}")


@step("outcome-of-a-key")
def outcome_of_a_key(world: World) -> None:
    same(world.merchant.get_outcome(world.key).resource_id, world.payment.payment_id, "resource")


@step("get-payment")
def get_payment(world: World) -> None:
    payment = world.merchant.get_payment(world.payment.payment_id)
    same(payment, world.payment, "payment")
    same(payment.metadata, {"shift": "late"}, "metadata")
    same(payment.order_reference, world.order, "order reference")
    a_time(payment.create_time, "create_time")
    true(payment.expire_time > payment.create_time, "an expiry after the creation")


@step("list-payments")
def list_payments(world: World) -> None:
    more = [
        world.merchant.create_payment(
            amount="1",
            asset_type=world.asset_type.asset_type,
            merchant_id=world.merchants[0].merchant_id,
        )
        for _ in range(2)
    ]
    world.payments = [world.payment, *more]
    found = [
        each.payment_id for each in iterate(world.merchant.list_payments, status=PaymentStatus.PENDING, page_size=1)
    ]
    same(found, [each.payment_id for each in reversed(world.payments)], "pending payments, newest first")
    filtered = list(iterate(world.merchant.list_payments, order_reference=world.order))
    same([each.payment_id for each in filtered], [world.payment.payment_id], "payments of the order")


@step("wrong-field")
def wrong_field(world: World) -> None:
    error = refusal(
        PdaError,
        lambda: world.merchant.create_payment(
            amount="0.0000001",
            asset_type=world.asset_type.asset_type,
            merchant_id=world.merchants[0].merchant_id,
        ),
    )
    true(any(each.field == "amount" and each.reason for each in error.errors), f"an error of amount: {error}")


@step("not-found")
def not_found(world: World) -> None:
    same(refusal(PdaError, lambda: world.merchant.get_payment(UNKNOWN_PAYMENT)).status, 404, "status")


@step("forbidden")
def forbidden(world: World) -> None:
    same(refusal(PdaError, world.merchant.list_merchants).status, 403, "status")


@step("unauthenticated")
def unauthenticated(world: World) -> None:
    key = wrong(world.api_key.secret)
    with PdaClient(world.url, api_key=key) as stranger:
        error = refusal(PdaError, stranger.list_payments)
    same(error.status, 401, "status")
    true(key not in f"{error} {error!r} {stranger!r}", "no key in the text of the error")


def wrong(secret: str) -> str:
    """Returns a key of the same form that does not exist."""
    turned = secret[-12:].translate(str.maketrans("abcdefgh01234567", "bcdefgha12345670"))
    return secret[:-12] + turned
