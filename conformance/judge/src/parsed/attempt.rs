//! One attempt of a call: what was sent, and the responses, one for each page.

use spec::{Contract, InputPart, InputRef, Operation};

use super::response::{ParsedResponse, ResponseClass};
use super::sent_inputs::SentInputs;
use crate::contract;
use crate::exchange::{AttemptTrace, Exchange};
use crate::json::Json;
use crate::page::is_whole;
use crate::reason::Reason;
use crate::redact::Redactor;

#[derive(Clone, Debug)]
pub struct Attempt {
    pub sent: SentInputs,
    /// What was sent for each page.
    pub sent_for_pages: Vec<SentInputs>,
    /// One for each page; never empty.
    pub responses: Vec<ParsedResponse>,
    /// Whether the responses show the whole list.
    pub complete: bool,
    /// Whether it is one response, or pages that showed the same when they were read once more. Items of
    /// other pages may have been moved by others while they were read.
    pub unchanged_while_read: bool,
    /// Whether a page showed something else when it was read once more.
    pub changed_while_read: bool,
}

impl Attempt {
    /// Parses an attempt; `None` if nothing was sent.
    pub fn parse(
        contract: &Contract,
        operation: &Operation,
        attempt: &AttemptTrace,
        redactor: &Redactor,
    ) -> Option<Self> {
        let sent = SentInputs::parse(contract, operation, &attempt.exchanges.first()?.request);
        let sent = sent.without_tried_pages(contract, operation);
        let parse = |exchange| ParsedResponse::parse(contract, operation, exchange, redactor);
        let responses: Vec<_> = attempt.exchanges.iter().map(parse).collect();
        let reread: Vec<_> = attempt.reread.iter().map(parse).collect();
        let is_same = |(response, reread): (&ParsedResponse, &ParsedResponse)| {
            let pages = response.page(operation).zip(reread.page(operation));
            pages.is_some_and(|(one, other)| one.items == other.items && one.total == other.total)
        };
        let is_whole = match responses.as_slice() {
            [only] => {
                let page = only.page(operation);
                let selection = contract::page_selection(operation);
                // A later page may also say that it is the last one.
                let is_later = selection.is_some_and(|selection| {
                    sent.get(&InputRef::new(InputPart::Query, &selection.start.wire)).is_some()
                });
                let says_last = page.is_some_and(|page| page.more.is_some());
                is_whole(operation, page) && !(is_later && says_last)
            }
            _ => false,
        };
        let exchanges = attempt.exchanges.iter();
        let of_page =
            |exchange: &Exchange| SentInputs::parse(contract, operation, &exchange.request);
        let sent_for_pages = match exchanges.len() {
            1 => vec![sent.clone()],
            _ => exchanges.map(of_page).collect(),
        };
        Some(Self {
            sent,
            sent_for_pages,
            unchanged_while_read: responses.len() == 1
                || (reread.len() == responses.len() && responses.iter().zip(&reread).all(is_same)),
            changed_while_read: !reread.is_empty()
                && (reread.len() != responses.len() || !responses.iter().zip(&reread).all(is_same)),
            responses,
            complete: attempt.complete || is_whole,
        })
    }

    /// The class of the first page that is not accepted, or `Accepted`.
    pub fn class(&self) -> ResponseClass {
        let odd = self.responses.iter().find(|response| response.class != ResponseClass::Accepted);
        odd.or(self.responses.first())
            .map_or(ResponseClass::Unusable(Reason::NoCapture), |response| response.class)
    }

    pub fn is_accepted(&self) -> bool {
        self.class() == ResponseClass::Accepted
    }

    /// Whether it was accepted, and no item moved from page to page while the pages were read.
    pub fn is_read(&self) -> bool {
        self.is_accepted() && self.unchanged_while_read
    }

    /// The body of each page that is JSON.
    pub fn pages(&self) -> impl Iterator<Item = &Json> + Clone {
        self.responses.iter().filter_map(|response| response.json())
    }

    /// Whether any page shows the text as a value, and not only as the name of a member.
    pub fn shows(&self, text: &str) -> bool {
        self.pages().any(|page| page.holds_string(text))
    }

    pub fn holds(&self, text: &str) -> bool {
        self.responses.iter().any(|response| response.holds(text))
    }
}
