//! What every request has in common.

use bytes::Bytes;

use super::{Answer, BuildError, InputError, OperationInfo, Refusal, Success};

/// The request of an operation: from a value to HTTP for clients, and back for servers.
pub trait Request: Sized + Sync {
    /// What is known of the operation.
    const INFO: &'static OperationInfo;

    /// What a server gives when all is well.
    type Success: Success;

    /// What a client reads when all is well.
    type Answer: Answer;

    /// The documented refusals.
    type Error: Refusal;

    /// The request to send, without key; its URI is path and query alone.
    ///
    /// # Errors
    /// When a value cannot stand in a URI.
    fn to_http(&self) -> Result<http::Request<Bytes>, BuildError>;

    /// Reads a request: the parameters of its path by name and decoded, its query string as it came,
    /// and its body. Members that nobody listed are ignored.
    ///
    /// # Errors
    /// The first input that is missing, blank or of another type.
    fn from_http(
        path: &[(&str, &str)],
        query: Option<&str>,
        body: &[u8],
    ) -> Result<Self, InputError>;
}
