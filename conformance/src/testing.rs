//! Values for unit tests.

use std::collections::BTreeSet;
use std::sync::Arc;

use reader::{Sources, Span};
use spec::{Clause, ClauseKind, Evidence};

use crate::verdict::{ClauseVerdict, Verdict};

/// The verdict on a clause of the library.
pub(crate) fn clause_verdict(verdict: Verdict) -> ClauseVerdict {
    ClauseVerdict {
        clause: Arc::new(Clause {
            id: "lend_book.accepted".to_owned(),
            kind: ClauseKind::Acceptance,
            operation: Some("lend_book".to_owned()),
            section: "Lending".to_owned(),
            span: Span::new(Sources::new().add("lend_book.yaml", ""), 0..0),
            evidence: Evidence::Stated,
            untestable_because: None,
            statement: "A valid request is accepted.".to_owned(),
        }),
        verdict,
        witnesses: 0,
        subjects: 0,
        scenarios: Arc::default(),
        classes: None,
        failures: Vec::new(),
        unclear: Vec::new(),
        lacking: BTreeSet::new(),
    }
}
