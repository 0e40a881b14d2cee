//! Runs against the library, from its contract to a report.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use http::HeaderMap;
use referral_conformance::depth::Depth;
use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::level::Level;
use referral_conformance::plan::{Glob, PlanInputs};
use referral_conformance::redact::Redactor;
use referral_conformance::report::{Content, CurlArgument, Report, RunInfo, human, json, junit};
use referral_conformance::retry::FixturePool;
use referral_conformance::run::{ResponseFuture, Settings, StopSignal, Transport};
use referral_conformance::session::{FinishedRun, RunIo, Session};
use referral_conformance::state::JournalWriter;
use referral_conformance::suite::{self, Suite};
use referral_conformance::target::{KeySource, TargetFixture};
use serde_json::Value;
use spec::{ContractFile, Method};

use crate::generated_fixtures::{info, settings};
use crate::library::{Broken, Library};

pub fn library_contract() -> Vec<ContractFile> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    suite::read_contract(&here.join("../spec/tests/library/contract")).unwrap()
}

/// The library's contract and scenarios, read once for all tests.
pub fn library() -> Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    let read = || {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let scenarios = suite::read_scenarios(&here.join("tests/library/scenarios")).unwrap();
        let loaded = Suite::load(&library_contract(), None, &scenarios);
        loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"))
    };
    SUITE.get_or_init(read).clone()
}

/// The embedded contract and scenarios, read once for all tests.
pub fn embedded() -> Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    let read = || suite::embedded(Depth::Standard).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    SUITE.get_or_init(read).clone()
}

/// Scenarios as files, each with its id.
fn files(scenarios: &[(impl AsRef<str>, &str)]) -> Vec<ContractFile> {
    let file = |(id, text): &(_, &str)| {
        let address = format!("{}.yaml", AsRef::<str>::as_ref(id));
        ContractFile { path: address.clone(), address, text: (*text).to_owned() }
    };
    scenarios.iter().map(file).collect()
}

/// A contract with these scenarios, each with its id.
pub fn suite_with(contract: &[ContractFile], scenarios: &[(impl AsRef<str>, &str)]) -> Suite {
    let suite = Suite::load(contract, None, &files(scenarios));
    suite.unwrap_or_else(|errors| panic!("{errors}"))
}

/// The library's contract with these scenarios, each with its id.
pub fn suite_of(scenarios: &[(impl AsRef<str>, &str)]) -> Suite {
    let suite = library().with_scenarios(&files(scenarios));
    suite.unwrap_or_else(|errors| panic!("{errors}"))
}

/// Scenarios with ids of their own.
pub fn numbered<'s>(scenarios: &[&'s str]) -> Vec<(String, &'s str)> {
    let id = |(number, text): (usize, &&'s str)| (format!("books/list_books/case_{number}"), *text);
    scenarios.iter().enumerate().map(id).collect()
}

/// A request with the card of the library.
pub fn card_request(method: Method, target: &str, body: Option<&str>) -> Request {
    Request {
        method,
        target: target.to_owned(),
        headers: vec![("Library-Card".to_owned(), "card-main".to_owned())],
        body: body.map(str::to_owned),
    }
}

/// A response without headers.
pub fn answered(status: u16, body: impl Into<String>) -> Response {
    Response { status, headers: HeaderMap::new(), body: body.into().into_bytes().into() }
}

struct Answering<F>(F);

impl<F: Fn(&Request) -> Result<Response, Fault> + Send + Sync> Transport for Answering<F> {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let outcome = (self.0)(request);
        Box::pin(async move { outcome })
    }
}

/// A server that is a function.
pub fn answering(
    response: impl Fn(&Request) -> Result<Response, Fault> + Send + Sync + 'static,
) -> impl Transport + 'static {
    Answering(response)
}

/// A library with these changes to its responses.
pub fn changing(
    library: Library,
    change: impl Fn(&Request, &mut Response) + Send + Sync + 'static,
) -> impl Transport + 'static {
    answering(move |request| {
        let mut response = library.answer(request);
        change(request, &mut response);
        Ok(response)
    })
}

pub fn fixtures() -> BTreeMap<String, Vec<TargetFixture>> {
    let one = |kind: &str, id: &str, account: &str, facts: &[(&str, &str)]| {
        let facts = facts.iter().map(|(name, fact)| ((*name).to_owned(), (*fact).to_owned()));
        let (id, account) = (id.to_owned(), account.to_owned());
        (kind.to_owned(), vec![TargetFixture { id, account, facts: Arc::new(facts.collect()) }])
    };
    BTreeMap::from([
        one("book_elsewhere", "elsewhere", "other_branch", &[("title", "c")]),
        one("book_of_the_stacks", "stacks", "main", &[]),
        one("open_loan", "loan-open", "main", &[("member", "ann@example.com")]),
        one("returned_loan", "loan-returned", "main", &[("member", "ann@example.com")]),
    ])
}

/// Result of a run in the forms that tests use.
pub struct Outcome {
    pub exit: u8,
    /// Verdict and reason, by clause.
    pub verdicts: BTreeMap<String, String>,
    pub human: String,
    /// The report for people with `--verbose`.
    pub verbose: String,
    pub coloured: String,
    pub json: String,
    pub junit: String,
}

impl Outcome {
    /// The JSON report.
    pub fn report(&self) -> Value {
        serde_json::from_str(&self.json).unwrap()
    }

    pub fn with(&self, verdict: &str) -> Vec<&str> {
        let of = self.verdicts.iter().filter(|(_, found)| found.as_str() == verdict);
        of.map(|(id, _)| id.as_str()).collect()
    }
}

/// What a run may assume of the server, and how patient it is.
#[derive(Clone, Copy)]
pub struct Access {
    pub alone: bool,
    /// Whether it pauses before and in retries.
    pub pauses: bool,
}

impl Access {
    pub const ALONE: Self = Self { alone: true, pauses: false };
    pub const SHARED: Self = Self { alone: false, pauses: false };
}

pub fn run(suite: &Suite, transport: impl Transport + 'static) -> Outcome {
    with_access(suite, transport, Access::SHARED)
}

/// A run with exclusive access.
pub fn alone(suite: &Suite, transport: impl Transport + 'static) -> Outcome {
    with_access(suite, transport, Access::ALONE)
}

pub fn with_access(suite: &Suite, transport: impl Transport + 'static, access: Access) -> Outcome {
    run_setup(suite, transport, &Setup { access, ..Setup::default() })
}

pub fn run_setup(suite: &Suite, transport: impl Transport + 'static, setup: &Setup<'_>) -> Outcome {
    run_with(suite, transport, setup, |session, ended| outcome(session.report(ended).unwrap()))
}

/// A run against a conforming library, made once.
pub fn conforming() -> &'static Outcome {
    static OUTCOME: OnceLock<Outcome> = OnceLock::new();
    OUTCOME.get_or_init(|| run(&library(), Library::new(Broken::Nothing)))
}

/// Everything that a run may be given.
#[derive(Clone)]
pub struct Setup<'s> {
    pub keys: &'s [(&'s str, &'s str)],
    pub secrets: &'s [&'s str],
    pub stop: StopSignal,
    pub access: Access,
    pub level: Level,
    pub depth: Depth,
    pub only: Option<Glob>,
    pub fixtures: BTreeMap<String, Vec<TargetFixture>>,
    pub fresh_fixtures: bool,
    /// The clauses whose violation does not end the run, if another one does.
    pub fail_fast: Option<&'s [&'s str]>,
    pub fixture_pool: Option<FixturePool<'s>>,
    /// Whether the transport uses sockets, so that the clock cannot be simulated.
    pub sockets: bool,
    /// The time of the run, if not the current one.
    pub now: Option<jiff::Timestamp>,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            keys: &[("main", "card-main")],
            secrets: &[],
            stop: StopSignal::default(),
            access: Access::ALONE,
            level: Level::Full,
            depth: Depth::Thorough,
            only: None,
            fixtures: fixtures(),
            fresh_fixtures: true,
            fail_fast: None,
            fixture_pool: None,
            sockets: false,
            now: None,
        }
    }
}

/// Runs the scenarios, and reads the result.
pub fn run_with<R>(
    suite: &Suite,
    transport: impl Transport + 'static,
    setup: &Setup<'_>,
    read: impl FnOnce(&Session<'_>, &FinishedRun) -> R,
) -> R {
    let Setup { keys, secrets, access, .. } = *setup;
    let given: BTreeMap<String, String> =
        keys.iter().map(|(kind, key)| ((*kind).to_owned(), (*key).to_owned())).collect();
    let allowance = PlanInputs {
        level: setup.level,
        depth: setup.depth,
        keys: given.keys().cloned().collect(),
        fixtures: &setup.fixtures,
        only: setup.only.clone(),
    };
    let plan = suite.plan(&allowance);
    // The library uses the current time for loans.
    let now = setup.now.unwrap_or_else(jiff::Timestamp::now);
    let session = Session {
        suite,
        plan: &plan,
        info: RunInfo {
            level: setup.level,
            depth: setup.depth,
            seed: 7,
            curl_arguments: [(
                "[main key]".to_owned(),
                CurlArgument::Key(KeySource::Env("CARD".to_owned())),
            )]
            .into(),
            ..info("http://library.test".to_owned(), now)
        },
        redactor: Redactor::new(
            keys.iter()
                .map(|(_, key)| ("main key", *key))
                .chain(secrets.iter().map(|secret| ("header", *secret))),
        ),
        settings: Settings {
            run_id: "7".to_owned(),
            fresh_fixtures: setup.fresh_fixtures,
            exclusive: access.alone,
            skip_retry_pauses: !access.pauses,
            fail_fast: setup
                .fail_fast
                .map(|except| Arc::new(except.iter().map(|id| (*id).to_owned()).collect())),
            ..settings(given, 1, now)
        },
    };
    let wire = RunIo {
        transport: Arc::new(transport),
        rate: None,
        stop: setup.stop.clone(),
        journal: JournalWriter::disabled(),
        fixture_pool: setup.fixture_pool,
    };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().start_paused(!setup.sockets).build().unwrap();
    let ended: FinishedRun = runtime.block_on(session.run(wire, |_| ()));
    read(&session, &ended)
}

fn outcome(report: Report<'_>) -> Outcome {
    let verdicts = report.verdicts.iter().map(|found| {
        let reason = found.verdict.reason().map_or(String::new(), |reason| format!(" {reason}"));
        (found.clause.id.clone(), format!("{}{reason}", found.verdict.name()))
    });
    let mut content = Content::from(&report);
    let json = json::render(&content).unwrap();
    let (human, coloured) = (human::render(&content), human::render_in_colour(&content));
    content.verbose = true;
    crate::committed_files::assert_valid("report", &serde_json::from_str(&json).unwrap());
    Outcome {
        exit: report.exit.code(),
        verdicts: verdicts.collect(),
        human,
        verbose: human::render(&content),
        coloured,
        json,
        junit: junit::render(&content).unwrap(),
    }
}
