//! The log: one line per request, and internal errors, as JSON or for people.
//!
//! A line never contains a key, an e-mail address or other input: requests are named by the template of their route, and
//! errors are described by [`describe_error`], which leaves out what the database quotes.

mod cause;
mod fields;
mod filter;
mod limited;
mod line;
mod request;
mod trace_context;

use std::io::{IsTerminal, stderr};

use strum::{Display, EnumString, VariantNames};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

pub use cause::describe_error;
pub use filter::{Filter, ParseFilterError};
pub use limited::warn_limited;
pub use request::{
    current_operation, current_request_id, record_account, record_operation, with_request_id,
};
pub use trace_context::traceparent;

use crate::log::fields::Form;

/// Format of the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[strum(parse_err_ty = ParseFormatError, parse_err_fn = unknown_format)]
pub enum Format {
    /// Human-readable on a terminal, else JSON.
    Auto,
    /// Human-readable.
    Human,
    /// One JSON object a line.
    Json,
}

/// The text is not the name of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a format of logs; write one of auto, human, json")]
pub struct ParseFormatError;

fn unknown_format(_: &str) -> ParseFormatError {
    ParseFormatError
}

/// Starts logging to stderr. Only the first call of a process has an effect.
///
/// The message of a panic may quote input, so only its location is logged.
pub fn init(filter: &Filter, format: Format) {
    let terminal = stderr().is_terminal();
    let form = match format {
        Format::Json => Form::Json,
        Format::Auto if !terminal => Form::Json,
        Format::Auto | Format::Human => Form::Human { color: terminal },
    };
    // A line that cannot be written is lost; a note about it on stderr would panic.
    let layer = tracing_subscriber::fmt::layer().with_writer(stderr).log_internal_errors(false);
    let layer = layer.event_format(form);
    let first = tracing_subscriber::registry().with(filter.targets()).with(layer).try_init();
    if first.is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            let at = panic.location().map(ToString::to_string);
            tracing::error!(at, "a panic");
        }));
    }
}
