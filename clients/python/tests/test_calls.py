"""What is sent, and what is returned."""

import re
import ssl
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import trustme
from conftest import Make

from pda_client import VERSION, PdaClient, PdaConnectionError, PdaProtocolError, RetryPolicy
from pda_client.api.payment import create_payment
from pda_client.models import CreatePaymentRequest, PaymentStatus
from server import INFO, PAYMENT, Say, Server, envelope, serving

KEY = "pda_secret_0123456789"


def test_sends_the_headers_of_every_call(make: Make, server: Server) -> None:
    info = make(api_key=f"{KEY}\n").get_server_info()
    assert info.version == "1.0.0"
    [asked] = server.asked
    assert asked.path == "/api/v1/server-info"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.headers["User-Agent"] == f"pda-client-python/{VERSION}"
    assert asked.headers["Request-Timeout"] == "30"
    assert asked.headers["Accept"] == "application/json"
    assert "Idempotency-Key" not in asked.headers


def test_needs_no_key(make: Make, server: Server) -> None:
    make().get_server_info()
    assert "Authorization" not in server.asked[0].headers


def test_sends_members_that_are_given_and_returns_the_data(make: Make, server: Server) -> None:
    server.say = lambda _: Say(201, PAYMENT)
    payment = make().create_payment(
        amount="12.50", asset_type="USDX", merchant_id="mer_1", metadata={"shift": "late"}, order_reference="1001"
    )
    assert payment.payment_id == "pay_1"
    assert payment.status is PaymentStatus.PENDING
    assert payment.transaction_id is None
    assert server.asked[0].body == {
        "amount": "12.50",
        "assetType": "USDX",
        "merchantId": "mer_1",
        "metadata": {"shift": "late"},
        "orderReference": "1001",
    }
    assert re.fullmatch(r"[0-9a-f-]{36}", server.asked[0].headers["Idempotency-Key"])


def test_keeps_the_callers_idempotency_key(make: Make, server: Server) -> None:
    server.say = lambda _: Say(201, PAYMENT)
    make().create_payment(amount="1", asset_type="USDX", merchant_id="mer_1", idempotency_key="order-1001")
    assert server.asked[0].headers["Idempotency-Key"] == "order-1001"


def test_writes_parameters(make: Make, server: Server) -> None:
    server.say = lambda _: Say(body=envelope({"items": [], "nextPageToken": ""}))
    make().list_payments(status=PaymentStatus.PENDING, page_size=1, merchant_id="a b/c")
    assert server.asked[0].path == "/api/v1/payments?merchantId=a+b%2Fc&status=pending&pageSize=1"
    server.say = lambda _: Say(body=PAYMENT)
    make().get_payment("../x?y")
    assert server.asked[1].path == "/api/v1/payments/..%2Fx%3Fy"


@pytest.mark.parametrize("value", ["", ".", "..", None])
def test_refuses_a_parameter_with_which_the_path_is_of_another_operation(
    make: Make, server: Server, value: str
) -> None:
    with pytest.raises(ValueError, match="device_id must not be"):
        make().revoke_device("pub_1", "ast_1", value)
    assert server.asked == []


def test_keeps_the_path_of_the_base_address(make: Make, server: Server) -> None:
    make(base_url=f"{server.url}/behind/").get_server_info()
    assert server.asked[0].path == "/behind/api/v1/server-info"


def test_gives_the_whole_answer(server: Server) -> None:
    server.say = lambda _: Say(201, PAYMENT, {"Idempotency-Replayed": "true"})
    with PdaClient(server.url, ca=server.ca) as pda:
        body = CreatePaymentRequest(amount="1", asset_type="USDX", merchant_id="mer_1")
        answer = create_payment.sync_detailed(client=pda.http, body=body)
    assert answer.status == 201
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert answer.envelope.request_id == "req_1"
    assert answer.envelope.data.payment_id == "pay_1"


def test_gives_other_media_types(server: Server) -> None:
    server.say = lambda _: Say(200, b"a,b\n", {"Content-Type": "text/csv"})
    with PdaClient(server.url, ca=server.ca, api_key=KEY) as pda:
        response = pda.http.get("/api/v1/merchants/mer_1/statement/csv", headers={"Accept": "text/csv"})
    assert response.text == "a,b\n"
    assert server.asked[0].headers["Accept"] == "text/csv"
    assert server.asked[0].headers["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("other", ["http://localhost:{port}", "https://127.0.0.1:{port}", "https://localhost:1"])
def test_sends_the_key_to_no_other_address(server: Server, other: str) -> None:
    url = other.format(port=server.url.rpartition(":")[2]) + "/api/v1/server-info"
    with PdaClient(server.url, ca=server.ca, api_key=KEY) as pda, pytest.raises(ValueError, match="sends nothing to"):
        pda.http.get(url)
    assert server.asked == []


def test_takes_a_whole_address_of_the_service(server: Server) -> None:
    with PdaClient(server.url.replace("localhost", "LOCALHOST"), ca=server.ca, api_key=KEY) as pda:
        assert pda.http.get(f"{server.url}/api/v1/server-info").status_code == 200


def test_reads_options_from_the_environment(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("ca") / "root.crt"
    file.write_text(server.ca)
    monkeypatch.setenv("PDA_URL", server.url)
    monkeypatch.setenv("PDA_CA_FILE", str(file))
    monkeypatch.setenv("PDA_API_KEY", KEY)
    with PdaClient() as pda:
        pda.get_server_info()
    assert server.asked[0].headers["Authorization"] == f"Bearer {KEY}"


def test_ignores_the_proxies_of_the_environment(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://localhost:9")
    monkeypatch.setenv("ALL_PROXY", "http://localhost:9")
    assert make().get_server_info().version == "1.0.0"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "set PDA_URL"),
        ({"base_url": "http://localhost"}, "like https://localhost:8443"),
        ({"base_url": "https://user:word@localhost"}, "like https://localhost:8443"),
        ({"base_url": "https://localhost?a=b"}, "like https://localhost:8443"),
        ({"base_url": "https://localhost", "api_key": f"{KEY}\nX-Evil: 1"}, "the API key has a character"),
        ({"base_url": "https://localhost", "ca": "no certificate"}, "no certificate in PEM"),
        ({"base_url": "https://localhost", "ca": "x", "ca_file": "y"}, "not both"),
        ({"base_url": "https://localhost", "ca_file": "no/root.crt"}, "no/root.crt (ca_file or PDA_CA_FILE)"),
        ({"base_url": "https://localhost", "timeout": 0}, "above 0 seconds"),
        ({"base_url": "https://localhost", "timeout": float("inf")}, "999999 at most"),
        ({"base_url": "https://localhost", "timeout": float("nan")}, "999999 at most"),
        ({"base_url": "https://localhost", "timeout": 1_000_000}, "999999 at most"),
    ],
)
def test_refuses_options(options: dict[str, str], text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)) as caught:
        PdaClient(**options)  # type: ignore[arg-type]
    assert KEY not in str(caught.value)


def test_never_shows_the_key(server: Server) -> None:
    with PdaClient(server.url, ca=server.ca, api_key=KEY) as pda:
        transport = pda.http._transport
        shown = f"{pda!r} {pda} {pda.http!r} {transport!r} {vars(transport)!r}"
    assert KEY not in shown
    assert server.url in shown


def test_says_which_option_sets_the_root(make: Make, server: Server) -> None:
    with pytest.raises(PdaConnectionError, match="Set ca_file, or the environment variable PDA_CA_FILE") as caught:
        make(ca=None).get_server_info()
    assert caught.value.attempts == 1
    assert server.asked == []


NOW = datetime.now(UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("issued", "text"),
    [
        ({"host": "other.example"}, r"Hostname mismatch.*Check the host of base_url"),
        ({"not_before": NOW - 2 * DAY, "not_after": NOW - DAY}, r"has expired\. Check the clock of this machine"),
        ({"not_before": NOW + DAY, "not_after": NOW + 2 * DAY}, r"not yet valid\. Check the clock of this machine"),
    ],
)
def test_says_what_is_wrong_with_a_certificate_whose_root_it_trusts(
    authority: trustme.CA, make: Make, issued: dict[str, Any], text: str
) -> None:
    issued = dict(issued)
    certificate = authority.issue_cert(issued.pop("host", "localhost"), **issued)
    with serving(authority, certificate=certificate) as wrong:
        with pytest.raises(PdaConnectionError, match=text) as caught:
            make(base_url=wrong.url, ca=wrong.ca).get_server_info()
        assert "PDA_CA_FILE" not in str(caught.value)
        assert caught.value.is_untrusted
        assert wrong.asked == []


def test_refuses_tls_before_1_3(authority: trustme.CA) -> None:
    with (
        serving(authority, ssl.TLSVersion.TLSv1_2) as old,
        PdaClient(old.url, ca=old.ca, retry=RetryPolicy(attempts_max=1)) as pda,
        pytest.raises(PdaConnectionError, match="TLS"),
    ):
        pda.get_server_info()


def test_follows_no_redirect(make: Make, server: Server) -> None:
    server.say = lambda _: Say(307, None, {"Location": f"{server.url}/elsewhere"})
    with pytest.raises(PdaProtocolError, match="redirects to"):
        make(api_key=KEY).get_server_info()
    assert [asked.path for asked in server.asked] == ["/api/v1/server-info"]


@pytest.mark.parametrize("body", [b"<html>", {"a": 1}, [], envelope(None), {**INFO, "data": {"version": "1"}}])
def test_says_that_something_else_answers(make: Make, server: Server, body: object) -> None:
    server.say = lambda _: Say(200, body)
    with pytest.raises(PdaProtocolError, match="is no answer of the service") as caught:
        make().get_server_info()
    assert caught.value.address == f"{server.url}/api/v1/server-info"


def test_reads_compressed_answers(make: Make, server: Server) -> None:
    import gzip
    import json

    server.say = lambda _: Say(200, gzip.compress(json.dumps(INFO).encode()), {"Content-Encoding": "gzip"})
    assert make().get_server_info().version == "1.0.0"


def test_closes_the_connections(server: Server) -> None:
    with PdaClient(server.url, ca=server.ca) as pda:
        pda.get_server_info()
    with pytest.raises(RuntimeError, match="closed"):
        pda.get_server_info()
    assert isinstance(pda.http, httpx.Client)
