//! A service that creates payments over gRPC: `payments <core address> <folder of pda pki> <merchant> <asset type>`

use std::error::Error;

use shop::contract::pda::payment::v1::payment_service_client::PaymentServiceClient;
use shop::contract::pda::payment::v1::{CreatePaymentRequest, GetPaymentRequest, Payment};
use shop::{call, connect};

fn key() -> String {
    format!("order-{}", uuid::Uuid::new_v4())
}

fn shown(payment: &Payment) -> String {
    format!("{} {}", payment.amount, payment.status().as_str_name())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, pki, merchant_id, asset_type] = arguments.as_slice() else {
        return Err(
            "usage: payments <core address> <folder of pda pki> <merchant> <asset type>".into(),
        );
    };
    // A client is a handle: its clones share one connection.
    let payments = PaymentServiceClient::new(connect(address, pki, "shop").await?);
    let create = async |request| payments.clone().create_payment(request).await;
    // Store the key with your order before you send: whatever happens then, the same key finds the same payment.
    let order = key();
    let mut request = CreatePaymentRequest {
        amount: "12.50".into(),
        asset_type: asset_type.clone(),
        merchant_id: merchant_id.clone(),
        ..Default::default()
    };
    let created = call(create, &request, Some(&order))
        .await?
        .payment
        .unwrap_or_default();
    println!("created  {}", shown(&created));

    let again = call(create, &request, Some(&order))
        .await?
        .payment
        .unwrap_or_default();
    println!(
        "repeated {}",
        if again.payment_id == created.payment_id {
            "the same payment"
        } else {
            "ANOTHER PAYMENT"
        }
    );

    let find = GetPaymentRequest {
        payment_id: created.payment_id,
    };
    let read = call(
        async |request| payments.clone().get_payment(request).await,
        &find,
        None,
    )
    .await?;
    println!("read     {}", shown(&read.payment.unwrap_or_default()));

    request.amount = "0.0000001".into();
    match call(create, &request, Some(&key())).await {
        Err(refusal) => println!("refused  {refusal}"),
        Ok(_) => return Err("an amount with too many digits was not refused".into()),
    }
    Ok(())
}
