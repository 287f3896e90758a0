//! How a service calls the core: its certificate, deadlines, repeats, and errors as the core describes them.

use std::error::Error;
use std::fmt;
use std::fs::read;
use std::time::Duration;

use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request, Response, Status};
use tonic_types::StatusExt;

/// The client, generated from the protos.
#[allow(clippy::all)]
pub mod contract {
    tonic::include_proto!("pda");
}

const DEADLINE: Duration = Duration::from_secs(10);
const ATTEMPTS_MAX: u32 = 5;
const WAIT_MAX: Duration = Duration::from_secs(30);
/// `Cancelled` is how tonic ends a call at its own deadline.
const REPEATED: [Code; 6] = [
    Code::Aborted,
    Code::Cancelled,
    Code::DeadlineExceeded,
    Code::Internal,
    Code::ResourceExhausted,
    Code::Unavailable,
];

/// What google.rpc.Status in the trailer grpc-status-details-bin says of a failed call. `code` is empty when the answer is not the
/// core's, for example when the connection broke.
#[derive(Debug)]
pub struct Refusal {
    pub status: Code,
    pub code: String,
    pub reason: String,
    pub fields: Vec<String>,
    pub wait: Duration,
}

impl From<Status> for Refusal {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info();
        Refusal {
            status: status.code(),
            code: info
                .and_then(|info| info.metadata.get("code"))
                .cloned()
                .unwrap_or_default(),
            reason: info.map(|info| info.reason.clone()).unwrap_or_default(),
            fields: details
                .bad_request()
                .map(|request| {
                    request
                        .field_violations
                        .iter()
                        .map(|each| each.field.clone())
                        .collect()
                })
                .unwrap_or_default(),
            wait: details
                .retry_info()
                .and_then(|retry| retry.retry_delay)
                .unwrap_or_default(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:?} {} {} {}",
            self.status,
            self.code,
            self.reason,
            self.fields.join(" ")
        )
    }
}

impl Error for Refusal {}

/// Makes attempts until one succeeds. Repeats what may be repeated, after a pause, a few times.
pub async fn repeated<T>(
    mut attempt: impl AsyncFnMut() -> Result<T, Status>,
) -> Result<T, Refusal> {
    let mut number = 1;
    loop {
        let refusal = match attempt().await {
            Ok(value) => return Ok(value),
            Err(status) => Refusal::from(status),
        };
        let pause = Duration::from_millis(100 << number).mul_f64(rand::random_range(0.5..1.5));
        let wait = refusal.wait.max(pause);
        if !REPEATED.contains(&refusal.status) || number == ATTEMPTS_MAX || wait > WAIT_MAX {
            return Err(refusal);
        }
        tokio::time::sleep(wait).await;
        number += 1;
    }
}

/// Calls with a deadline. A call with an effect needs a key, which is the same in each attempt.
pub async fn call<Q: Clone, A>(
    mut method: impl AsyncFnMut(Request<Q>) -> Result<Response<A>, Status>,
    message: &Q,
    key: Option<&str>,
) -> Result<A, Refusal> {
    repeated(async || {
        let mut request = Request::new(message.clone());
        request.set_timeout(DEADLINE);
        if let Some(key) = key {
            let value = key.parse().map_err(|_| {
                Status::invalid_argument("the key must be visible ASCII characters")
            })?;
            request.metadata_mut().insert("idempotency-key", value);
        }
        Ok(method(request).await?.into_inner())
    })
    .await
}

/// Returns a channel to the core with the certificate of a service, made by `pda pki issue`.
pub async fn connect(address: &str, pki: &str, service: &str) -> Result<Channel, Box<dyn Error>> {
    let own = format!("{pki}/services/{service}");
    let tls = ClientTlsConfig::new()
        .ca_certificate(Certificate::from_pem(read(format!("{pki}/tier/root.crt"))?))
        .identity(Identity::from_pem(
            read(format!("{own}.crt"))?,
            read(format!("{own}.key"))?,
        ));
    Ok(Endpoint::from_shared(format!("https://{address}"))?
        .tls_config(tls)?
        .connect()
        .await?)
}
