//! What mutants and variants of a lending library change in a session: requests and responses in `session.txt`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use referral_conformance::text::escape;
use spec::{Contract, Method};

use crate::intercept::Intercept;
use crate::known_state::{KnownRecord, KnownState};
use crate::mutant::{InterceptionPoint, mutants};
use crate::proxy::Proxy;
use crate::response::content_type;
use crate::variant::dimensions;

/// The contract of the library.
pub(crate) fn contract() -> Contract {
    contract_of("library")
}

/// A contract of the tests of `spec`.
pub(crate) fn contract_of(name: &str) -> Contract {
    let folder = format!("{}/../../spec/tests/{name}/contract", env!("CARGO_MANIFEST_DIR"));
    let (files, _) = spec::read_folder(folder.as_ref());
    spec::load(&files, None).contract.unwrap()
}

/// The cards, books and loans of the library.
pub(crate) fn known_state() -> KnownState {
    let cards = [("main", "card-1"), ("other_branch", "card-2"), ("expired", "card-3")];
    let record = |kind: &str, account: &str, facts: &[(&str, &str)]| KnownRecord {
        kinds: [kind.to_owned()].into(),
        account: account.to_owned(),
        facts: owned(facts),
    };
    let records = [
        ("b-1", record("book_to_lend", "main", &[("title", "Emma")])),
        ("b-5", record("book_elsewhere", "other_branch", &[("title", "Else"), ("cover", "blue")])),
        ("b-9", record("book_of_the_stacks", "main", &[])),
        ("l-1", record("open_loan", "main", &[("member", "ann@x.example")])),
        ("l-2", record("returned_loan", "main", &[("member", "bob@x.example")])),
        ("l-5", record("loan_elsewhere", "other_branch", &[])),
    ];
    KnownState {
        keys: owned(&cards),
        accounts: vec!["main".to_owned(), "other_branch".to_owned()],
        records: records.map(|(id, record)| (id.to_owned(), record)).into(),
    }
}

fn owned(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The most exchanges that are shown of a mutant or variant.
const SHOWN: usize = 3;

/// The server of the session: replays the responses, and notes the requests.
struct Session {
    contract: Arc<Contract>,
    known_state: Arc<KnownState>,
    exchanges: Vec<(Request, Response)>,
    current: AtomicUsize,
    sent: Mutex<Vec<Request>>,
}

impl Session {
    fn read() -> Arc<Self> {
        let mut lines = include_str!("tests/session.txt").lines();
        let mut exchanges = Vec::new();
        while let (Some(sent), Some(shown)) = (lines.next(), lines.next()) {
            let mut sent = sent.splitn(5, ' ').skip(1);
            let (card, method, target) =
                (sent.next().unwrap(), sent.next().unwrap(), sent.next().unwrap());
            let card = (card != "-").then(|| ("Library-Card".to_owned(), card.to_owned()));
            let request = Request {
                method: Method::ALL.into_iter().find(|known| known.as_str() == method).unwrap(),
                target: target.to_owned(),
                headers: card.into_iter().collect(),
                body: sent.next().map(str::to_owned),
            };
            let mut shown = shown.splitn(3, ' ').skip(1);
            let response = Response {
                status: shown.next().unwrap().parse().unwrap(),
                headers: content_type("application/json"),
                body: shown.next().unwrap_or_default().into(),
            };
            exchanges.push((request, response));
        }
        Arc::new(Self {
            contract: Arc::new(contract()),
            known_state: Arc::new(known_state()),
            exchanges,
            current: AtomicUsize::new(0),
            sent: Mutex::default(),
        })
    }

    /// What an intercept changes if the session takes place this number of times, one line for each exchange.
    async fn effects(
        self: &Arc<Self>,
        times: usize,
        intercept: &Intercept,
        only: Option<String>,
        keeps_history: bool,
    ) -> String {
        let proxy = Proxy::new(
            Arc::clone(&self.contract),
            Arc::clone(&self.known_state),
            intercept.clone(),
            only,
            Arc::clone(self) as Arc<dyn Transport>,
            keeps_history,
        );
        let mut lines = Vec::new();
        let indices = (0..times).flat_map(|_| 0..self.exchanges.len());
        for (number, index) in (1..).zip(indices) {
            self.current.store(index, Ordering::Relaxed);
            let (sent, response) = &self.exchanges[index];
            let applied = proxy.applied();
            let shown = proxy.send(sent).await.unwrap();
            let forwarded = std::mem::take(&mut *self.sent.lock().unwrap());
            let mut line = format!("  {number}: {} {}", sent.method, sent.target);
            if forwarded != [sent.clone()] {
                let forwarded: Vec<_> = forwarded.iter().map(describe).collect();
                write!(line, " -> {}", forwarded.join(" and ")).unwrap();
            }
            if shown != *response {
                let body = String::from_utf8_lossy(&shown.body);
                write!(line, " => {} {}", shown.status, escape(&body)).unwrap();
            }
            if shown.headers != response.headers {
                write!(line, " {:?}", shown.headers).unwrap();
            }
            if proxy.applied() > applied || line.contains("->") {
                lines.push(line);
            }
        }
        let more = lines.len().saturating_sub(SHOWN);
        lines.truncate(SHOWN);
        lines.extend((more > 0).then(|| format!("  and {more} more")));
        lines.join("\n")
    }
}

/// To a changed request, the response is that of another exchange of the session with it, if there is one.
impl Transport for Session {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        self.sent.lock().unwrap().push(request.clone());
        let current = &self.exchanges[self.current.load(Ordering::Relaxed)];
        let mut same = self.exchanges.iter().filter(|(sent, _)| sent == request);
        let found = if current.0 == *request { current } else { same.next().unwrap_or(current) };
        Box::pin(async move { Ok(found.1.clone()) })
    }
}

fn describe(request: &Request) -> String {
    let card = request.headers.first().map_or("-", |(_, card)| card);
    let body = request.body.as_deref().unwrap_or_default();
    format!("[{card} {} {} {body}]", request.method, request.target)
}

/// Of intercepts with the same name, the first that changes something.
fn first_effects(all: Vec<(String, String)>) -> String {
    let mut by_name: BTreeMap<String, String> = BTreeMap::new();
    for (name, effects) in all {
        let known = by_name.entry(name).or_default();
        if known.is_empty() {
            *known = effects;
        }
    }
    by_name.iter().map(|(name, effects)| format!("{name}\n{effects}\n")).collect()
}

#[tokio::test]
async fn mutants_change_exchanges() {
    let session = Session::read();
    let mut all = Vec::new();
    for mutant in mutants(&session.contract) {
        if let InterceptionPoint::Exchange(intercept) = &mutant.point {
            let kind = format!("{:?}", mutant.clause.kind);
            let kind = kind.split(' ').next().unwrap();
            let name = format!("{kind} {}: {}", mutant.name, mutant.statement);
            all.push((name, session.effects(1, intercept, mutant.operation, true).await));
        }
    }
    insta::assert_snapshot!(first_effects(all));
}

/// The other client of `shifting` does something after a hundred exchanges.
#[tokio::test(start_paused = true)]
async fn variants_change_exchanges() {
    let session = Session::read();
    let mut all = Vec::new();
    for dimension in dimensions(&session.contract) {
        let (topic, only) = (dimension.topic, dimension.operation);
        for alternative in dimension.alternatives {
            let (only, intercept) = (only.clone(), &alternative.intercept);
            let effects = session.effects(2, intercept, only, topic.uses_history()).await;
            all.push((format!("{topic:?} {}", alternative.name), effects));
        }
    }
    insta::assert_snapshot!(first_effects(all));
}
