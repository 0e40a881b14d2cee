//! Tries keys and base URL with harmless reads, before anything is written.
//!
//! A run ends here only if what was read leaves no doubt. Otherwise it goes on, and its report says what it showed.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::time::Duration;

use spec::{Contract, Operation};
use tokio::time::{Instant, sleep};

use crate::contract;
use crate::exchange::{Fault, Response};
use crate::redact::{Quote, Redactor};
use crate::run::{Probe, RequestSender, Settings, send_probes};
use crate::scenario::Expectation;
use crate::suite::Suite;
use crate::untested::{
    AlikeResponses, KeyResponses, RefusedKey, ResponseKind, UntestedCause, describe_refusal,
};

/// How long the first read may take before it is sent [`AGAIN`] more times, so that a server that never answers costs one
/// time-out.
const PATIENCE: Duration = Duration::from_secs(3);
const AGAIN: usize = 2;
/// The fewest operations that must show the same wrong response.
const FEWEST: usize = 2;
/// Those that say that the base URL is wrong.
const WRONG_URL: [ResponseKind; 3] =
    [ResponseKind::NotFound, ResponseKind::Redirected, ResponseKind::WebPage];
/// A path parameter that names no record.
const UNKNOWN: &str = "00000000-0000-4000-8000-000000000000";

/// What the first reads of a run show.
#[derive(Clone, Debug, Default)]
pub struct Preflight {
    /// Why nothing can be tested.
    pub untested_cause: Option<UntestedCause>,
    /// Other keys that were refused.
    pub refused_keys: Vec<RefusedKey>,
}

/// The first reads of a run.
pub struct PreflightReads<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// Has the keys.
    pub settings: &'a Settings,
    /// Sends them.
    pub sender: RequestSender,
    /// Removes the keys from what is kept.
    pub redactor: &'a Redactor,
    /// Where each key came from.
    pub key_sources: &'a BTreeMap<String, String>,
}

enum Shown {
    /// The operation is there, and accepted the key if it needs one.
    Reached,
    /// The key is refused; `is_certain` if for no other cause.
    KeyRefused { said: Quote, is_certain: bool },
    /// A response that does not say that the operation is there.
    Other(AlikeResponses),
    /// Nothing at this moment: it is throttled, unavailable, or there was no response.
    Nothing,
}

impl PreflightReads<'_> {
    /// Sends the reads. Stops the run if they show that nothing can be tested.
    pub async fn run(&self) -> Preflight {
        let reads = plain_reads(&self.suite.contract);
        let Some((usual, first)) = contract::usual_key(&self.suite.contract).zip(reads.first())
        else {
            return Preflight::default();
        };
        let mut found = Preflight {
            untested_cause: self.try_usual_key(usual, &reads).await,
            ..Preflight::default()
        };
        for kind in self.other_keys(usual) {
            if needs_key(first)
                && let Shown::KeyRefused { said, .. } = self.read(first, kind).await
            {
                let mut responses = KeyResponses::default();
                responses.add_refusal(said);
                found.refused_keys.extend(self.refused_key(kind, &responses));
            }
        }
        if found.untested_cause.is_some() && self.sender.stop.reason().is_none() {
            self.sender.stop.give_up(Fault::NotStarted, None);
        }
        // The rate limiter of the run starts without a request, so wait until the rate allows the next one.
        let _ = self.sender.admit(0).await;
        found
    }

    /// Reads with the usual key until a response shows that it is good.
    async fn try_usual_key(&self, usual: &str, reads: &[&Operation]) -> Option<UntestedCause> {
        let mut doubts = KeyResponses::default();
        // Whether an operation was reached that may need no key, and whether a refusal has no other cause than the key.
        let (mut is_reached, mut is_certain) = (false, false);
        for (index, read) in reads.iter().enumerate() {
            let shown = match index {
                0 => self.read_first(read, usual).await,
                _ => self.read(read, usual).await,
            };
            match shown {
                Shown::Reached if needs_key(read) => return None,
                Shown::Reached => is_reached = true,
                Shown::KeyRefused { said, is_certain: no_other } => {
                    is_certain |= no_other;
                    doubts.add_refusal(said);
                }
                Shown::Other(response) => doubts.add(&response),
                Shown::Nothing => return None,
            }
        }
        if doubts.has_refusal() {
            let key = self.refused_key(usual, &doubts).filter(|_| is_certain || !is_reached);
            return key.map(UntestedCause::KeyRefused);
        }
        // Where only reads of single records are implemented, one of these shows it.
        for read in single_reads(&self.suite.contract).filter(|_| !is_reached) {
            match self.read(read, usual).await {
                Shown::Other(response) => doubts.add(&response),
                _ => return None,
            }
        }
        let says_wrong_url = |alike: &&AlikeResponses| {
            !is_reached && alike.calls >= FEWEST && WRONG_URL.contains(&alike.kind)
        };
        let alike = doubts.alike().filter(says_wrong_url)?;
        Some(UntestedCause::Responses(vec![alike.clone()]))
    }

    /// The other keys that scenarios expect to be accepted.
    fn other_keys(&self, usual: &str) -> BTreeSet<&str> {
        let steps = self.suite.scenarios.iter().flat_map(|scenario| &scenario.steps);
        let accepted = steps.filter(|step| step.expect == Expectation::Accepted);
        let kinds = accepted.filter_map(|step| step.key.kind());
        kinds.filter(|kind| *kind != usual && self.settings.keys.contains_key(*kind)).collect()
    }

    async fn read_first(&self, read: &Operation, key: &str) -> Shown {
        let start = Instant::now();
        let mut first = pin!(self.read(read, key));
        let mut again = pin!(async {
            sleep(PATIENCE).await;
            self.responses(&vec![probe(read, key); AGAIN]).await;
        });
        tokio::select! {
            shown = &mut first => {
                // Their faults count, too.
                if matches!(shown, Shown::Nothing) && start.elapsed() >= PATIENCE {
                    again.await;
                }
                shown
            }
            () = &mut again => first.await,
        }
    }

    async fn read(&self, read: &Operation, key: &str) -> Shown {
        match self.responses(&[probe(read, key)]).await.pop() {
            Some(Ok(response)) => self.classify(read, &response),
            Some(Err(_)) | None => Shown::Nothing,
        }
    }

    async fn responses(&self, probes: &[Probe<'_>]) -> Vec<Result<Response, Fault>> {
        let responses =
            send_probes(&self.suite.contract, probes, self.settings, &self.sender).await;
        responses.into_iter().map(|response| response.outcome).collect()
    }

    fn classify(&self, read: &Operation, response: &Response) -> Shown {
        let (contract, status) = (&self.suite.contract, response.status);
        let body = response.body.json();
        let message = body.and_then(|body| contract::error_message(contract, body));
        let case = message.and_then(|message| contract::case_for_message(contract, read, message));
        let kind = ResponseKind::of(response);
        let is_read = response.is_success() && message.is_none();
        match kind {
            _ if case.is_some_and(|case| !contract::is_about_key(case)) => Shown::Reached,
            ResponseKind::RateLimited | ResponseKind::ServerError if status != 500 => {
                Shown::Nothing
            }
            ResponseKind::Other(_) if is_read => Shown::Reached,
            ResponseKind::Coded => Shown::Nothing,
            _ if contract::is_key_refusal(contract, read, status, message) => {
                let is_certain = needs_key(read) && (case.is_some() || status == 401);
                let said = describe_refusal(status, message, self.redactor);
                Shown::KeyRefused { said, is_certain }
            }
            _ => {
                let said = kind.said(response, message).map(|said| self.redactor.quote(said));
                Shown::Other(AlikeResponses::one(kind, status, said))
            }
        }
    }

    fn refused_key(&self, kind: &str, responses: &KeyResponses) -> Option<RefusedKey> {
        responses.refused_key(&self.suite.contract, kind, self.key_sources)
    }
}

fn probe<'c>(read: &'c Operation, key: &str) -> Probe<'c> {
    let record = read.path_parameters.first().map(|path| (path.name.as_str(), UNKNOWN.to_owned()));
    Probe { list: &read.id, operation: read, account: key.to_owned(), record }
}

/// Whether the document says that an operation needs a key, so that accepting it says that the key is good.
fn needs_key(operation: &Operation) -> bool {
    operation.key_required.stated() == Some(&true)
}

/// The reads without a required input. Those that need a key come first, and single records before lists.
fn plain_reads(contract: &Contract) -> Vec<&Operation> {
    let is_bare = |read: &&Operation| read.path_parameters.is_empty();
    let mut reads: Vec<_> = reads(contract).filter(is_bare).collect();
    reads.sort_by_key(|read| (!needs_key(read), read.lists.is_some()));
    reads
}

/// The reads of a record by its identifier alone.
fn single_reads(contract: &Contract) -> impl Iterator<Item = &Operation> {
    reads(contract).filter(|read| read.path_parameters.len() == 1)
}

fn reads(contract: &Contract) -> impl Iterator<Item = &Operation> {
    let is_minimal = |read: &&Operation| {
        let has_query = read.query.iter().any(|query| query.required);
        let has_value = read.open_path_values().next().is_some();
        read.method.is_safe() && !has_query && !has_value && read.body.is_empty()
    };
    contract.operations().filter(is_minimal)
}
