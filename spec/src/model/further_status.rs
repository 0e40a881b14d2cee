//! Further statuses of a success.

use reader::Span;

use super::{InputCondition, InputPart, InputRef, Operation, Section, Success};

/// Another status of a success, which has the same body.
#[derive(Clone, Debug, PartialEq)]
pub struct FurtherStatus {
    /// Its name in ids.
    pub name: String,
    /// HTTP status.
    pub status: u16,
    /// The requests whose success has this status; `None` where the document does not say which success
    /// has it.
    pub when: Option<InputCondition>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl Success {
    /// The further status of a request. `sent` returns the value that was sent for an input, as it is written in JSON,
    /// texts without quotes.
    pub fn status_of(
        &self,
        operation: &Operation,
        sent: impl Fn(&InputRef) -> Option<String>,
    ) -> Option<&FurtherStatus> {
        self.further_statuses.iter().find(|further| {
            let sent = |input: &InputRef| sent(input).or_else(|| default(operation, input));
            further.when.as_ref().is_some_and(|when| when.holds(sent))
        })
    }

    /// The further statuses that any success may have.
    pub fn free_statuses(&self) -> impl Iterator<Item = u16> {
        let free = self.further_statuses.iter().filter(|further| further.when.is_none());
        free.map(|further| further.status)
    }
}

/// The value of an input that is left out.
fn default(operation: &Operation, input: &InputRef) -> Option<String> {
    match input.part {
        InputPart::Query => operation.query_parameter(&input.name)?.default.clone(),
        InputPart::Body => {
            let default = &operation.body_field(&input.name)?.default.as_ref()?.value;
            Some(default.as_str().map_or_else(|| default.to_string(), str::to_owned))
        }
        _ => None,
    }
}
