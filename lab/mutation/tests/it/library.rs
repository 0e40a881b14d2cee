//! Servers of the lending library.

#[path = "../../../../conformance/tests/it/library/outside.rs"]
mod outside;
mod routes;
mod store;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use mutation::server::{Server, ServerFactory, StartFuture, TestData};
use mutation::suite_run::{JOBS, RunOptions};
use referral_conformance::depth::Depth;
use referral_conformance::suite::{self, Suite};
use referral_conformance::target::{Target, TargetFixture};
use spec::ContractFile;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use store::Store;

const CARDS: [(&str, &str); 3] =
    [("main", "card-main"), ("other_branch", "card-other"), ("expired", "card-expired")];

/// The files of the library's contract.
pub fn library_contract() -> Vec<ContractFile> {
    suite::read_contract(&root().join("spec/tests/library/contract")).unwrap()
}

/// The contract and the scenarios of the library.
pub fn suite() -> Suite {
    Suite::load(&library_contract(), None, &hand_written_scenarios())
        .unwrap_or_else(|errors| panic!("{errors}"))
}

pub fn hand_written_scenarios() -> Vec<ContractFile> {
    suite::read_scenarios(&root().join("conformance/tests/library/scenarios")).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn run_options() -> RunOptions {
    RunOptions {
        jobs: JOBS,
        clock: || "2026-03-01T12:00:00Z".parse().unwrap(),
        seed: 7,
        depth: Depth::Standard,
        alone: true,
    }
}

/// Starts servers of the library.
pub struct LibraryServers(TestData);

impl LibraryServers {
    pub fn new() -> Self {
        let member = || ("member", "ann@example.com");
        let fixtures = [
            (
                "book_elsewhere",
                supplied("elsewhere", "other_branch", [("title", "c"), ("cover", "blue")]),
            ),
            ("book_to_lend", supplied("to-lend", "main", [])),
            ("book_of_the_stacks", supplied("stacks", "main", [])),
            ("loan_elsewhere", supplied("loan-elsewhere", "other_branch", [])),
            ("open_loan", supplied("loan-open", "main", [member()])),
            ("returned_loan", supplied("loan-returned", "main", [member(), ("renewals", "0")])),
        ];
        let fixtures = fixtures.map(|(kind, supplied)| (kind.to_owned(), supplied)).into();
        let keys = CARDS.map(|(kind, card)| (kind.to_owned(), card.to_owned()));
        let target = Target { fixtures, ..Target::default() };
        Self(TestData { target, keys: BTreeMap::from(keys) })
    }
}

impl ServerFactory for LibraryServers {
    fn test_data(&self) -> &TestData {
        &self.0
    }

    fn start(&self) -> StartFuture<'_> {
        Box::pin(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let base_url = format!("http://{}", listener.local_addr().unwrap());
            let router =
                Router::new().fallback(routes::handle).with_state(Arc::new(Store::seeded()));
            let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
            Ok(Server { base_url: base_url.parse().unwrap(), guard: Box::new(ServerTask(task)) })
        })
    }
}

/// Stops the server when dropped.
struct ServerTask(JoinHandle<()>);

impl Drop for ServerTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn supplied<const N: usize>(
    id: &str,
    account: &str,
    facts: [(&str, &str); N],
) -> Vec<TargetFixture> {
    vec![TargetFixture {
        id: id.to_owned(),
        account: account.to_owned(),
        facts: BTreeMap::from(facts.map(|(name, value)| (name.to_owned(), value.to_owned())))
            .into(),
    }]
}
