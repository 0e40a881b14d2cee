//! Read-only requests for lists and for single records of them.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, InputRef, Operation};

use super::Settings;
use super::bindings::{Bindings, mark};
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
    pub asked: Option<(&'c str, String)>,
}

/// The answer to a [`Probe`].
#[derive(Clone, Debug)]
pub struct ProbeAnswer {
    /// Id of the list.
    pub list: String,
    /// Kind of the key that was sent.
    pub account: String,
    /// Identifier of the record; `None` for the list itself.
    pub asked: Option<String>,
    /// The response, or the fault that prevented it.
    pub outcome: Result<Response, Fault>,
}

/// Sends each probe once. A probe that needs more than the minimal request is skipped.
pub async fn send_probes(
    contract: &Contract,
    questions: &[Probe<'_>],
    settings: &Settings,
    sender: &RequestSender,
) -> Vec<ProbeAnswer> {
    let none = BTreeMap::new();
    let bindings = Bindings {
        run: &settings.run_id,
        email_domain: &settings.email_domain,
        now: settings.now,
        scenario: "discover",
        mark: mark(&settings.run_id, "discover"),
        fixtures: &none,
        sent: BTreeMap::new(),
        answers: BTreeMap::new(),
    };
    let mut looked = Vec::new();
    for question in questions {
        let key = KeyChoice::Kind(question.account.clone());
        let composer = RequestBuilder {
            contract,
            operation: question.operation,
            key: &key,
            spelling: Spelling::default(),
            index: 0,
            bindings: &bindings,
            keys: &settings.keys,
        };
        if let Some(request) = composer.request(&inputs(question), None) {
            looked.push(ProbeAnswer {
                list: question.list.to_owned(),
                account: question.account.clone(),
                asked: question.asked.as_ref().map(|(_, asked)| asked.clone()),
                outcome: sender.send(&request).await,
            });
        }
    }
    looked
}

fn inputs(question: &Probe<'_>) -> Inputs {
    let asked = question.asked.iter();
    let set = asked.map(|(parameter, asked)| {
        let input = InputRef { part: InputPart::Path, name: (*parameter).to_owned() };
        (input, Value::Text(Template::of(asked)))
    });
    Inputs { set: set.collect(), ..Inputs::default() }
}
