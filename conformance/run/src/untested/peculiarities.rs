//! What is odd about the form of responses, whatever they say.

use crate::exchange::{Fault, Response};
use crate::redact::Redactor;
use crate::text::escape;

/// Limit for the name of a content coding, which the server chooses.
const MAX_CODING_BYTES: usize = 40;

/// What is odd about the outcome of a request, if anything is.
pub(super) fn peculiarity(
    outcome: &Result<Response, Fault>,
    redactor: &Redactor,
) -> Option<String> {
    let response = match outcome {
        Ok(response) => response,
        Err(fault) => return fault.is_unreadable().then(|| format!("not read: {fault}")),
    };
    if let Some(coding) = response.coding() {
        let coding: String = redactor.shown(coding).chars().take(MAX_CODING_BYTES).collect();
        return Some(format!(
            "with a body in the content coding `{}`, although requests allow only `identity`: not read",
            escape(&coding)
        ));
    }
    response.body.is_marked_json().then(|| {
        "with a byte order mark before the JSON, which RFC 8259 forbids a server to send and allows a client to \
         ignore: ignored"
            .to_owned()
    })
}
