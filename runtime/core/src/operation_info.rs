//! Static facts about an operation.

use http::{Method, StatusCode};

/// Static facts about an operation.
#[derive(Debug)]
#[non_exhaustive]
pub struct OperationInfo {
    /// Its id, also the name of its method in client and server.
    pub id: &'static str,
    /// Its HTTP method.
    pub method: Method,
    /// Its path below the base URL; parameters in braces.
    pub path: &'static str,
    /// The section of the document that describes it.
    pub section: &'static str,
    /// Whether a key must be sent; `None` where the document does not say.
    pub key_required: Option<bool>,
    /// The status of a success; `None` where the document does not say.
    pub success_status: Option<StatusCode>,
    /// Whether its requests have a body; a server does not read another one.
    pub takes_body: bool,
    /// Paths with an empty segment for which a refusal of a blank parameter is documented.
    pub blank_paths: &'static [&'static str],
}

impl OperationInfo {
    /// An operation without a body, for which nothing is said about key and status.
    #[must_use]
    pub const fn new(
        id: &'static str,
        method: Method,
        path: &'static str,
        section: &'static str,
    ) -> Self {
        Self {
            id,
            method,
            path,
            section,
            key_required: None,
            success_status: None,
            takes_body: false,
            blank_paths: &[],
        }
    }

    /// Sets whether a key must be sent.
    #[must_use]
    pub const fn key_required(mut self, required: bool) -> Self {
        self.key_required = Some(required);
        self
    }

    /// Sets the status of a success. A number that is not an HTTP status is ignored.
    #[must_use]
    pub const fn success_status(mut self, number: u16) -> Self {
        if let Ok(status) = StatusCode::from_u16(number) {
            self.success_status = Some(status);
        }
        self
    }

    /// Declares that requests have a body.
    #[must_use]
    pub const fn takes_body(mut self) -> Self {
        self.takes_body = true;
        self
    }

    /// Sets the paths with an empty segment at which requests are served.
    #[must_use]
    pub const fn blank_paths(mut self, paths: &'static [&'static str]) -> Self {
        self.blank_paths = paths;
        self
    }
}
