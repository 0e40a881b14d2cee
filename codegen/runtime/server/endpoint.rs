//! What serving an operation needs beside its request; each operation's file tells it.

use axum::routing::MethodFilter;
use http::StatusCode;

use crate::models::{InputError, KeyError, Request};

/// An operation, told by the type of its requests.
pub(crate) trait Endpoint: Request + Send + 'static {
    /// Its method, for the router.
    const METHOD: MethodFilter;

    /// Whether its requests have a body; one that comes all the same is not read.
    const TAKES_BODY: bool = false;

    /// Paths with an empty segment at which a refusal of a blank parameter is documented.
    const BLANK_PATHS: &'static [&'static str] = &[];

    /// The documented refusal of an input that is missing or cannot be read.
    fn refuse_input(_error: &InputError) -> Option<Self::Error> {
        None
    }

    /// The status of a refusal about the key, where it is another one here than elsewhere.
    fn key_status(_error: &KeyError) -> Option<StatusCode> {
        None
    }
}
