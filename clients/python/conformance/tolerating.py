"""Steps about what is not as it was: time, later versions, broken ways."""

import os
import time
from datetime import timedelta

from paying import UNKNOWN_PAYMENT
from pda_client import PdaClient, PdaConnectionError, PdaError, PdaProtocolError, RetryPolicy, iterate
from pda_client.models import PaymentFailureReason, PaymentStatus
from pda_client.sandbox import advance_clock
from scenario import World, a_time, refusal, same, step, true

ONCE = RetryPolicy(attempts_max=1)


@step("clock")
def clock(world: World) -> None:
    advance_clock(world.operator, timedelta(hours=1))
    payment = world.operator.get_payment(world.payments[2].payment_id)
    same(
        (payment.status, payment.failure_reason), (PaymentStatus.FAILED, PaymentFailureReason.EXPIRED), "third payment"
    )


def through(world: World, way: str, *, timeout: float = 30.0, retry: RetryPolicy | None = None) -> PdaClient:
    """Returns a client of the operator through the relay."""
    return world.client(PdaClient(f"{world.relay}/{way}", api_key=world.operator_key, timeout=timeout, retry=retry))


@step("unknown-enum-value")
def unknown_enum_value(world: World) -> None:
    payment = through(world, "future").get_payment(world.payment.payment_id)
    same((str(payment.status), payment.status.is_known), ("quarantined", False), "status")
    true(payment.status not in list(PaymentStatus), "a status that is none of the known ones")
    same(
        (payment.payment_id, payment.amount, payment.metadata, payment.create_time),
        (world.payment.payment_id, world.payment.amount, world.payment.metadata, world.payment.create_time),
        "the other members",
    )
    true(isinstance(payment.additional_properties["addedLater"], dict), "the member that was added")


@step("unknown-event-type")
def unknown_event_type(world: World) -> None:
    first, *others = through(world, "future").list_events().items
    same((first.type, first.type.is_known), ("payment.quarantined", False), "type")
    true(first.id != "" and "quarantine" in first.data.additional_properties, "identifier and data")
    a_time(first.time, "time")
    true(len(others) > 0, "further events")
    true(any(each.data.payment and each.data.payment.amount for each in others), "an event with its payment")
    true(all(each.type.is_known for each in others), "no other unknown event")


@step("unknown-error")
def unknown_error(world: World) -> None:
    error = refusal(PdaError, lambda: through(world, "future").get_payment(UNKNOWN_PAYMENT))
    same((error.status, error.error_code, error.reason), (404, "SVC-4999", "ADDED_LATER"), "status, code and reason")
    true(not error.error_code.is_known, "a code that is not known")


@step("retries")
def retries(world: World) -> None:
    order = f"flaky-{world.suffix}"
    payment = through(world, "flaky").create_payment(
        amount="3",
        asset_type=world.asset_type.asset_type,
        merchant_id=world.merchants[0].merchant_id,
        order_reference=order,
    )
    found = [each.payment_id for each in iterate(world.operator.list_payments, order_reference=order)]
    same(found, [payment.payment_id], "payments of the order")


@step("no-retries")
def no_retries(world: World) -> None:
    error = refusal(
        PdaError,
        lambda: through(world, "flaky", retry=ONCE).create_payment(
            amount="3",
            asset_type=world.asset_type.asset_type,
            merchant_id=world.merchants[0].merchant_id,
        ),
    )
    same(error.status, 503, "status")


@step("time-out")
def time_out(world: World) -> None:
    began = time.monotonic()
    slow = through(world, "slow", timeout=0.3, retry=ONCE)
    refusal(PdaConnectionError, lambda: slow.get_payment(world.payment.payment_id))
    took = time.monotonic() - began
    true(took < 3, f"an end in less than 3 s, took {took:.1f} s")


@step("not-the-service")
def not_the_service(world: World) -> None:
    with PdaClient(f"{world.relay}/foreign") as client:
        error = refusal(PdaProtocolError, client.get_server_info)
    true(f"{world.relay}/foreign" in str(error), f"the address in: {error}")


@step("redirect")
def redirect(world: World) -> None:
    error = refusal(PdaProtocolError, through(world, "redirect").get_server_info)
    true("redirect" in str(error), f"a word about the redirect in: {error}")


@step("wrong-root")
def wrong_root(world: World) -> None:
    del os.environ["PDA_CA_FILE"]
    with PdaClient(world.url) as client:
        error = refusal(PdaConnectionError, client.get_server_info)
    true("ca_file" in str(error) and "PDA_CA_FILE" in str(error), f"the option in: {error}")
