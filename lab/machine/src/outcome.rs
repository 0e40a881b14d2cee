//! What a run of the suite shows of a mutant.

pub use mutation::strength::{Outcome, Source};
use serde::{Deserialize, Serialize};

/// A mutant and the result of its run. Reports are lists of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MutantResult {
    /// Id, which does not depend on lines.
    pub id: String,
    /// What it changes.
    pub source: Source,
    /// Name of the operator.
    pub operator: String,
    /// The file below the sources of the reference, or the purpose of the statement.
    pub place: String,
    /// Line of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Path of the function in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The change, for readers.
    pub change: String,
    /// The record of its run.
    #[serde(flatten)]
    pub record: MutantRecord,
}

/// The result of a run against a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantRecord {
    /// The outcome.
    pub outcome: Outcome,
    /// The clauses that the suite reports.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// The first places where responses differ, those that the contract states first; or why the run crashed.
    #[serde(default)]
    pub differences: Vec<String>,
}

impl MutantRecord {
    /// A record without reported clauses.
    #[must_use]
    pub fn unreported(outcome: Outcome, differences: Vec<String>) -> Self {
        Self { outcome, clauses: Vec::new(), differences }
    }
}
