//! The check of the caller's key, which comes before everything else.

use http::request::Parts;

use super::outcome::Fault;
use crate::models::{KeyError, OperationInfo};

/// Finds out who is calling.
pub trait KeyCheck: Send + Sync + 'static {
    /// What is known of a caller; each operation is handed it. So it may carry what implementations need of the
    /// request beside its inputs, such as an id that a layer has given it.
    type Caller: Clone + Send + Sync + 'static;

    /// Checks the key of a request, `None` if it carries none.
    ///
    /// `request` has what the server found beside the key: headers, and extensions such as the address of the peer.
    /// Whether a key must be sent is the check's decision: `operation.key_required` tells what is
    /// documented.
    fn check(
        &self,
        key: Option<&str>,
        request: &Parts,
        operation: &'static OperationInfo,
    ) -> impl Future<Output = Result<Self::Caller, Fault<KeyError>>> + Send;
}
