//! What is odd about the form of responses, whatever they say.

use std::collections::BTreeMap;

use crate::exchange::{Fault, Response};
use crate::redact::Redactor;
use crate::text::{counted, escape};

/// Limit for the name of a content coding, which the server chooses.
const MAX_CODING_BYTES: usize = 40;

/// Numbers of odd responses of a run, by description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Peculiarities(BTreeMap<String, usize>);

impl Peculiarities {
    /// Counts the outcome of a request.
    pub(super) fn add(&mut self, outcome: &Result<Response, Fault>, redactor: &Redactor) {
        let description = match outcome {
            Ok(response) => match response.coding() {
                Some(coding) => {
                    let coding = redactor.shown(coding);
                    let coding: String = coding.chars().take(MAX_CODING_BYTES).collect();
                    format!(
                        "with a body in the content coding `{}`, although requests allow only `identity`: not read",
                        escape(&coding)
                    )
                }
                None if response.body.is_marked_json() => {
                    "with a byte order mark before the JSON, which RFC 8259 forbids a server to send and allows a \
                     client to ignore: ignored"
                        .to_owned()
                }
                None => return,
            },
            Err(fault) if fault.is_unreadable() => format!("not read: {fault}"),
            Err(_) => return,
        };
        *self.0.entry(description).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (description, count) in &other.0 {
            *self.0.entry(description.clone()).or_default() += count;
        }
    }

    /// A line for each kind.
    pub(crate) fn notes(&self) -> Vec<String> {
        let notes = self.0.iter();
        notes
            .map(|(description, count)| format!("{} {description}", counted(*count, "response")))
            .collect()
    }
}
