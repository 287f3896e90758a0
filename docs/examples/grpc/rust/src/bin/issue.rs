//! A publisher's service that issues assets over a stream, and follows its events: `issue <core address> <folder of pda pki> <publisher>`

use std::error::Error;
use std::time::Duration;

use shop::contract::pda::asset::v1::{AssetKind, AssetProfile};
use shop::contract::pda::event::v1::event_service_client::EventServiceClient;
use shop::contract::pda::event::v1::{Event, ListEventsRequest, event_data::Subject};
use shop::contract::pda::publisher::v1::asset_lifecycle_service_client::AssetLifecycleServiceClient;
use shop::contract::pda::publisher::v1::issuance_service_client::IssuanceServiceClient;
use shop::contract::pda::publisher::v1::{
    AddIssuanceItemsRequest, AssetSpecification, CreateIssuanceJobRequest, GetIssuanceJobRequest,
    IssuanceItem, IssuanceJob, RevokeAssetRequest,
};
use shop::{Refusal, call, connect, repeated};
use tonic::transport::Channel;
use tonic::{Request, Status};

const STREAM_TIME: Duration = Duration::from_secs(600);
const PIECE: usize = 2;

/// Streams the items that the job does not have yet, and returns the results of these items. After a break the job itself tells where to
/// go on.
async fn send(
    issuance: &IssuanceServiceClient<Channel>,
    job: &IssuanceJob,
    items: &[AssetSpecification],
) -> Result<Vec<IssuanceItem>, Refusal> {
    let find = GetIssuanceJobRequest {
        publisher_id: job.publisher_id.clone(),
        issuance_job_id: job.issuance_job_id.clone(),
    };
    let mut results = Vec::new();
    repeated(async || {
        let found = issuance
            .clone()
            .get_issuance_job(find.clone())
            .await?
            .into_inner();
        let start = found.issuance_job.map_or(0, |job| job.received_count);
        let pieces: Vec<_> = (start..)
            .step_by(PIECE)
            .zip(
                items
                    .get(start as usize..)
                    .unwrap_or_default()
                    .chunks(PIECE),
            )
            .map(|(first_index, items)| AddIssuanceItemsRequest {
                publisher_id: find.publisher_id.clone(),
                issuance_job_id: find.issuance_job_id.clone(),
                first_index,
                items: items.to_vec(),
            })
            .collect();
        let mut request = Request::new(tokio_stream::iter(pieces));
        request.set_timeout(STREAM_TIME);
        let mut answers = issuance
            .clone()
            .stream_issuance_items(request)
            .await?
            .into_inner();
        while let Some(answer) = answers.message().await? {
            results.extend(answer.items);
        }
        println!("streamed items {start} to {}", items.len() - 1);
        Ok(())
    })
    .await?;
    Ok(results)
}

/// Reads events after the cursor, and waits for more, until one is wanted. Store the cursor of an event with what you did about the event.
async fn follow(
    events: &EventServiceClient<Channel>,
    mut cursor: String,
    wanted: impl Fn(&Event) -> bool,
) -> Result<Event, Refusal> {
    loop {
        let request = ListEventsRequest {
            page_token: cursor,
            ..Default::default()
        };
        let page = call(
            async |request| events.clone().list_events(request).await,
            &request,
            None,
        )
        .await?;
        if page.items.is_empty() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        if let Some(event) = page.items.into_iter().find(&wanted) {
            return Ok(event);
        }
        cursor = page.next_page_token;
    }
}

fn print(name: &str) -> AssetSpecification {
    let profile = AssetProfile {
        kind: AssetKind::Good.into(),
        name: name.into(),
        ..Default::default()
    };
    AssetSpecification {
        asset_profile: Some(profile),
        ..Default::default()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, pki, publisher_id] = arguments.as_slice() else {
        return Err("usage: issue <core address> <folder of pda pki> <publisher>".into());
    };
    let channel = connect(address, pki, "studio").await?;
    let issuance = IssuanceServiceClient::new(channel.clone());
    // The third item has no name.
    let items = ["Print 1", "Print 2", "", "Print 4", "Print 5"].map(print);
    let create = CreateIssuanceJobRequest {
        publisher_id: publisher_id.clone(),
        reference: format!("prints-{}", uuid::Uuid::new_v4()),
        item_count: items.len() as i32,
    };
    let method = async |request| issuance.clone().create_issuance_job(request).await;
    let created = call(method, &create, Some(&create.reference)).await?;
    let job = created
        .issuance_job
        .ok_or_else(|| Status::internal("an answer without a job"))?;
    // The first stream ends early, as after a break.
    let mut results = send(&issuance, &job, &items[..2]).await?;
    results.extend(send(&issuance, &job, &items).await?);
    for result in &results {
        for fault in &result.errors {
            println!(
                "failed   item {} {} {} {}",
                result.index, fault.code, fault.reason, fault.field
            );
        }
    }

    let revoke = RevokeAssetRequest {
        publisher_id: publisher_id.clone(),
        asset_id: results[0].asset_identifier().into(),
        reason: "Misprint".into(),
    };
    let lifecycle = AssetLifecycleServiceClient::new(channel.clone());
    let method = async |request| lifecycle.clone().revoke_asset(request).await;
    call(
        method,
        &revoke,
        Some(&format!("revoke-{}", revoke.asset_id)),
    )
    .await?;
    let events = EventServiceClient::new(channel);
    let event = follow(&events, String::new(), |event| {
        event.subject == revoke.asset_id
    })
    .await?;
    if let Some(Subject::Asset(asset)) = event.data.and_then(|data| data.subject) {
        println!(
            "event    {} {}",
            event.r#type,
            asset.lifecycle_status().as_str_name()
        );
    }
    Ok(())
}
