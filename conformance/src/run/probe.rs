//! Looking at lists, and at single things of them: the minimal valid request of each; nothing is written.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, InputRef, Operation};

use super::Settings;
use super::bindings::{Bindings, mark};
use super::request_builder::RequestBuilder;
use super::request_sender::RequestSender;
use crate::exchange::{Fault, Response};
use crate::scenario::{Inputs, KeyChoice, Spelling, Template, Value};

/// One request to be sent.
#[derive(Clone, Debug)]
pub struct Probe<'c> {
    /// Id of the list that it is about.
    pub list: &'c str,
    /// The list, or the operation that shows one thing of it.
    pub operation: &'c Operation,
    /// Kind of the key that is sent.
    pub account: String,
    /// The thing that is looked up: the parameter of the path, and the identifier.
    pub asked: Option<(&'c str, String)>,
}

/// What was answered.
#[derive(Clone, Debug)]
pub struct ProbeAnswer {
    /// Id of the list.
    pub list: String,
    /// Kind of the key that was sent.
    pub account: String,
    /// The identifier that was looked up; none where the list itself was asked for.
    pub asked: Option<String>,
    /// The outcome, or why there is none.
    pub outcome: Result<Response, Fault>,
}

/// Asks each question once. One that needs more than the minimal request is left out.
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
        let input = InputRef {
            part: InputPart::Path,
            name: (*parameter).to_owned(),
        };
        (input, Value::Text(Template::of(asked)))
    });
    Inputs {
        set: set.collect(),
        ..Inputs::default()
    }
}
