//! Finds operations that the service does not seem to implement: every call was answered 404 or
//! 405.

use std::collections::{BTreeMap, BTreeSet};

use crate::untested::Survey;

/// Operations that do not seem to be implemented.
#[derive(Clone, Debug, Default)]
pub struct Unimplemented {
    /// Their statuses, by id.
    statuses: BTreeMap<String, BTreeSet<u16>>,
}

impl Unimplemented {
    /// An operation is absent if each call that should have been accepted was answered 404 or 405, and no call
    /// with a documented message of the operation.
    pub(crate) fn find(survey: &Survey) -> Self {
        let absent = survey.unreached().filter(|(_, statuses)| {
            !statuses.is_empty() && statuses.iter().all(|status| matches!(status, 404 | 405))
        });
        Self { statuses: absent.map(|(id, statuses)| (id.to_owned(), statuses.clone())).collect() }
    }

    /// One note per absent operation.
    pub(super) fn notes(&self) -> Vec<String> {
        self.statuses.keys().filter_map(|id| self.note(id)).collect()
    }

    /// The note for an operation, if it is absent.
    pub(super) fn note(&self, operation: &str) -> Option<String> {
        let statuses = self.statuses.get(operation)?;
        let statuses: Vec<_> = statuses.iter().map(u16::to_string).collect();
        Some(format!(
            "every call of {operation} was answered {}: if it is not implemented yet, answer 501",
            statuses.join(" or ")
        ))
    }
}
