"""Pages, events, and what a later version of the service may answer."""

import copy
import pickle
from typing import Any

import anyio
import pytest
from conftest import Make

from pda_client import AsyncEventReader, AsyncPdaClient, EventReader, PdaClient, iterate, iterate_async
from pda_client.models import EventType, Payment, PaymentStatus
from server import PAYMENT, Asked, Say, Server, envelope


def payment(number: int) -> dict[str, Any]:
    return {**PAYMENT["data"], "paymentId": f"pay_{number}"}


def event(number: int, type: str = "payment.completed", data: object = None) -> dict[str, Any]:
    return {
        "specversion": "1.0",
        "id": f"evt_{number}",
        "source": "https://localhost",
        "type": type,
        "subject": "pay_1",
        "time": "2026-01-15T09:30:00.000Z",
        "datacontenttype": "application/json",
        "cursor": f"c{number}",
        "data": {"payment": payment(number)} if data is None else data,
    }


def query(asked: Asked) -> str:
    return asked.path.partition("?")[2]


def paged(asked: Asked) -> Say:
    pages = {"": ([1, 2], "two"), "two": ([], "three"), "three": ([3], "")}
    items, token = pages[query(asked).partition("pageToken=")[2]]
    return Say(body=envelope({"items": [payment(number) for number in items], "nextPageToken": token}))


def test_iterates_over_pages_as_they_are_needed(server: Server) -> None:
    server.say = paged
    with PdaClient(server.url, ca=server.ca) as pda:
        found = iterate(pda.list_payments, status=PaymentStatus.PENDING, page_size=2)
        assert server.asked == []
        assert next(found).payment_id == "pay_1"
        assert len(server.asked) == 1
        assert [each.payment_id for each in found] == ["pay_2", "pay_3"]
    assert [query(asked) for asked in server.asked] == [
        "status=pending&pageSize=2",
        "status=pending&pageSize=2&pageToken=two",
        "status=pending&pageSize=2&pageToken=three",
    ]


def test_iterates_for_asyncio(server: Server) -> None:
    server.say = paged

    async def read() -> list[str]:
        async with AsyncPdaClient(server.url, ca=server.ca) as pda:
            return [each.payment_id async for each in iterate_async(pda.list_payments)]

    assert anyio.run(read) == ["pay_1", "pay_2", "pay_3"]


def happened(asked: Asked) -> Say:
    """Three events, two in a page; the token of an empty page is that of the request."""
    position = query(asked).partition("pageToken=")[2]
    numbers = {"": [1, 2], "c1": [2, 3], "c2": [3]}.get(position, [])
    token = f"c{numbers[-1]}" if numbers else position
    return Say(body=envelope({"items": [event(number) for number in numbers], "nextPageToken": token}))


def test_iterates_over_the_events_up_to_the_newest(server: Server) -> None:
    server.say = happened

    async def read() -> list[str]:
        async with AsyncPdaClient(server.url, ca=server.ca) as pda:
            return [each.id async for each in iterate_async(pda.list_events)]

    with PdaClient(server.url, ca=server.ca) as pda:
        assert [each.id for each in iterate(pda.list_events)] == ["evt_1", "evt_2", "evt_3"]
    assert anyio.run(read) == ["evt_1", "evt_2", "evt_3"]


def test_reads_events_and_goes_on_later(server: Server) -> None:
    server.say = happened
    with PdaClient(server.url, ca=server.ca) as pda:
        reader = EventReader(pda)
        seen = []
        for each in reader:
            seen.append((each.id, reader.position))
        assert seen == [("evt_1", None), ("evt_2", "c1"), ("evt_3", "c2")]
        assert reader.position == "c3"
        assert list(reader) == []
        assert [each.id for each in EventReader(pda, position="c1")] == ["evt_2", "evt_3"]
    assert query(server.asked[-1]) == "pageToken=c3"


def test_an_event_whose_handling_failed_comes_again(server: Server) -> None:
    server.say = happened
    with PdaClient(server.url, ca=server.ca) as pda:
        reader = EventReader(pda)

        def handle() -> None:
            for each in reader:
                if each.id == "evt_2":
                    raise OSError("the database is away")

        with pytest.raises(OSError, match="away"):
            handle()
        assert reader.position == "c1"
        assert [each.id for each in reader] == ["evt_2", "evt_3"]


def test_reads_events_for_asyncio(server: Server) -> None:
    server.say = happened

    async def read() -> tuple[list[str], str | None]:
        async with AsyncPdaClient(server.url, ca=server.ca) as pda:
            reader = AsyncEventReader(pda, type="payment.completed", page_size=2)
            return [each.id async for each in reader], reader.position

    assert anyio.run(read) == (["evt_1", "evt_2", "evt_3"], "c3")
    assert query(server.asked[0]) == "type=payment.completed&pageSize=2"


def test_reads_each_event_by_its_type(make: Make, server: Server) -> None:
    later = event(2, "payment.quarantined", {"quarantine": [1, {"a": None}]})
    server.say = lambda _: Say(body=envelope({"items": [event(1), later], "nextPageToken": "c2"}))
    first, second = make().list_events().items
    assert first.type == EventType.PAYMENT_COMPLETED
    assert first.data.payment is not None
    assert first.data.payment.payment_id == "pay_1"
    assert first.data.refund is None
    assert (second.type, second.type.is_known, second.id, second.time.year) == (
        "payment.quarantined",
        False,
        "evt_2",
        2026,
    )
    assert second.data.payment is None
    assert second.data.additional_properties == {"quarantine": [1, {"a": None}]}
    assert first.to_dict()["data"]["payment"]["paymentId"] == "pay_1"


def test_keeps_unknown_words_and_members(make: Make, server: Server) -> None:
    data = {**payment(1), "status": "quarantined", "addedLater": {"a": [1]}}
    server.say = lambda _: Say(body=envelope(data))
    read = make().get_payment("pay_1")
    status = read.status
    assert (str(status), status == "quarantined", status.is_known) == ("quarantined", True, False)
    assert status not in list(PaymentStatus)
    assert read.additional_properties == {"addedLater": {"a": [1]}}
    assert read.to_dict()["status"] == "quarantined"
    assert read == Payment.from_dict(data)
    for copied in (copy.deepcopy(status), pickle.loads(pickle.dumps(status))):
        assert copied == status
        assert isinstance(copied, PaymentStatus)
    assert {status: 1}["quarantined"] == 1  # type: ignore[index]
    assert PaymentStatus("pending") is PaymentStatus.PENDING
    assert PaymentStatus.PENDING.is_known
    with pytest.raises(ValueError, match="1"):
        PaymentStatus(1)  # type: ignore[arg-type]


def test_writes_what_it_reads() -> None:
    data = {**payment(1), "endTime": "2026-01-15T09:31:00+00:00", "failureReason": "EXPIRED"}
    data |= {"createTime": "2026-01-15T09:30:00+00:00", "expireTime": "2026-01-15T09:45:00+00:00"}
    assert Payment.from_dict(data).to_dict() == data
