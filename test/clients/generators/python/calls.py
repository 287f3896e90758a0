"""The calls of ../README.md with openapi-generator's python client."""

import json
import os

import openapi_client as pda

NAME = os.environ["NAME"]


def connect(key: str | None = None) -> pda.ApiClient:
    """Return the client of a caller."""
    return pda.ApiClient(
        pda.Configuration(
            host=os.environ["PDA_URL"], ssl_ca_cert=os.environ["PDA_CA_FILE"], access_token=key
        )
    )


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
        "metadata": p.metadata,
    }


def event(e: pda.Event) -> dict:
    assert e.data.payment is not None
    return {
        "id": e.id,
        "type": e.type,
        "time": e.time.isoformat(),
        "paymentId": e.data.payment.payment_id,
        "amount": e.data.payment.amount,
        "status": e.data.payment.status,
    }


def line(call: str, **members: object) -> None:
    print(json.dumps({"call": call, **members}))


def merchants(client: pda.ApiClient) -> tuple[str, str]:
    api = pda.MerchantApi(client)
    created = api.register_merchant(pda.RegisterMerchantRequest(name=NAME)).data
    line("RegisterMerchant", **merchant(created))
    line("GetMerchant", **merchant(api.get_merchant(created.merchant_id).data))
    changes = pda.UpdateMerchantRequest(name=f"{NAME} Ltd")
    updated = api.update_merchant(created.merchant_id, changes, update_mask="name").data
    line("UpdateMerchant", **merchant(updated))
    found = api.list_merchants(name_prefix=NAME, page_size=10).data
    line("ListMerchants", merchants=[merchant(m) for m in found.items])
    events = pda.EventApi(client).list_events(type="payment.failed", page_size=1).data
    line("ListEvents", events=[event(e) for e in events.items])
    request = pda.CreateApiKeyRequest(name="till", scopes=["payments.read", "payments.write"])
    granted = api.create_api_key(created.merchant_id, request).data
    key = granted.api_key
    line("CreateApiKey", apiKeyId=key.api_key_id, name=key.name, scopes=key.scopes, status=key.status)
    return created.merchant_id, granted.secret


def payments(client: pda.ApiClient, merchant_id: str) -> None:
    api = pda.PaymentApi(client)
    request = pda.CreatePaymentRequest(
        merchant_id=merchant_id, amount="12.50", asset_type=os.environ["ASSET_TYPE"], metadata={"order": NAME}
    )
    first = api.create_payment(request, idempotency_key=f"{NAME}-1").data
    second = api.create_payment(request, idempotency_key=f"{NAME}-2").data
    line("CreatePayment", **payment(first))
    line("GetPayment", **payment(api.get_payment(first.payment_id).data))

    pending = pda.PaymentStatus.PAYMENT_STATUS_PENDING
    page = api.list_payments(status=pending, page_size=1).data
    rest = api.list_payments(status=pending, page_size=1, page_token=page.next_page_token).data
    line("ListPayments", payments=[payment(p) for p in page.items + rest.items])
    line("CancelPayment", **payment(api.cancel_payment(second.payment_id).data))

    try:
        api.get_payment("pay_01kf05yaj0fg8rwbaz19nqs3cy")
    except pda.ApiException as refused:
        failure = refused.data
        line(
            "Refusal",
            httpStatus=refused.status,
            errorCode=failure.error_code,
            reason=failure.errors[0].reason,
            requestId=failure.request_id,
        )


server = pda.ServerApi(connect()).get_server_info().data
line("GetServerInfo", version=server.version, environment=server.environment)
merchant_id, key = merchants(connect(os.environ["PDA_API_KEY"]))
payments(connect(key), merchant_id)
