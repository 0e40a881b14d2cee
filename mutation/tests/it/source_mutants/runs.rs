//! A run for each source mutant and each other reading, and one for the same build with neither.
//!
//! A source mutant is tried with the scenarios that can show what it breaks, and no others; the run without a entry
//! shows that the build conforms. `SOURCE_MUTANTS_WHOLE` in the environment has all of them played. A reading is
//! tried with everything, as nothing may accuse it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use jiff::Timestamp;
use mutation::server::{ServerFactory as _, ServerProgram};
use mutation::suite_run::{self, RunOptions, Said};
use referral_conformance::exit::Exit;
use referral_conformance::reason::Reason;
use referral_conformance::scenario::Scenario;
use referral_conformance::suite::Suite;
use referral_conformance::verdict::{ClauseVerdict, Verdict};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::entries::SourceEntry;
use super::mutated_build::VARIABLE;

/// What became of one entry, or of none.
pub struct Trial {
    entry: Option<SourceEntry>,
    said: Result<Said, String>,
}

/// Has every entry tried with every scenario.
const WHOLE: &str = "SOURCE_MUTANTS_WHOLE";

/// Tries each entry, on so many servers at once, and first none.
pub async fn run(
    suite: &Arc<Suite>,
    servers: Arc<ServerProgram>,
    entries: &[SourceEntry],
    jobs: usize,
) -> Vec<Trial> {
    let free = Arc::new(Semaphore::new(jobs));
    let mut running = JoinSet::new();
    let all = std::iter::once(None).chain(entries.iter().cloned().map(Some));
    for (index, entry) in all.enumerate() {
        let (suite, servers, free) = (Arc::clone(suite), Arc::clone(&servers), Arc::clone(&free));
        running.spawn(async move {
            let _permit = free.acquire().await;
            let said = one(&suite, &servers, entry.as_ref()).await;
            (index, Trial { entry, said })
        });
    }
    let mut tried = running.join_all().await;
    tried.sort_by_key(|(index, _)| *index);
    tried.into_iter().map(|(_, trial)| trial).collect()
}

async fn one(
    suite: &Suite,
    servers: &ServerProgram,
    entry: Option<&SourceEntry>,
) -> Result<Said, String> {
    let name = entry.map_or("", |entry| entry.name.value.as_str());
    let server = servers.serve(&[(VARIABLE, name)]).await;
    let server = server.map_err(|error| error.to_string())?;
    let whole = std::env::var_os(WHOLE).is_some();
    let suite = match entry {
        Some(entry) if !whole && entry.answers.is_empty() => Cow::Owned(narrowed(suite, entry)),
        _ => Cow::Borrowed(suite),
    };
    let options = RunOptions {
        // Who changes all things by one call would else take away what another scenario looks for.
        jobs: 1,
        clock: Timestamp::now,
        seed: 1,
        alone: true,
    };
    let transport = suite_run::http(&server.base_url)?;
    suite_run::whole(&suite, servers.test_data(), options, None, transport).await
}

/// The suite with those of its scenarios that can show a clause which the entry breaks, or which falls with them. Beside
/// them, all of the operations that they are clauses of, and those about the key: what they show others rest on.
fn narrowed(suite: &Suite, entry: &SourceEntry) -> Suite {
    let mut suite = suite.clone();
    let Suite {
        contract, clauses, ..
    } = &suite;
    let wanted: BTreeSet<_> = entry.breaks.iter().chain(&entry.also).collect();
    let operations = entry.breaks.iter().filter_map(|clause| {
        let operation = contract.operation(clause.split('.').next()?)?;
        Some(format!("{}/{}/", operation.resource, operation.id))
    });
    let folders: Vec<_> = operations.chain(["service/".to_owned()]).collect();
    let shows = |scenario: &Scenario| {
        if folders.iter().any(|folder| scenario.id.starts_with(folder)) {
            return true;
        }
        let mut reached = clauses.reached(contract, scenario).into_iter();
        reached.any(|clause| wanted.contains(&clause))
    };
    let shown: Vec<bool> = suite.scenarios.iter().map(shows).collect();
    let mut shown = shown.into_iter();
    Arc::make_mut(&mut suite.scenarios).retain(|_| shown.next() == Some(true));
    suite
}

impl Trial {
    /// It in a line: the name, the exit code, the violated clauses.
    pub fn line(&self) -> String {
        match &self.said {
            Ok(said) => {
                let violated: Vec<_> = violated(said).collect();
                let ids: Vec<_> = violated.iter().map(|it| it.clause.id.as_str()).collect();
                format!("{:45} {} {}", self.name(), said.exit.code(), ids.join(", "))
            }
            Err(why) => format!("{:45} {why}", self.name()),
        }
    }

    fn name(&self) -> &str {
        self.entry
            .as_ref()
            .map_or("(none)", |entry| &entry.name.value)
    }

    /// What is not as it should be, if anything.
    pub fn complaint(&self) -> Option<String> {
        let said = match &self.said {
            Ok(said) => said,
            Err(why) => return Some(format!("{}: {why}", self.name())),
        };
        let Some(entry) = &self.entry else {
            let well = said.exit == Exit::Conforms;
            return (!well).then(|| format!("without a entry: {}{}", self.line(), reasons(said)));
        };
        if !entry.answers.is_empty() {
            return self.reported_violation(entry, said);
        }
        let found: BTreeSet<_> = violated(said).map(|it| it.clause.id.as_str()).collect();
        let meant: BTreeSet<_> = entry.breaks.iter().map(String::as_str).collect();
        let may: BTreeSet<_> = entry.also.iter().map(String::as_str).collect();
        let missed: Vec<_> = meant.difference(&found).collect();
        let beside = found
            .iter()
            .filter(|id| !meant.contains(*id) && !may.contains(*id));
        let beside: Vec<_> = beside.collect();
        let well = missed.is_empty() && beside.is_empty() && said.exit == Exit::Violated;
        (!well).then(|| {
            format!(
                "{}: {}\n  exit {}, not seen: {missed:?}, seen but not named: {beside:?}{}",
                entry.name.value,
                entry.why.trim(),
                said.exit.code(),
                reasons(said)
            )
        })
    }
}

impl Trial {
    /// Neither reading of what is not shown may fail a server.
    fn reported_violation(&self, entry: &SourceEntry, said: &Said) -> Option<String> {
        let reported = said.verdicts.iter().any(suite_run::is_reported);
        reported.then(|| {
            format!(
                "{}: {}\n  is another reading of {}, and not to be accused{}",
                entry.name.value,
                entry.why.trim(),
                entry.answers.join(", "),
                reasons(said)
            )
        })
    }
}

fn violated(said: &Said) -> impl Iterator<Item = &ClauseVerdict> {
    let all = said.verdicts.iter();
    all.filter(|verdict| verdict.verdict == Verdict::Violated)
}

fn reasons(said: &Said) -> String {
    let mut text = String::new();
    let open = said.verdicts.iter().filter(|it| {
        !matches!(
            it.verdict,
            Verdict::Held
                | Verdict::Violated
                | Verdict::Untestable(_)
                | Verdict::NotExercised(Reason::NoScenario | Reason::LegallyAbsent)
        )
    });
    for verdict in open {
        let _ = write!(text, "\n  {} is {:?}", verdict.clause.id, verdict.verdict);
    }
    for verdict in violated(said) {
        for blame in &verdict.failures {
            let _ = write!(
                text,
                "\n  {}: {} step {} wants {}, sees {}",
                verdict.clause.id,
                blame.scenario,
                blame.step,
                blame.failure.expected,
                blame.failure.actual
            );
        }
    }
    text
}
