//! Records the statements of a store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use referral_reference::store::StatementHook;

use super::mutant::Statements;
use crate::sequence::CurrentRequest;

/// The statements that ran, and the migrations in order.
#[derive(Clone, Default)]
pub struct Recorder {
    /// The request that runs the next statement.
    pub(crate) request: CurrentRequest,
    recorded: Arc<Mutex<Recorded>>,
}

#[derive(Debug, Default)]
struct Recorded {
    statements: Statements,
    /// The operations whose requests run the statements of a purpose.
    operations: BTreeMap<String, BTreeSet<String>>,
    migrations: Vec<String>,
}

impl Recorder {
    /// A hook that records and changes nothing.
    #[must_use]
    pub fn hook(&self) -> StatementHook {
        let recorded = Arc::clone(&self.recorded);
        let request = self.request.clone();
        StatementHook::new(move |doing, text| {
            let mut recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
            if doing == StatementHook::MIGRATE {
                recorded.migrations.push(text.to_owned());
            } else {
                recorded.statements.entry(doing.to_owned()).or_default().insert(text.to_owned());
                let operations = recorded.operations.entry(doing.to_owned()).or_default();
                operations.extend(request.operation());
            }
            None
        })
    }

    /// The statements by purpose.
    #[must_use]
    pub fn statements(&self) -> Statements {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).statements.clone()
    }

    /// The operations whose requests run the statements of each purpose.
    #[must_use]
    pub fn operations(&self) -> BTreeMap<String, BTreeSet<String>> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).operations.clone()
    }

    /// The migrations in order.
    #[must_use]
    pub fn migrations(&self) -> Vec<String> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).migrations.clone()
    }
}
