//! Records the statements of a store.

use std::sync::{Arc, Mutex, PoisonError};

use referral_reference::store::StatementHook;

use super::mutant::Statements;

/// The statements that ran, and the migrations in order.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    recorded: Arc<Mutex<Recorded>>,
}

#[derive(Debug, Default)]
struct Recorded {
    statements: Statements,
    migrations: Vec<String>,
}

impl Recorder {
    /// A hook that records and changes nothing.
    #[must_use]
    pub fn hook(&self) -> StatementHook {
        let recorded = Arc::clone(&self.recorded);
        StatementHook::new(move |doing, text| {
            let mut recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
            if doing == StatementHook::MIGRATE {
                recorded.migrations.push(text.to_owned());
            } else {
                recorded.statements.entry(doing.to_owned()).or_default().insert(text.to_owned());
            }
            None
        })
    }

    /// The statements by purpose.
    #[must_use]
    pub fn statements(&self) -> Statements {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).statements.clone()
    }

    /// The migrations in order.
    #[must_use]
    pub fn migrations(&self) -> Vec<String> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).migrations.clone()
    }
}
