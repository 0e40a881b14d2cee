//! An answer, before it is written as HTTP.

use conformance_model::json::Json;

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub status: u16,
    /// `None` for an empty body.
    pub body: Option<Json>,
    /// Target of the header `Link` with `rel="next"`, as path and query.
    pub next: Option<String>,
    /// Names and values of other headers.
    pub headers: Vec<(String, String)>,
}

impl Answer {
    pub(crate) fn new(status: u16, body: Option<Json>) -> Self {
        Self { status, body, next: None, headers: Vec::new() }
    }
}
