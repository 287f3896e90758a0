//! The calls of ../README.md with openapi-generator's Rust client.
use std::{collections::HashMap, env, error::Error, fs};

use openapi::apis::configuration::Configuration;
use openapi::apis::{self, event_api, merchant_api, payment_api, server_api};
use openapi::models::{CreateApiKeyRequest, CreatePaymentRequest, Event, Failure, Merchant, Payment, PaymentStatus, RegisterMerchantRequest, UpdateMerchantRequest};
use serde_json::{json, Value};

fn line(call: &str, mut members: Value) {
    members["call"] = call.into();
    println!("{members}");
}

fn merchant(m: &Merchant) -> Value {
    json!({"merchantId": m.merchant_id, "name": m.name, "status": m.status, "createTime": m.create_time, "version": m.version})
}

fn payment(p: &Payment) -> Value {
    json!({"paymentId": p.payment_id, "merchantId": p.merchant_id, "amount": p.amount, "status": p.status,
        "createTime": p.create_time, "metadata": p.metadata})
}

fn event(e: &Event) -> Value {
    let p = e.data.payment.as_ref().expect("an event of a payment");
    json!({"id": e.id, "type": e.r#type, "time": e.time, "paymentId": p.payment_id, "amount": p.amount, "status": p.status})
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let name = env::var("NAME")?;
    let root = reqwest::Certificate::from_pem(&fs::read(env::var("PDA_CA_FILE")?)?)?;
    let public = Configuration {
        base_path: env::var("PDA_URL")?,
        client: reqwest::Client::builder().tls_certs_only([root]).build()?,
        ..Configuration::new()
    };
    let server = server_api::get_server_info(&public).await?.data;
    line("GetServerInfo", json!({"version": server.version, "environment": server.environment}));

    let operator = Configuration { bearer_access_token: Some(env::var("PDA_API_KEY")?), ..public.clone() };
    let created = merchant_api::register_merchant(&operator, RegisterMerchantRequest::new(name.clone()), None).await?.data;
    let id = created.merchant_id.as_str();
    line("RegisterMerchant", merchant(&created));
    line("GetMerchant", merchant(&merchant_api::get_merchant(&operator, id).await?.data));
    let changes = UpdateMerchantRequest { name: Some(format!("{name} Ltd")), ..UpdateMerchantRequest::new() };
    let changed = merchant_api::update_merchant(&operator, id, changes, Some("name"), None, None).await?.data;
    line("UpdateMerchant", merchant(&changed));
    let found = merchant_api::list_merchants(&operator, Some(10), None, None, Some(&name)).await?.data;
    line("ListMerchants", json!({"merchants": found.items.iter().map(merchant).collect::<Vec<_>>()}));
    let events = event_api::list_events(&operator, Some("payment.failed"), Some(1), None).await?.data;
    line("ListEvents", json!({"events": events.items.iter().map(event).collect::<Vec<_>>()}));
    let scopes = vec!["payments.read".into(), "payments.write".into()];
    let granted = merchant_api::create_api_key(&operator, id, CreateApiKeyRequest::new("till".into(), scopes), None).await?.data;
    let key = &granted.api_key;
    line("CreateApiKey", json!({"apiKeyId": key.api_key_id, "name": key.name, "scopes": key.scopes, "status": key.status}));

    let shop = Configuration { bearer_access_token: Some(granted.secret.clone()), ..public };
    let request = CreatePaymentRequest {
        metadata: Some(HashMap::from([("order".to_string(), name.clone())])),
        ..CreatePaymentRequest::new("12.50".into(), env::var("ASSET_TYPE")?, id.into())
    };
    let first = payment_api::create_payment(&shop, request.clone(), Some(&format!("{name}-1"))).await?.data;
    let second = payment_api::create_payment(&shop, request, Some(&format!("{name}-2"))).await?.data;
    line("CreatePayment", payment(&first));
    line("GetPayment", payment(&payment_api::get_payment(&shop, &first.payment_id).await?.data));
    let mut pending = Vec::new();
    let mut token: Option<String> = None;
    for _ in 0..2 {
        let state = Some(PaymentStatus::PAYMENT_STATUS_PENDING);
        let page = payment_api::list_payments(&shop, None, state, Some(1), token.as_deref(), None, None, None, None, None, None).await?.data;
        pending.extend(page.items.iter().map(payment));
        token = Some(page.next_page_token);
    }
    line("ListPayments", json!({"payments": pending}));
    line("CancelPayment", payment(&payment_api::cancel_payment(&shop, &second.payment_id, None, None).await?.data));

    match payment_api::get_payment(&shop, "pay_01kf05yaj0fg8rwbaz19nqs3cy").await {
        // `entity` names the first status that the operation can have, whatever the status is.
        Err(apis::Error::ResponseError(refused)) => {
            let failure: Failure = serde_json::from_str(&refused.content)?;
            line("Refusal", json!({"httpStatus": refused.status.as_u16(), "errorCode": failure.error_code,
                "reason": failure.errors[0].reason, "requestId": failure.request_id}));
        }
        other => return Err(format!("expected a refusal, got {other:?}").into()),
    }
    Ok(())
}
