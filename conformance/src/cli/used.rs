//! Fixtures that earlier runs used up: a target file is written once, a rejected thing stays so.
//!
//! Kept beside the journals, by base URL and by the key of the account: a deployment that was set up
//! anew at the same place has new keys, and starts afresh. Handing a used one out again would accuse
//! a server of refusing what can be done only once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::keys::{Keys, fingerprint};
use super::list::counted;
use super::output::print_message;
use crate::contract;
use crate::digest::digest;
use crate::exchange::ScenarioTrace;
use crate::plan::{self, Decision, Plan};
use crate::scenario::{Need, Scenario};
use crate::suite::Suite;
use crate::target::{BaseUrl, Target, TargetFixture};

/// What was used up, and where that is noted. Two runs that hand out at the same time would hand out
/// the same, so that one waits for the other.
pub(super) struct LockedFixtureLedger<'a> {
    used: FixtureLedger<'a>,
    /// Held until it is noted what is handed out.
    lock: File,
}

/// What was used up, and where that is noted.
pub(super) struct FixtureLedger<'a> {
    path: PathBuf,
    base_url: String,
    keys: &'a Keys,
    entries: BTreeSet<UsedFixture>,
}

/// One line of the note.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LedgerLine {
    /// Is going to be used up.
    Used(UsedFixture),
    /// Was not used up after all.
    Returned(UsedFixture),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct UsedFixture {
    base_url: String,
    /// Of the account's key.
    fingerprint: String,
    kind: String,
    id: String,
}

impl<'a> LockedFixtureLedger<'a> {
    /// The target without what was used up there.
    pub(super) fn left(&self, target: &Target) -> Target {
        self.used.left(target)
    }

    /// Notes what a plan is going to use up: before the run, so that a crash does not lose it.
    pub(super) fn note(self, suite: &Suite, plan: &Plan) -> anyhow::Result<FixtureLedger<'a>> {
        let entries = suite
            .scenarios
            .iter()
            .flat_map(|scenario| self.used.of(suite, plan, scenario));
        self.used.append(entries.map(LedgerLine::Used))?;
        // Whoever waits reads what was just noted.
        drop(self.lock);
        Ok(self.used)
    }
}

impl<'a> FixtureLedger<'a> {
    /// What is noted in a folder, while nobody else notes anything there.
    pub(super) fn lock(
        folder: &Path,
        base_url: &BaseUrl,
        keys: &'a Keys,
    ) -> anyhow::Result<LockedFixtureLedger<'a>> {
        let lock = lock(folder)?;
        Ok(LockedFixtureLedger {
            used: Self::read(folder, base_url, keys),
            lock,
        })
    }

    /// Other things for a scenario that uses some up and is played again; noted as used at once. `None` if there are not
    /// enough, or if they cannot be noted.
    pub(super) fn others(
        &self,
        suite: &Suite,
        target: &Target,
        scenario: &Scenario,
        run: &str,
    ) -> Option<BTreeMap<String, TargetFixture>> {
        let _lock = lock(self.path.parent()?).ok()?;
        // Another run may have used some up meanwhile.
        let entries = noted(&self.path);
        let mut left = target.fixtures.clone();
        for (kind, fixtures) in &mut left {
            fixtures.retain(|fixture| !entries.contains(&self.entry(kind, fixture)));
            // Drawn, as whoever took the first ones goes on in the same order.
            if is_consumed(suite, kind) && !fixtures.is_empty() {
                let drawn = digest(&[run, &scenario.id, &entries.len().to_string()]);
                let length = u64::try_from(fixtures.len()).ok()?;
                fixtures.rotate_left(usize::try_from(drawn % length).ok()?);
            }
        }
        let given = plan::allocate_fixtures(&suite.contract, &left, scenario)?;
        let entries = self.used_up(suite, scenario, &given).into_iter();
        self.append(entries.map(LedgerLine::Used)).ok()?;
        Some(given)
    }

    /// What is noted in a folder; nothing if there is no note yet.
    pub(super) fn read(folder: &Path, base_url: &BaseUrl, keys: &'a Keys) -> Self {
        let path = folder.join("used-fixtures.jsonl");
        let entries = noted(&path);
        Self {
            path,
            base_url: base_url.to_string(),
            keys,
            entries,
        }
    }

    /// The target without what was used up there.
    pub(super) fn left(&self, target: &Target) -> Target {
        let mut left = target.clone();
        let mut removed = 0;
        for (kind, fixtures) in &mut left.fixtures {
            let before = fixtures.len();
            fixtures.retain(|fixture| !self.entries.contains(&self.entry(kind, fixture)));
            removed += before - fixtures.len();
        }
        if removed > 0 {
            let (count, path) = (counted(removed, "fixture"), self.path.display());
            print_message(&format!(
                "note: earlier runs used up {count}, as noted in {path}\n"
            ));
        }
        left
    }

    /// Notes what was not used up after all, as no write of its scenario can have arrived.
    pub(super) fn give_back<'p>(
        &self,
        suite: &Suite,
        plan: &Plan,
        traces: impl Iterator<Item = &'p ScenarioTrace> + Clone,
    ) -> anyhow::Result<()> {
        let arrived = |scenario: &Scenario| {
            let traces = traces.clone().filter(|trace| trace.scenario == scenario.id);
            let mut writes = traces
                .flat_map(ScenarioTrace::exchanges)
                .filter(|exchange| !exchange.request.method.is_safe());
            writes.any(|exchange| exchange.may_have_arrived())
        };
        let idle = suite.scenarios.iter().filter(|scenario| !arrived(scenario));
        let entries = idle.flat_map(|scenario| self.of(suite, plan, scenario));
        self.append(entries.map(LedgerLine::Returned))
    }

    /// What a scenario uses up of what the plan gives it.
    fn of(&self, suite: &Suite, plan: &Plan, scenario: &Scenario) -> Vec<UsedFixture> {
        let decision = plan.entry(&scenario.id).map(|entry| &entry.decision);
        let Some(Decision::Run(fixtures)) = decision else {
            return Vec::new();
        };
        self.used_up(suite, scenario, fixtures)
    }

    /// What a scenario uses up of what it is given.
    fn used_up(
        &self,
        suite: &Suite,
        scenario: &Scenario,
        fixtures: &BTreeMap<String, TargetFixture>,
    ) -> Vec<UsedFixture> {
        let needs = scenario.needs.iter();
        let needs = needs.filter(|need| is_consumed(suite, &need.kind));
        let entry = |need: &Need| Some(self.entry(&need.kind, fixtures.get(&need.name)?));
        needs.filter_map(entry).collect()
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
        let mut file = private()
            .create(true)
            .open(&self.path)
            .with_context(|| format!("cannot note in `{shown}` which fixtures are used up"))?;
        Ok(file.write_all(text.as_bytes())?)
    }

    fn entry(&self, kind: &str, fixture: &TargetFixture) -> UsedFixture {
        let key = self.keys.0.get(&fixture.account);
        UsedFixture {
            base_url: self.base_url.clone(),
            fingerprint: key.map_or(String::new(), |key| fingerprint(key)),
            kind: kind.to_owned(),
            id: fixture.id.clone(),
        }
    }
}

fn is_consumed(suite: &Suite, kind: &str) -> bool {
    contract::fixture(&suite.contract, kind).is_some_and(|kind| kind.consumed)
}

/// Waits until nobody else notes anything in the folder; held until the file is dropped.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("used-fixtures.lock");
    let lock = private().create(true).open(&path);
    let lock = lock.and_then(|file| file.lock().map(|()| file));
    lock.with_context(|| format!("cannot lock `{}`", path.display()))
}

/// What is noted as used up. Lines that cannot be read are of another version of this program and left alone.
fn noted(path: &Path) -> BTreeSet<UsedFixture> {
    let text = fs::read_to_string(path).unwrap_or_default();
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

/// How files are opened that are their owner's alone.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "http://127.0.0.1:8080";

    fn keys(main: &str) -> Keys {
        Keys([("main".to_owned(), main.to_owned())].into())
    }

    fn target() -> Target {
        let loan = |account: &str| TargetFixture {
            id: "loan-1".to_owned(),
            account: account.to_owned(),
            facts: BTreeMap::new().into(),
        };
        let fixtures = [("open_loan".to_owned(), vec![loan("main"), loan("other")])];
        Target {
            fixtures: fixtures.into(),
            ..Target::default()
        }
    }

    fn left(folder: &Path, base_url: &str, keys: &Keys) -> usize {
        let used = FixtureLedger::read(folder, &base_url.parse().unwrap(), keys);
        used.left(&target()).fixtures["open_loan"].len()
    }

    #[test]
    fn what_is_used_up_is_so_for_one_account_at_one_place() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (first, second) = (keys("canary-7f3a"), keys("card-of-a-new-account"));
        let used = FixtureLedger::read(folder, &BASE.parse().unwrap(), &first);
        let entry = used.entry("open_loan", &target().fixtures["open_loan"][0]);
        used.append([LedgerLine::Used(entry.clone())].into_iter())
            .unwrap();

        assert_eq!(
            left(folder, BASE, &first),
            1,
            "the other account's is another one"
        );
        assert_eq!(left(folder, BASE, &second), 2, "set up anew, with new keys");
        assert_eq!(left(folder, "http://127.0.0.1:8081", &first), 2);
        assert!(!fs::read_to_string(&used.path).unwrap().contains("canary"));

        used.append([LedgerLine::Returned(entry)].into_iter())
            .unwrap();
        assert_eq!(left(folder, BASE, &first), 2);
    }

    #[test]
    fn lines_of_another_version_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let old = r#"{"base_url":"http://127.0.0.1:8080","kind":"open_loan","id":"loan-1"}"#;
        fs::write(
            folder.path().join("used-fixtures.jsonl"),
            format!("{old}\nnonsense\n"),
        )
        .unwrap();
        assert_eq!(left(folder.path(), BASE, &keys("card-main")), 2);
    }
}
