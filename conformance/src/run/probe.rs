//! Read-only requests for lists and for single records of them.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, InputRef, Operation};

use super::Settings;
use super::bindings::Bindings;
use super::request_builder::RequestBuilder;
use super::request_sender::RequestSender;
use crate::exchange::{Fault, Response};
use crate::scenario::{Inputs, KeyChoice, Spelling, Template, Value};

/// One request to send.
#[derive(Clone, Debug)]
pub struct Probe<'c> {
    /// Id of the list.
    pub list: &'c str,
    /// The list operation, or the one that reads a single record.
    pub operation: &'c Operation,
    /// Kind of the key to send.
    pub account: String,
    /// The record to read: path parameter and identifier.
    pub record: Option<(&'c str, String)>,
}

/// The answer to a `Probe`.
#[derive(Clone, Debug)]
pub struct ProbeAnswer {
    /// Id of the list.
    pub list: String,
    /// Kind of the key that was sent.
    pub account: String,
    /// Identifier of the record; `None` for the list itself.
    pub record: Option<String>,
    /// The response, or the fault that prevented it.
    pub outcome: Result<Response, Fault>,
}

/// Sends each probe once. A probe that needs more than the minimal request is skipped.
pub(crate) async fn send_probes(
    contract: &Contract,
    probes: &[Probe<'_>],
    settings: &Settings,
    sender: &RequestSender,
) -> Vec<ProbeAnswer> {
    let none = BTreeMap::new();
    let bindings = Bindings::new(settings, "discover", settings.now, &none);
    let mut answers = Vec::new();
    for probe in probes {
        let builder = RequestBuilder {
            contract,
            operation: probe.operation,
            key: &KeyChoice::Kind(probe.account.clone()),
            spelling: Spelling::default(),
            index: 0,
            bindings: &bindings,
        };
        let set = probe.record.iter().map(|(parameter, id)| {
            (InputRef::new(InputPart::Path, parameter), Value::Text(Template::of(id)))
        });
        let inputs = Inputs { set: set.collect(), ..Inputs::default() };
        if let Some(request) = builder.request(&inputs, &[]) {
            answers.push(ProbeAnswer {
                list: probe.list.to_owned(),
                account: probe.account.clone(),
                record: probe.record.as_ref().map(|(_, id)| id.clone()),
                outcome: sender.send(&request).await,
            });
        }
    }
    answers
}
