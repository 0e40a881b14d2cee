//! The list of consumed fixtures, kept beside the journals.
//!
//! A consumed fixture must not be used again, because a second refusal would be correct. Entries are
//! by base URL and key: a deployment that is reinstalled has new keys and starts with an empty list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};

use super::journal_writer::end_last_line;
use super::{LEDGER_FILE, check_regular, private_append, read_regular};
use crate::contract;
use crate::digest::{digest, fingerprint};
use crate::exchange::ScenarioTrace;
use crate::plan::{self, Decision, Plan};
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::{BaseUrl, Fixtures, TargetFixture};

/// The consumed fixtures of a state folder.
pub struct FixtureLedger<'a> {
    suite: &'a Suite,
    path: PathBuf,
    base_url: String,
    keys: &'a BTreeMap<String, String>,
    redactor: Redactor,
    entries: BTreeSet<UsedFixture>,
    /// Held until the chosen fixtures are recorded, so that two runs never choose the same fixtures.
    lock: Option<File>,
    /// The first failure to record fixtures for a retry.
    failure: OnceLock<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LedgerLine {
    /// The fixture will be consumed.
    Used(UsedFixture),
    /// The fixture was not consumed after all.
    Returned(UsedFixture),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct UsedFixture {
    base_url: String,
    /// Fingerprint of the account's key.
    fingerprint: String,
    kind: String,
    id: String,
}

impl<'a> FixtureLedger<'a> {
    /// Locks and reads the ledger of a folder; waits for other runs.
    pub fn lock(
        suite: &'a Suite,
        folder: &Path,
        base_url: &BaseUrl,
        keys: &'a BTreeMap<String, String>,
    ) -> anyhow::Result<Self> {
        let lock = Some(lock(folder)?);
        Ok(Self { lock, ..Self::read(suite, folder, base_url, keys) })
    }

    /// Records the fixtures that a plan consumes, and unlocks the ledger. Before the run, so that a crash does
    /// not lose them.
    pub fn record_planned(&mut self, plan: &Plan) -> anyhow::Result<()> {
        let scenarios = self.suite.scenarios.iter();
        let entries = scenarios.flat_map(|scenario| self.planned_for(plan, scenario));
        self.append(entries.map(LedgerLine::Used))?;
        // Only now: the next run must read these entries.
        self.lock = None;
        Ok(())
    }

    /// Chooses fixtures for the retry of a scenario, others than the given ids if there are any, and records those that
    /// it consumes. `None` if there are not enough, or if they cannot be recorded.
    pub fn replace_used(
        &self,
        fixtures: &Fixtures,
        scenario: &Scenario,
        used: &BTreeSet<String>,
        run: &str,
    ) -> Option<BTreeMap<String, TargetFixture>> {
        let _lock = self.noted(lock(self.path.parent()?))?;
        // Other runs may have consumed fixtures meanwhile.
        let entries = read_entries(&self.path);
        let mut left = fixtures.clone();
        for (kind, fixtures) in &mut left {
            fixtures.retain(|fixture| !entries.contains(&self.entry(kind, fixture)));
            // Random, because another client that consumes fixtures takes them in order as well.
            // The first ones are allocated.
            fixtures.sort_by_key(|fixture| used.contains(&fixture.id));
            if self.is_consumed(kind) && !fixtures.is_empty() {
                let random = digest(&[run, &scenario.id, &entries.len().to_string()]);
                let length = u64::try_from(fixtures.len()).ok()?;
                fixtures.rotate_left(usize::try_from(random % length).ok()?);
            }
        }
        let chosen = plan::allocate_fixtures(&self.suite.contract, &left, scenario)?;
        let entries = self.consumed_by(scenario, &chosen).into_iter();
        self.noted(self.append(entries.map(LedgerLine::Used)))?;
        Some(chosen)
    }

    /// Reads the ledger of a folder; it is empty if there is no file yet.
    pub fn read(
        suite: &'a Suite,
        folder: &Path,
        base_url: &BaseUrl,
        keys: &'a BTreeMap<String, String>,
    ) -> Self {
        let path = folder.join(LEDGER_FILE);
        let entries = read_entries(&path);
        let named = keys.iter().map(|(kind, key)| (kind.as_str(), key.as_str()));
        let (base_url, redactor) = (base_url.to_string(), Redactor::new(named));
        let failure = OnceLock::new();
        Self { suite, path, base_url, keys, redactor, entries, lock: None, failure }
    }

    /// Keeps the first failure.
    fn noted<T>(&self, result: anyhow::Result<T>) -> Option<T> {
        result
            .inspect_err(|error| {
                let _ = self.failure.set(format!("{error:#}"));
            })
            .ok()
    }

    /// Why fixtures for a retry could not be recorded, so that it was not made.
    pub fn failure(&self) -> Option<anyhow::Error> {
        self.failure.get().map(|failure| anyhow!("{failure}"))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The fixtures without consumed ones, and the number of those.
    pub fn unused(&self, all: &Fixtures) -> (Fixtures, usize) {
        let mut unused = all.clone();
        for (kind, fixtures) in &mut unused {
            fixtures.retain(|fixture| !self.entries.contains(&self.entry(kind, fixture)));
        }
        let count = |fixtures: &Fixtures| fixtures.values().map(Vec::len).sum::<usize>();
        let consumed = count(all) - count(&unused);
        (unused, consumed)
    }

    /// Records that fixtures were not consumed, because no write of their scenario can have arrived.
    pub fn record_unconsumed<'p>(
        &self,
        plan: &Plan,
        traces: impl Iterator<Item = &'p ScenarioTrace> + Clone,
    ) -> anyhow::Result<()> {
        let arrived = |scenario: &Scenario| {
            let traces = traces.clone().filter(|trace| trace.scenario == scenario.id);
            let mut exchanges = traces.flat_map(ScenarioTrace::exchanges);
            exchanges
                .any(|exchange| !exchange.request.method.is_safe() && exchange.may_have_arrived())
        };
        let idle = self.suite.scenarios.iter().filter(|scenario| !arrived(scenario));
        let entries = idle.flat_map(|scenario| self.planned_for(plan, scenario));
        self.append(entries.map(LedgerLine::Returned))
    }

    /// The fixtures of a plan that a scenario consumes.
    fn planned_for(&self, plan: &Plan, scenario: &Scenario) -> Vec<UsedFixture> {
        match plan.entry(&scenario.id).map(|entry| &entry.decision) {
            Some(Decision::Run(fixtures)) => self.consumed_by(scenario, fixtures),
            _ => Vec::new(),
        }
    }

    fn consumed_by(
        &self,
        scenario: &Scenario,
        fixtures: &BTreeMap<String, TargetFixture>,
    ) -> Vec<UsedFixture> {
        let needs = scenario.needs.iter().filter(|need| self.is_consumed(&need.kind));
        needs.filter_map(|need| Some(self.entry(&need.kind, fixtures.get(&need.name)?))).collect()
    }

    fn append(&self, lines: impl Iterator<Item = LedgerLine>) -> anyhow::Result<()> {
        let mut text = String::new();
        for line in lines {
            text.push_str(&serde_json::to_string(&line)?);
            text.push('\n');
        }
        if text.is_empty() {
            return Ok(());
        }
        let shown = self.path.display();
        let mut file = check_regular(&self.path)
            .and_then(|()| private_append().create(true).open(&self.path))
            .with_context(|| format!("cannot record consumed fixtures in `{shown}`"))?;
        end_last_line(&mut file)
            .and_then(|()| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot record consumed fixtures in `{shown}`"))
    }

    fn is_consumed(&self, kind: &str) -> bool {
        contract::fixture(&self.suite.contract, kind).is_some_and(|kind| kind.consumed)
    }

    fn entry(&self, kind: &str, fixture: &TargetFixture) -> UsedFixture {
        let key = self.keys.get(&fixture.account);
        UsedFixture {
            base_url: self.base_url.clone(),
            fingerprint: key.map_or(String::new(), |key| fingerprint(key)),
            kind: kind.to_owned(),
            id: self.redactor.shown(&fixture.id),
        }
    }
}

/// Waits for the lock of the folder, which is held until the file is dropped.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("used-fixtures.lock");
    let lock = check_regular(&path).and_then(|()| private_append().create(true).open(&path));
    let lock = lock.and_then(|file| file.lock().map(|()| file));
    lock.with_context(|| format!("cannot lock `{}`", path.display()))
}

/// Reads the consumed fixtures. Lines of other versions of this program are ignored.
fn read_entries(path: &Path) -> BTreeSet<UsedFixture> {
    let text = read_regular(path).unwrap_or_default();
    let mut entries = BTreeSet::new();
    for line in text.lines() {
        match serde_json::from_str(line) {
            Ok(LedgerLine::Used(entry)) => entries.insert(entry),
            Ok(LedgerLine::Returned(entry)) => entries.remove(&entry),
            Err(_) => false,
        };
    }
    entries
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::library;

    const BASE: &str = "http://127.0.0.1:8080";

    fn keys(main: &str) -> BTreeMap<String, String> {
        [("main".to_owned(), main.to_owned())].into()
    }

    fn fixtures() -> Fixtures {
        let loan = |account: &str| TargetFixture {
            id: "loan-1".to_owned(),
            account: account.to_owned(),
            facts: BTreeMap::new().into(),
        };
        [("open_loan".to_owned(), vec![loan("main"), loan("other")])].into()
    }

    fn count_unused(folder: &Path, base_url: &str, keys: &BTreeMap<String, String>) -> usize {
        let suite = library(&[]);
        let used = FixtureLedger::read(&suite, folder, &base_url.parse().unwrap(), keys);
        used.unused(&fixtures()).0["open_loan"].len()
    }

    #[test]
    fn fixtures_are_consumed_per_account_and_base_url() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (first, second) = (keys("canary-7f3a"), keys("card-of-a-new-account"));
        let suite = library(&[]);
        let used = FixtureLedger::read(&suite, folder, &BASE.parse().unwrap(), &first);
        let entry = used.entry("open_loan", &fixtures()["open_loan"][0]);
        used.append([LedgerLine::Used(entry.clone())].into_iter()).unwrap();

        assert_eq!(count_unused(folder, BASE, &first), 1, "another account has other fixtures");
        assert_eq!(count_unused(folder, BASE, &second), 2, "reinstalled, with new keys");
        assert_eq!(count_unused(folder, "http://127.0.0.1:8081", &first), 2);
        assert!(!fs::read_to_string(&used.path).unwrap().contains("canary"));

        used.append([LedgerLine::Returned(entry)].into_iter()).unwrap();
        assert_eq!(count_unused(folder, BASE, &first), 2);
    }

    #[test]
    fn unknown_lines_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let old = r#"{"base_url":"http://127.0.0.1:8080","kind":"open_loan","id":"loan-1"}"#;
        fs::write(folder.path().join("used-fixtures.jsonl"), format!("{old}\nnonsense\n")).unwrap();
        assert_eq!(count_unused(folder.path(), BASE, &keys("card-main")), 2);
    }
}
