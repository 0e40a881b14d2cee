//! What a run of the suite shows of a mutant.

use mutation::evidence::Evidence;
use serde::{Deserialize, Serialize};

/// What a run of the suite shows of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The suite reports a clause as violated or deviating.
    Killed,
    /// The server does not start or no request to it succeeds, or the run does not end in time.
    Crashed,
    /// All responses are those of the unmutated reference: no request of the suite depends on the mutated code.
    Unreached,
    /// Responses differ, but only where the contract is silent.
    GapOnly,
    /// Responses differ where the contract states something, and the suite reports no clause, but the run does not conform:
    /// not all clauses are held, or data is left.
    Incomplete,
    /// Responses differ where the contract states something, and the run conforms.
    Survived,
}

impl Outcome {
    /// All outcomes, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::Killed,
        Self::Crashed,
        Self::Unreached,
        Self::GapOnly,
        Self::Incomplete,
        Self::Survived,
    ];

    /// The name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Crashed => "crashed",
            Self::Unreached => "unreached",
            Self::GapOnly => "gap_only",
            Self::Incomplete => "incomplete",
            Self::Survived => "survived",
        }
    }

    /// Whether the suite reports no clause although responses differ where the contract states something.
    #[must_use]
    pub fn is_survival(self) -> bool {
        matches!(self, Self::Incomplete | Self::Survived)
    }

    /// Whether the suite reports the mutant.
    #[must_use]
    pub fn is_detected(self) -> bool {
        matches!(self, Self::Killed | Self::Crashed)
    }
}

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The Rust code of the reference.
    Rust,
    /// Its SQL statements.
    Sql,
}

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
    /// What reports these clauses.
    #[serde(flatten)]
    pub evidence: Evidence,
}

impl MutantRecord {
    /// A record without reported clauses.
    #[must_use]
    pub fn unreported(outcome: Outcome, differences: Vec<String>) -> Self {
        Self { outcome, clauses: Vec::new(), differences, evidence: Evidence::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_can_be_read_as_evidence() {
        let evidence = Evidence {
            reporters: [("books/add_book/two_books".to_owned(), 2)].into(),
            ..Evidence::default()
        };
        let record = MutantRecord {
            clauses: vec!["add_book.accepted".to_owned()],
            evidence: evidence.clone(),
            ..MutantRecord::unreported(Outcome::Killed, Vec::new())
        };
        let result = MutantResult {
            id: "1a".to_owned(),
            source: Source::Rust,
            operator: "literal".to_owned(),
            place: "ids.rs".to_owned(),
            line: Some(3),
            function: None,
            change: "replace a with b".to_owned(),
            record: record.clone(),
        };
        let json = serde_json::to_string(&result).unwrap();
        assert_eq!(serde_json::from_str::<Evidence>(&json).unwrap(), evidence);
        assert_eq!(serde_json::from_str::<MutantRecord>(&json).unwrap(), record);
    }
}
