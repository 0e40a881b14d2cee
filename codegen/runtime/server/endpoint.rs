//! What serving an operation needs beside its request; each operation's file tells it.

use axum::routing::MethodFilter;

use crate::models::{InputError, Request};

/// An operation, told by the type of its requests.
pub(crate) trait Endpoint: Request + Send + 'static {
    /// Its method, for the router.
    const METHOD: MethodFilter;

    /// Paths with an empty segment at which a refusal of a blank parameter is documented.
    const BLANK_PATHS: &'static [&'static str] = &[];

    /// The documented refusal of an input that is missing or cannot be read.
    fn refuse_input(_error: &InputError) -> Option<Self::Error> {
        None
    }
}
