//! What is known of an operation before it is called.

use http::{Method, StatusCode};

/// What is known of an operation before it is called.
#[derive(Debug)]
#[non_exhaustive]
pub struct OperationInfo {
    /// Its id: also the name of its method in client and server.
    pub id: &'static str,
    /// Its method.
    pub method: Method,
    /// Its path below the base URL; parameters in braces.
    pub path: &'static str,
    /// The section of the document that describes it.
    pub section: &'static str,
    /// Whether a key must be sent; `None` where the document does not say.
    pub key_required: Option<bool>,
    /// The status when all is well; `None` where it is not known.
    pub success_status: Option<StatusCode>,
}

/// A status by its number; there is none below 100 or above 999.
pub const fn status(number: Option<u16>) -> Option<StatusCode> {
    match number {
        None => None,
        Some(number) => match StatusCode::from_u16(number) {
            Ok(status) => Some(status),
            Err(_) => None,
        },
    }
}
