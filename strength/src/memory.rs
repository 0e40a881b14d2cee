//! What a proxy remembers of the server behind it.

use std::collections::{BTreeMap, BTreeSet};

use referral_conformance::exchange::Response;

use crate::call::Call;

/// Earlier exchanges, as far as bends need them.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The last accepted answer of each operation.
    accepted: BTreeMap<String, Response>,
    /// Operations, and the paths they were accepted for.
    done: BTreeSet<(String, Vec<String>)>,
}

impl Memory {
    /// Keeps an accepted answer of the server.
    pub fn keep(&mut self, call: &Call<'_>, response: &Response) {
        self.accepted
            .insert(call.operation.id.clone(), response.clone());
        self.done.insert((call.operation.id.clone(), call.path()));
    }

    /// The last accepted answer of the operation that is called.
    #[must_use]
    pub fn accepted(&self, call: &Call<'_>) -> Option<&Response> {
        self.accepted.get(&call.operation.id)
    }

    /// Whether a call of this operation on the same things was accepted.
    #[must_use]
    pub fn was_done(&self, call: &Call<'_>) -> bool {
        self.done
            .contains(&(call.operation.id.clone(), call.path()))
    }
}
