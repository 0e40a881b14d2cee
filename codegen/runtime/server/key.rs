//! The check of the caller's key, which comes before everything else.

use super::outcome::Fault;
use crate::models::{KeyError, OperationInfo};

/// Finds out who is calling.
pub trait KeyCheck: Send + Sync + 'static {
    /// What is known of a caller; each operation is handed it.
    type Caller: Clone + Send + Sync + 'static;

    /// Checks the key of a request, `None` if it carries none.
    ///
    /// Whether a key must be sent is the check's decision: `operation.key_required` tells what is
    /// documented.
    fn check(
        &self,
        key: Option<&str>,
        operation: &'static OperationInfo,
    ) -> impl Future<Output = Result<Self::Caller, Fault<KeyError>>> + Send;
}
