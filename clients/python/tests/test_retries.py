"""Repeats, deadlines and errors."""

import pickle
import ssl
import time
from collections.abc import Callable

import anyio
import pytest
from conftest import QUICK, Make

from pda_client import AsyncPdaClient, PdaClient, PdaConnectionError, PdaError, PdaProtocolError, RetryPolicy
from pda_client.contract import RETRYABLE
from pda_client.retry import retry_after
from server import INFO, PAYMENT, Asked, Say, Server, failure


def one_by_one(*answers: Say) -> Callable[[Asked], Say]:
    left = list(answers)
    return lambda _: left.pop(0)


def pay(client: object) -> object:
    return client.create_payment(amount="1", asset_type="USDX", merchant_id="mer_1")  # type: ignore[attr-defined]


BUSY = Say(503, failure("SVC-5030", "SHUTTING_DOWN"), {"Retry-After": "0"})


def test_repeats_under_one_key(make: Make, server: Server) -> None:
    server.say = one_by_one(BUSY, Say(breaks=True), Say(502, b"<html>"), Say(201, PAYMENT))
    pay(make())
    assert len(server.asked) == 4
    assert len({asked.headers["Idempotency-Key"] for asked in server.asked}) == 1
    assert all(asked.body == server.asked[0].body for asked in server.asked)


def test_has_at_most_four_attempts(make: Make, server: Server) -> None:
    server.say = lambda _: BUSY
    with pytest.raises(PdaError) as caught:
        pay(make())
    assert (caught.value.status, caught.value.error_code, len(server.asked)) == (503, "SVC-5030", 4)
    assert caught.value.idempotency_key == server.asked[0].headers["Idempotency-Key"]


@pytest.mark.parametrize("code", sorted(RETRYABLE))
def test_repeats_what_the_catalogue_marks(make: Make, server: Server, code: str) -> None:
    server.say = one_by_one(Say(int(code[4:7]), failure(code, "X")), Say(body=INFO))
    make().get_server_info()
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("status", "code"), [(409, "SVC-4091"), (422, "SVC-4222"), (501, "SVC-5010"), (409, "SVC-4999")]
)
def test_repeats_nothing_else(make: Make, server: Server, status: int, code: str) -> None:
    server.say = lambda _: Say(status, failure(code, "X"))
    with pytest.raises(PdaError):
        make().get_server_info()
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_repeats_unknown_codes_as_their_status_says(make: Make, server: Server, status: int) -> None:
    server.say = one_by_one(Say(status, failure("SVC-5999", "X")), Say(body=INFO))
    make().get_server_info()
    assert len(server.asked) == 2


@pytest.mark.parametrize("key", ["order-1\n", "", "a b", "\x7f", "k" * 256])
def test_refuses_a_key_that_no_header_can_carry(make: Make, server: Server, key: str) -> None:
    with pytest.raises(ValueError, match="Idempotency-Key must be 1 to 255 visible ASCII characters"):
        make().cancel_payment("pay_1", idempotency_key=key)
    assert server.asked == []


def test_refuses_an_identifier_of_a_request_that_no_header_can_carry(server: Server) -> None:
    with PdaClient(server.url, ca=server.ca) as pda, pytest.raises(ValueError, match="X-Request-ID must be 1 to 128"):
        pda.http.get("/api/v1/server-info", headers={"X-Request-ID": "a\nb"})
    assert server.asked == []


def test_does_not_take_an_error_that_the_caller_handles_for_its_own(make: Make, server: Server) -> None:
    server.say = one_by_one(Say(breaks=True), Say(body=INFO))
    try:
        raise ssl.SSLCertVerificationError("another connection of the caller")
    except ssl.SSLCertVerificationError:
        assert make().get_server_info().version == "1.0.0"


@pytest.mark.parametrize(("status", "attempts"), [(404, 1), (500, 1), (502, 4), (503, 4), (504, 4)])
def test_answers_without_envelope(make: Make, server: Server, status: int, attempts: int) -> None:
    server.say = lambda _: Say(status, b"<html>")
    with pytest.raises(PdaProtocolError, match=f"answered {status} without the envelope") as caught:
        make().get_server_info()
    assert caught.value.status == status
    assert len(server.asked) == attempts


def test_repeats_an_answer_whose_coding_is_broken(make: Make, server: Server) -> None:
    broken = Say(200, b"no gzip", {"Content-Encoding": "gzip"})
    server.say = one_by_one(broken, Say(body=PAYMENT))
    assert make().cancel_payment("pay_1").payment_id == "pay_1"
    assert len({asked.headers["Idempotency-Key"] for asked in server.asked}) == 1
    server.say = lambda _: broken
    with pytest.raises(PdaConnectionError) as caught:
        make().cancel_payment("pay_1", idempotency_key="order-1")
    assert caught.value.idempotency_key == "order-1"


@pytest.mark.parametrize("status", [200, 400])
def test_answers_with_json_that_is_too_deep(make: Make, server: Server, status: int) -> None:
    server.say = lambda _: Say(status, b"[" * 100_000)
    with pytest.raises(PdaProtocolError) as caught:
        make().cancel_payment("pay_1", idempotency_key="order-1")
    assert caught.value.idempotency_key == "order-1"


def test_waits_as_long_as_the_service_says(make: Make, server: Server) -> None:
    said = Say(429, failure("SVC-4290", "RATE_LIMITED"), {"Retry-After": "1"})
    server.say = one_by_one(said, Say(body=INFO))
    began = time.monotonic()
    make(retry=RetryPolicy(wait_first=0)).get_server_info()
    assert 1 <= time.monotonic() - began < 5


def test_does_not_wait_longer_than_the_limit(make: Make, server: Server) -> None:
    server.say = lambda _: Say(429, failure("SVC-4290", "RATE_LIMITED"), {"Retry-After": "60"})
    with pytest.raises(PdaError) as caught:
        make().get_server_info()
    assert (caught.value.retry_after, len(server.asked)) == (60, 1)


def test_says_what_was_refused(make: Make, server: Server) -> None:
    said = failure("SVC-4000", "WRONG_FORMAT", field="amount")
    server.say = lambda _: Say(400, said)
    with pytest.raises(PdaError) as caught:
        pay(make())
    error = caught.value
    assert (error.status, error.error_code, error.reason, error.request_id) == (
        400,
        "SVC-4000",
        "WRONG_FORMAT",
        "req_2",
    )
    assert (error.errors[0].field, error.message, error.retry_after) == ("amount", "It was refused.", None)
    assert str(error) == "400 SVC-4000 WRONG_FORMAT: It was refused. (field amount; request req_2)"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_keeps_unknown_codes(make: Make, server: Server) -> None:
    server.say = lambda _: Say(404, {**failure("SVC-4999", "ADDED_LATER"), "addedLater": {}})
    with pytest.raises(PdaError) as caught:
        make().get_payment("pay_1")
    error = caught.value
    assert (error.error_code, error.error_code.is_known) == ("SVC-4999", False)
    assert error.reason is not None
    assert (error.reason, error.reason.is_known) == ("ADDED_LATER", False)


def test_raises_when_nothing_has_changed(make: Make, server: Server) -> None:
    server.say = lambda _: Say(304, b"")
    with pytest.raises(PdaError, match="304: It has not changed") as caught:
        make().get_status_list("1", if_none_match='"1"')
    assert (caught.value.status, caught.value.error_code, caught.value.errors) == (304, "", ())


def test_names_address_and_key_when_no_answer_comes(make: Make, server: Server) -> None:
    server.say = lambda _: Say(breaks=True)
    with pytest.raises(PdaConnectionError, match="4 attempts") as caught:
        pay(make(api_key="pda_key"))
    error = caught.value
    assert (error.attempts, error.address) == (4, f"{server.url}/api/v1/payments")
    assert error.idempotency_key == server.asked[0].headers["Idempotency-Key"]
    assert error.idempotency_key in str(error)
    assert error.address in str(error)
    assert "pda_key" not in f"{error} {error!r} {error.__cause__!r}"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_connects_to_nothing(make: Make) -> None:
    with pytest.raises(PdaConnectionError, match="the connection failed") as caught:
        make(base_url="https://localhost:1").get_server_info()
    assert caught.value.idempotency_key is None


def test_ends_each_attempt(make: Make, server: Server) -> None:
    server.say = lambda _: Say(body=INFO, seconds=6)
    began = time.monotonic()
    with pytest.raises(PdaConnectionError, match="no answer in time"):
        make(timeout=1, retry=RetryPolicy(attempts_max=2, wait_first=0)).get_server_info()
    assert time.monotonic() - began < 5
    assert [asked.headers["Request-Timeout"] for asked in server.asked] == ["1", "1"]


def test_ends_a_body_that_drips(make: Make, server: Server) -> None:
    server.say = lambda _: Say(body=INFO, drip=0.1)
    began = time.monotonic()
    with pytest.raises(PdaConnectionError, match="no answer in time"):
        make(timeout=1, retry=RetryPolicy(attempts_max=1)).get_server_info()
    assert time.monotonic() - began < 5


def test_shares_the_time_of_an_attempt_among_its_phases(make: Make, server: Server) -> None:
    server.say = lambda _: Say(body=INFO, seconds=1.5, drip=10)
    began = time.monotonic()
    with pytest.raises(PdaConnectionError, match="no answer in time"):
        make(timeout=2, retry=RetryPolicy(attempts_max=1)).get_server_info()
    assert time.monotonic() - began < 3.25


def test_ends_the_whole_call(make: Make, server: Server) -> None:
    server.say = lambda _: Say(body=INFO, seconds=6)
    began = time.monotonic()
    with pytest.raises(PdaConnectionError):
        make(timeout=0.8, retry=RetryPolicy(attempts_max=10, wait_first=0)).get_server_info(timeout=2)
    assert time.monotonic() - began < 5
    assert len(server.asked) in (2, 3)
    assert float(server.asked[-1].headers["Request-Timeout"]) <= 0.8


def test_does_not_begin_a_wait_that_the_call_has_no_time_for(make: Make, server: Server) -> None:
    server.say = lambda _: Say(429, failure("SVC-4290", "RATE_LIMITED"), {"Retry-After": "4"})
    began = time.monotonic()
    with pytest.raises(PdaError):
        make(retry=RetryPolicy()).get_server_info(timeout=3.5)
    assert time.monotonic() - began < 3.4


@pytest.mark.parametrize("backend", ["asyncio"])
def test_cancelling_ends_the_call(server: Server, backend: str) -> None:
    server.say = lambda _: Say(body=INFO, seconds=6)

    async def cancelled() -> float:
        async with AsyncPdaClient(server.url, ca=server.ca, retry=QUICK) as pda:
            began = time.monotonic()
            with anyio.move_on_after(1):
                await pda.get_server_info()
            return time.monotonic() - began

    assert anyio.run(cancelled, backend=backend) < 5
    assert len(server.asked) == 1


def test_doubles_the_wait_within_limits() -> None:
    policy = RetryPolicy(attempts_max=50)
    for attempts, base in [(1, 0.1), (2, 0.2), (3, 0.4)]:
        waits = [policy.wait(attempts, None) or 0 for _ in range(50)]
        assert base * 0.5 <= min(waits) < max(waits) <= base * 1.5
    assert policy.wait(49, None) == 5
    assert policy.wait(50, None) is None
    assert RetryPolicy(attempts_max=1).wait(1, 0) is None
    with pytest.raises(ValueError, match="attempts_max"):
        RetryPolicy(attempts_max=0)


def test_reads_retry_after() -> None:
    assert [retry_after(value) for value in ("0", "7", None, "-1", "1.5", "Tue, 29 Feb 2028 00:00:00 GMT", "٣")] == [
        0, 7, None, None, None, None, None,
    ]  # fmt: skip
