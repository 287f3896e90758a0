//! Signs and verifies HTTP messages with the crate `httpsig` (RFC 9421). Reads one task from each line of standard input, and writes one
//! answer for each.
use std::io::{self, BufRead};

use httpsig::prelude::{
    AlgorithmName, HttpSignatureBase, HttpSignatureHeaders, HttpSignatureParams, PublicKey, SecretKey,
    message_component::{HttpMessageComponent, HttpMessageComponentId},
};
use serde::Deserialize;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// The values of the components of a message, by the components' identifiers, in the order in which they are covered.
type Components = Vec<(String, String)>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", tag = "task")]
enum Task {
    #[serde(rename_all = "camelCase")]
    Sign { algorithm: String, private_key: String, key_id: String, components: Components },
    #[serde(rename_all = "camelCase")]
    Verify { algorithm: String, public_key: String, input: String, signature: String, components: Components },
}

fn lines(ids: &[HttpMessageComponentId], values: &Components) -> Result<Vec<HttpMessageComponent>, Failure> {
    ids.iter()
        .map(|id| {
            let wanted = id.to_string().replace('"', "");
            let (_, value) = values.iter().find(|(name, _)| *name == wanted).ok_or_else(|| format!("the component {wanted} has no value"))?;
            Ok(HttpMessageComponent::try_from((id, &[value.clone()][..]))?)
        })
        .collect()
}

fn perform(task: Task) -> Result<Value, Failure> {
    match task {
        Task::Sign { algorithm, private_key, key_id, components } => {
            let algorithm: AlgorithmName = algorithm.parse()?;
            let ids = components
                .iter()
                .map(|(id, _)| HttpMessageComponentId::try_from(id.as_str()))
                .collect::<Result<Vec<_>, _>>()?;
            let mut params = HttpSignatureParams::try_new(&ids)?;
            params.set_keyid(&key_id).set_alg(&algorithm).set_tag("pda").set_random_nonce();
            let key = SecretKey::from_pem(&algorithm, &private_key)?;
            let signed = HttpSignatureBase::try_new(&lines(&ids, &components)?, &params)?
                .build_signature_headers(&key, Some("sig"))?;
            Ok(json!({
                "signature-input": signed.signature_input_header_value(),
                "signature": signed.signature_header_value(),
            }))
        }
        Task::Verify { algorithm, public_key, input, signature, components } => {
            let key = PublicKey::from_pem(&algorithm.parse()?, &public_key)?;
            let signatures = HttpSignatureHeaders::try_parse(&signature, &input)?;
            let (_, signed) = signatures.first().ok_or("the message has no signature")?;
            let ids = &signed.signature_params().covered_components;
            let base = HttpSignatureBase::try_new(&lines(ids, &components)?, signed.signature_params())?;
            let verified = base.verify_signature_headers(&key, signed).is_ok();
            let covered: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
            Ok(json!({ "verified": verified, "covered": covered }))
        }
    }
}

fn main() -> Result<(), Failure> {
    for line in io::stdin().lock().lines() {
        println!("{}", perform(serde_json::from_str(&line?)?)?);
    }
    Ok(())
}
