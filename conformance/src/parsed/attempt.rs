//! One attempt of a call: what was sent, and the answers, one for each page.

use spec::{Contract, Operation};

use super::answer::{Answer, AnswerClass};
use super::sent_inputs::SentInputs;
use crate::exchange::AttemptTrace;
use crate::page::Page;
use crate::reason::Reason;

/// One attempt of a call, parsed.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) sent: SentInputs,
    /// One for each page; never empty.
    pub(crate) answers: Vec<Answer>,
    pub(crate) complete: bool,
    /// Whether it is one answer, or pages that showed the same when they were read once more. Items of
    /// other pages may have been moved by others while they were read.
    pub(crate) stood_still: bool,
}

fn page<'a>(operation: &Operation, answer: &'a Answer) -> Option<Page<'a>> {
    Page::read(operation, answer.json.as_ref()?)
}

impl Attempt {
    /// Parses an attempt; `None` if nothing was sent.
    pub(crate) fn parse(
        contract: &Contract,
        operation: &Operation,
        attempt: &AttemptTrace,
    ) -> Option<Self> {
        let sent = SentInputs::parse(operation, &attempt.exchanges.first()?.request);
        let read = |exchange| Answer::parse(contract, operation, exchange);
        let answers: Vec<_> = attempt.exchanges.iter().map(read).collect();
        let again: Vec<_> = attempt.reread.iter().map(read).collect();
        let same =
            |(one, other): (&Answer, &Answer)| match (page(operation, one), page(operation, other))
            {
                (Some(one), Some(other)) => one.items == other.items && one.total == other.total,
                _ => false,
            };
        let alike = answers.iter().zip(&again).all(same);
        Some(Self {
            sent,
            stood_still: answers.len() == 1 || (again.len() == answers.len() && alike),
            answers,
            complete: attempt.complete,
        })
    }

    /// The class of the first page that is not accepted, or `Accepted`.
    pub(crate) fn class(&self) -> AnswerClass {
        let odd = self.answers.iter().find(|answer| answer.class != AnswerClass::Accepted);
        match odd.or(self.answers.first()) {
            Some(answer) => answer.class,
            None => AnswerClass::Unusable(Reason::NoCapture),
        }
    }

    /// Whether any page holds the text.
    pub(crate) fn holds(&self, text: &str) -> bool {
        let mut pages = self.answers.iter().filter_map(|answer| answer.json.as_ref());
        pages.any(|json| json.holds_text(text))
    }
}
