//! Read-only requests for lists and for single records of them.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use spec::{Contract, InputPart, InputRef, Operation};

use super::Settings;
use super::bindings::Bindings;
use super::request_builder::RequestBuilder;
use super::request_sender::RequestSender;
use crate::exchange::{Fault, Response};
use crate::scenario::{Inputs, KeyChoice, Spelling, Template, Value};

/// Probes sent at the same time. As many without a response end the run, so that a service that never answers costs one
/// time-out.
const MAX_CONCURRENT: usize = 3;

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

/// The response to a `Probe`.
#[derive(Clone, Debug)]
pub struct ProbeResponse {
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
) -> Vec<ProbeResponse> {
    let none = BTreeMap::new();
    let bindings = Bindings::new(settings, "discover", settings.now, &none);
    let mut requests = Vec::new();
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
        requests.extend(builder.request(&inputs, &[]).map(|request| (probe, request)));
    }
    let mut responses = Vec::new();
    for requests in requests.chunks(settings.jobs.clamp(1, MAX_CONCURRENT)) {
        let outcomes = join_all(requests.iter().map(|(_, request)| sender.send(request))).await;
        responses.extend(requests.iter().zip(outcomes).map(|((probe, _), outcome)| {
            ProbeResponse {
                list: probe.list.to_owned(),
                account: probe.account.clone(),
                record: probe.record.as_ref().map(|(_, id)| id.clone()),
                outcome,
            }
        }));
    }
    responses
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::time::{Instant, sleep};

    use super::*;
    use crate::exchange::Request;
    use crate::run::{ResponseFuture, StopSignal, Transport};
    use crate::testing::library;

    const TIMEOUT: Duration = Duration::from_secs(30);

    /// Accepts every request and never answers.
    struct SilentServer;

    impl Transport for SilentServer {
        fn send<'a>(&'a self, _: &'a Request) -> ResponseFuture<'a> {
            Box::pin(async {
                sleep(TIMEOUT).await;
                Err(Fault::Timeout)
            })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn silent_server_costs_one_timeout() {
        let contract = library(&[]).contract;
        let list = contract.operation("list_books").unwrap();
        let probe = Probe { list: "books", operation: list, account: "main".into(), record: None };
        let settings = Settings {
            jobs: 8,
            keys: [("main".to_owned(), "card-main".to_owned())].into(),
            ..Settings::new("r1".to_owned(), "2026-01-31T00:30:00Z".parse().unwrap())
        };
        let stop = StopSignal::default();
        let sender = RequestSender::new(Arc::new(SilentServer), None, stop.clone());
        let start = Instant::now();
        let responses = send_probes(&contract, &vec![probe; 9], &settings, &sender).await;
        assert_eq!(start.elapsed(), TIMEOUT);
        assert_eq!(stop.fault(), Some(Fault::Timeout));
        let unsent = responses.iter().filter(|response| response.outcome == Err(Fault::Unanswered));
        assert_eq!((responses.len(), unsent.count()), (9, 6));
    }
}
