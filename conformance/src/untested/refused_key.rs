//! A key that was refused, and how the report says so.

use std::collections::BTreeSet;
use std::fmt;

use crate::redact::{Quote, Redactor};
use crate::text::escape;

/// A key that was refused, while no call with it was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedKey {
    /// Kind of the key.
    pub kind: String,
    /// Where it came from: the name of a variable or a file.
    pub source: String,
    /// The first refusal.
    pub(crate) said: Quote,
    /// Number of calls whose response refused it.
    pub refused: usize,
    /// Number of calls that should have been accepted.
    pub calls: usize,
    /// The statuses of the other responses, which do not say whether the key is good.
    pub others: BTreeSet<u16>,
}

impl fmt::Display for RefusedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, source, refused, calls, .. } = self;
        let said = escape(&self.said);
        write!(f, "the key `{kind}` was refused in ")?;
        if self.others.is_empty() {
            write!(f, "all calls: {said}")?;
        } else {
            let others: Vec<_> = self.others.iter().map(u16::to_string).collect();
            let others = others.join(" or ");
            write!(f, "{refused} of {calls} calls: {said}; the others were answered {others}")?;
        }
        write!(f, "; check the key in {source}")
    }
}

/// The text of a refusal: its message, or else its status.
pub(crate) fn describe_refusal(status: u16, message: Option<&str>, redactor: &Redactor) -> Quote {
    match message {
        Some(message) => redactor.quote(format!("`{message}`")),
        None => redactor.quote(format!("status {status}")),
    }
}
