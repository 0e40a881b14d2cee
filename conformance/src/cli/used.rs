//! Fixtures that earlier runs used up: a target file is written once, a rejected thing stays so.
//!
//! Kept beside the journals, by base URL. Handing one out again would accuse a server of refusing
//! what can be done only once.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::plan::{Decision, Plan};
use crate::suite::Suite;
use crate::target::{BaseUrl, Target};

/// What was used up, and where that is noted.
pub(super) struct Used {
    path: PathBuf,
    base_url: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    base_url: String,
    kind: String,
    id: String,
}

impl Used {
    /// What is noted in a folder; nothing if there is no note yet. Lines that cannot be read are
    /// of another version of this program and left alone.
    pub(super) fn read(folder: &Path, base_url: &BaseUrl) -> Self {
        let path = folder.join("used-fixtures.jsonl");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let entries = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        Self {
            path,
            base_url: base_url.to_string(),
            entries,
        }
    }

    /// Takes out of a target what was used up there, and says how much that was.
    pub(super) fn remove_from(&self, target: &mut Target) -> usize {
        let mut removed = 0;
        for (kind, fixtures) in &mut target.fixtures {
            let before = fixtures.len();
            fixtures.retain(|fixture| !self.entries.contains(&self.entry(kind, &fixture.id)));
            removed += before - fixtures.len();
        }
        removed
    }

    /// Notes what a plan is going to use up.
    pub(super) fn note(&self, suite: &Suite, plan: &Plan) -> anyhow::Result<()> {
        let mut lines = String::new();
        for (scenario, entry) in suite.scenarios.iter().zip(&plan.entries) {
            let Decision::Play(fixtures) = &entry.decision else {
                continue;
            };
            for need in &scenario.needs {
                let kind = suite
                    .contract
                    .service
                    .fixtures
                    .iter()
                    .find(|kind| kind.kind == need.kind);
                let consumed = kind.is_some_and(|kind| kind.consumed);
                if let Some(fixture) = fixtures.get(&need.name).filter(|_| consumed) {
                    let entry = self.entry(&need.kind, &fixture.id);
                    lines.push_str(&serde_json::to_string(&entry)?);
                    lines.push('\n');
                }
            }
        }
        let shown = self.path.display();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)
            .with_context(|| format!("cannot note in `{shown}` which fixtures are used up"))?;
        Ok(file.write_all(lines.as_bytes())?)
    }

    fn entry(&self, kind: &str, id: &str) -> Entry {
        let (base_url, kind, id) = (self.base_url.clone(), kind.to_owned(), id.to_owned());
        Entry { base_url, kind, id }
    }

    /// Where it is noted.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
