//! One response, classified before anything is asked of it: accepted, refused, or not usable.

use std::borrow::Cow;

use http::HeaderMap;
use http::header::{LINK, LOCATION};
use spec::{Body, Contract, MemberPath, Operation, Type};

use conformance_model::error_entries;

use crate::contract::{self, Said};
use crate::exchange::{Exchange, Fault, Response, ResponseBody};
use crate::finding::{Failure, NotHeld};
use crate::json::Json;
use crate::page::Page;
use crate::reason::Reason;
use crate::redact::{Quote, Redactor};

use super::types;

#[derive(Clone, Debug)]
pub struct ParsedResponse {
    pub exchange: u32,
    pub class: ResponseClass,
    /// HTTP status; 0 when there was no response.
    pub status: u16,
    body: ResponseBody,
    /// The header `Link`, if the response is that of a list that uses it.
    link: Option<String>,
    /// The headers that the document describes.
    headers: HeaderMap,
    /// The message, if this is a refusal in the documented error body.
    pub message: Option<String>,
    redactor: Redactor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseClass {
    /// A status of success, and not the error body.
    Accepted,
    /// Anything else that is a response.
    Refused,
    /// It shows nothing, for this reason.
    Unusable(Reason),
}

impl ParsedResponse {
    /// Parses the response of an exchange, to be quoted by the redactor.
    pub fn parse(
        contract: &Contract,
        operation: &Operation,
        exchange: &Exchange,
        redactor: &Redactor,
    ) -> Self {
        let (status, body) = match &exchange.outcome {
            Ok(response) => (response.status, response.body.clone()),
            Err(_) => (0, ResponseBody::default()),
        };
        let json = body.json();
        let error = json.and_then(|json| contract::error_message(contract, json));
        let success = (200..300).contains(&status);
        // A stated success with one more member beside it is still one.
        let stated = success && is_stated(contract, operation, json);
        let message = error.filter(|_| !stated).map(str::to_owned);
        let unusable = match &exchange.outcome {
            Err(Fault::Stopped) => Some(Reason::Stopped),
            Err(Fault::Unanswered) => Some(Reason::Unanswered),
            Err(Fault::Throttled) => Some(Reason::Throttled),
            Err(Fault::Oversized) => Some(Reason::Oversized),
            Err(Fault::FailedFast) => Some(Reason::FailedFast),
            Err(Fault::NotStarted) => Some(Reason::NotStarted),
            Err(Fault::Unsettled) => Some(Reason::Unsettled),
            Err(fault) if fault.is_unreadable() => Some(Reason::Unreadable),
            Err(_) => Some(Reason::Transport),
            Ok(_) if status == 429 => Some(Reason::RateLimited),
            Ok(_) if status == 501 => Some(Reason::NotImplemented),
            Ok(response) if response.is_unavailable() => Some(Reason::Unavailable),
            Ok(response) if message.is_none() && is_redirect(response) => Some(Reason::Redirected),
            Ok(response) if response.coding().is_some() => Some(Reason::Unreadable),
            Ok(_) => None,
        };
        let class = match unusable {
            Some(reason) => ResponseClass::Unusable(reason),
            None if success && message.is_none() => ResponseClass::Accepted,
            None => ResponseClass::Refused,
        };
        let is_linked = contract::paging(operation).is_some_and(|paging| paging.link);
        let link = exchange.outcome.as_ref().ok().filter(|_| is_linked);
        let link = link.and_then(|response| response.header(LINK)).map(str::to_owned);
        let has_headers = contract::response_headers(contract, operation).next().is_some();
        let headers = exchange.outcome.as_ref().ok().filter(|_| has_headers);
        let headers = headers.map(|response| response.headers.clone()).unwrap_or_default();
        let (exchange, redactor) = (exchange.number, redactor.of_response());
        Self { exchange, class, status, body, link, headers, message, redactor }
    }

    /// Whether the body is the one the contract states; `None` where it is silent.
    pub fn is_as_documented(&self, operation: &Operation) -> Option<bool> {
        match operation.success.body.stated()? {
            Body::Empty => Some(self.is_empty()),
            Body::Envelope(_) | Body::Bare(_) => is_envelope(operation, self.json()),
        }
    }

    /// The value of a header that the document describes. Bytes that are no UTF-8 are replaced.
    pub fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        self.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()))
    }

    /// The body, if it is JSON.
    pub fn json(&self) -> Option<&Json> {
        self.body.json()
    }

    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    pub fn holds(&self, text: &str) -> bool {
        self.json().is_some_and(|json| json.holds_text(text))
    }

    /// What it says, if it is a refusal.
    pub fn said<'r>(&'r self, contract: &Contract) -> Said<'r> {
        let codes =
            self.json().map(|json| error_entries::codes(contract, json)).unwrap_or_default();
        let message = self.message.as_deref();
        Said { status: self.status, message, codes, is_empty: self.is_empty() }
    }

    pub fn page(&self, operation: &Operation) -> Option<Page<'_>> {
        let page = Page::read(operation, self.json()?)?;
        Some(page.with_link(operation, self.link.as_deref()))
    }

    pub fn at(&self, path: &MemberPath) -> Option<&Json> {
        self.json()?.at(path)
    }

    /// The member of the body; the body itself for an empty name.
    pub fn member(&self, name: &str) -> Option<&Json> {
        self.json()?.member(name)
    }

    pub fn breach(&self, expected: impl Into<String>) -> NotHeld {
        self.breach_at("", expected, self.summary())
    }

    pub fn breach_at(
        &self,
        pointer: impl Into<String>,
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> NotHeld {
        NotHeld::Breach(Box::new(Failure {
            exchange: self.exchange,
            pointer: self.redactor.quote(pointer),
            expected: self.redactor.quote(expected),
            actual: self.redactor.quote(actual),
        }))
    }

    pub fn short(&self, value: &Json) -> Quote {
        self.redactor.short_quote(value.to_string())
    }

    /// The response in a few words: its status and, if it is short, what it says.
    pub fn summary(&self) -> String {
        let body = match (&self.message, self.json()) {
            (Some(message), _) => format!("`{message}`"),
            (None, Some(json)) => self.short(json).into(),
            (None, None) if self.is_empty() => "an empty body".to_owned(),
            (None, None) if self.body.is_page() => "a web page instead of JSON".to_owned(),
            (None, None) => "a body that is not JSON".to_owned(),
        };
        format!("{} with {body}", self.status)
    }
}

/// Whether a response points elsewhere instead of saying anything.
fn is_redirect(response: &Response) -> bool {
    (300..400).contains(&response.status) && response.headers.contains_key(LOCATION)
}

/// Whether a body is the stated success. Any object could be a bare record, so that one has the members of the record.
fn is_stated(contract: &Contract, operation: &Operation, json: Option<&Json>) -> bool {
    let has_members = || match operation.success.body.stated() {
        Some(Body::Bare(body)) if matches!(body.ty, Type::Record(_)) => {
            let fields = contract::fields(contract, &body.ty).iter();
            let mut present =
                fields.filter(|field| field.present.stated() == Some(&true)).peekable();
            if present.peek().is_none() {
                return json.and_then(|json| contract::error_message(contract, json)).is_none();
            }
            present.all(|field| json.is_some_and(|json| json.get(&field.wire).is_some()))
        }
        _ => true,
    };
    is_envelope(operation, json) == Some(true) && has_members()
}

/// Whether a body has every stated member; `None` where none is stated.
fn is_envelope(operation: &Operation, json: Option<&Json>) -> Option<bool> {
    let members = contract::envelope(operation)?;
    Some(members.iter().all(|member| {
        json.and_then(|json| json.member(&member.wire))
            .is_some_and(|value| types::is_of_shape(value, &member.ty))
    }))
}
