//! One way to make a call: what was sent, and the answers, one for each page.

use spec::{Contract, Operation};

use crate::exchange::AttemptTrace;
use crate::judge::answer::{Answer, AnswerClass};
use crate::judge::sent_inputs::SentInputs;
use crate::page::Page;
use crate::reason::Reason;

/// One way to make a call, read.
#[derive(Clone, Debug)]
pub(in crate::judge) struct Attempt {
    pub(in crate::judge) sent: SentInputs,
    /// One for each page; never empty.
    pub(in crate::judge) answers: Vec<Answer>,
    pub(in crate::judge) complete: bool,
    /// Whether it is one answer, or pages that showed the same when they were read once more. Items of
    /// other pages may have been moved by others while they were read.
    pub(in crate::judge) stood_still: bool,
}

fn page<'a>(operation: &Operation, answer: &'a Answer) -> Option<Page<'a>> {
    Page::read(operation, answer.json.as_ref()?)
}

impl Attempt {
    /// Reads what was played; `None` if nothing was sent.
    pub(super) fn read(
        contract: &Contract,
        operation: &Operation,
        attempt: &AttemptTrace,
    ) -> Option<Self> {
        let sent = SentInputs::parse(operation, &attempt.exchanges.first()?.request);
        let read = |exchange| Answer::read(contract, operation, exchange);
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

    /// The standing of the first page that is not accepted, or else that all are.
    pub(in crate::judge) fn class(&self) -> AnswerClass {
        let odd = self
            .answers
            .iter()
            .find(|answer| answer.class != AnswerClass::Accepted);
        match odd.or(self.answers.first()) {
            Some(answer) => answer.class,
            None => AnswerClass::Unusable(Reason::NoCapture),
        }
    }

    /// Whether any page holds the text.
    pub(in crate::judge) fn holds(&self, text: &str) -> bool {
        let mut pages = self
            .answers
            .iter()
            .filter_map(|answer| answer.json.as_ref());
        pages.any(|json| json.holds_text(text))
    }
}
