"""The calls of ../README.md with openapi-python-client's client."""

import json
import os
import ssl

from physical_digital_asset_service_client import AuthenticatedClient, Client
from physical_digital_asset_service_client import models as pda
from physical_digital_asset_service_client.api.event import list_events
from physical_digital_asset_service_client.api.merchant import (
    create_api_key,
    get_merchant,
    list_merchants,
    register_merchant,
    update_merchant,
)
from physical_digital_asset_service_client.api.payment import (
    cancel_payment,
    create_payment,
    get_payment,
    list_payments,
)
from physical_digital_asset_service_client.api.server import get_server_info

NAME = os.environ["NAME"]
URL = os.environ["PDA_URL"]
TRUST = ssl.create_default_context(cafile=os.environ["PDA_CA_FILE"])


def connect(key: str) -> AuthenticatedClient:
    """Return the client of a caller with a key."""
    return AuthenticatedClient(base_url=URL, token=key, verify_ssl=TRUST)


def data(answer):
    """Return the data of an answer that is no failure."""
    assert answer is not None and not isinstance(answer, pda.Failure), answer
    return answer.data


def merchant(m: pda.Merchant) -> dict:
    return {
        "merchantId": m.merchant_id,
        "name": m.name,
        "status": m.status,
        "createTime": m.create_time.isoformat(),
        "version": m.version,
    }


def payment(p: pda.Payment) -> dict:
    return {
        "paymentId": p.payment_id,
        "merchantId": p.merchant_id,
        "amount": p.amount,
        "status": p.status,
        "createTime": p.create_time.isoformat(),
        "metadata": p.metadata.to_dict(),
    }


def event(e: pda.Event) -> dict:
    assert isinstance(e.data.payment, pda.Payment)
    return {
        "id": e.id,
        "type": e.type_,
        "time": e.time.isoformat(),
        "paymentId": e.data.payment.payment_id,
        "amount": e.data.payment.amount,
        "status": e.data.payment.status,
    }


def line(call: str, **members: object) -> None:
    print(json.dumps({"call": call, **members}))


def merchants(client: AuthenticatedClient) -> tuple[str, str]:
    created = data(register_merchant.sync(client=client, body=pda.RegisterMerchantRequest(name=NAME)))
    merchant_id = created.merchant_id
    line("RegisterMerchant", **merchant(created))
    line("GetMerchant", **merchant(data(get_merchant.sync(merchant_id, client=client))))
    changes = pda.UpdateMerchantRequest(name=f"{NAME} Ltd")
    updated = update_merchant.sync(merchant_id, client=client, body=changes, update_mask="name")
    line("UpdateMerchant", **merchant(data(updated)))
    found = data(list_merchants.sync(client=client, name_prefix=NAME, page_size=10))
    line("ListMerchants", merchants=[merchant(m) for m in found.items])
    events = data(list_events.sync(client=client, type_="payment.failed", page_size=1))
    line("ListEvents", events=[event(e) for e in events.items])
    request = pda.CreateApiKeyRequest(name="till", scopes=["payments.read", "payments.write"])
    granted = data(create_api_key.sync(merchant_id, client=client, body=request))
    key = granted.api_key
    line("CreateApiKey", apiKeyId=key.api_key_id, name=key.name, scopes=key.scopes, status=key.status)
    return merchant_id, granted.secret


def payments(client: AuthenticatedClient, merchant_id: str) -> None:
    metadata = pda.CreatePaymentRequestMetadata.from_dict({"order": NAME})
    request = pda.CreatePaymentRequest(
        merchant_id=merchant_id, amount="12.50", asset_type=os.environ["ASSET_TYPE"], metadata=metadata
    )
    first, second = (
        data(create_payment.sync(client=client, body=request, idempotency_key=key))
        for key in (f"{NAME}-1", f"{NAME}-2")
    )
    line("CreatePayment", **payment(first))
    line("GetPayment", **payment(data(get_payment.sync(first.payment_id, client=client))))

    pending = pda.PaymentStatus.PAYMENT_STATUS_PENDING
    page = data(list_payments.sync(client=client, status=pending, page_size=1))
    token = page.next_page_token
    rest = data(list_payments.sync(client=client, status=pending, page_size=1, page_token=token))
    line("ListPayments", payments=[payment(p) for p in page.items + rest.items])
    line("CancelPayment", **payment(data(cancel_payment.sync(second.payment_id, client=client))))

    refused = get_payment.sync_detailed("pay_01kf05yaj0fg8rwbaz19nqs3cy", client=client)
    failure = refused.parsed
    assert isinstance(failure, pda.Failure)
    line(
        "Refusal",
        httpStatus=refused.status_code,
        errorCode=failure.error_code,
        reason=failure.errors[0].reason,
        requestId=failure.request_id,
    )


server = data(get_server_info.sync(client=Client(base_url=URL, verify_ssl=TRUST)))
line("GetServerInfo", version=server.version, environment=server.environment)
merchant_id, key = merchants(connect(os.environ["PDA_API_KEY"]))
payments(connect(key), merchant_id)
