//! Further statuses of a success.

use reader::Span;

use super::{Operation, Section, Success, TransitionTrigger};

/// Another status of a success, which has the same body.
#[derive(Clone, Debug, PartialEq)]
pub struct FurtherStatus {
    /// Its name in ids.
    pub name: String,
    /// HTTP status.
    pub status: u16,
    /// The value of an input with which a success has this status; `None` where the document does not say which success
    /// has it.
    pub when: Option<TransitionTrigger>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl Success {
    /// The further status of a request. `sent` returns the text that was sent for an input.
    pub fn status_of<'s>(
        &self,
        operation: &Operation,
        sent: impl Fn(&super::InputRef) -> Option<&'s str>,
    ) -> Option<&FurtherStatus> {
        self.further_statuses.iter().find(|further| {
            further.when.as_ref().is_some_and(|when| {
                let default = || operation.body_field(&when.input.name)?.default.as_ref();
                let is_default =
                    || default().is_some_and(|it| it.value.as_str() == Some(&*when.value.value));
                sent(&when.input).map_or_else(is_default, |text| text == when.value.value)
            })
        })
    }

    /// The further statuses that any success may have.
    pub fn free_statuses(&self) -> impl Iterator<Item = u16> {
        let free = self.further_statuses.iter().filter(|further| further.when.is_none());
        free.map(|further| further.status)
    }
}
