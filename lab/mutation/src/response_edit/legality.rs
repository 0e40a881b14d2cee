//! The oracle, an independent implementation of the contract's rules: whether a correct server could send a response.
//!
//! It is small, shares no code with the judge, and looks at one request and its response alone. What only a sequence of
//! calls can decide is *unknown*.

use jiff::{SignedDuration, Timestamp};
use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;
use spec::{
    Body, Contract, Direction, ErrorCase, Filter, InputRef, PageFact, Paging, QueryParameter, Slot,
    Type,
};

use super::call::Call;
use super::location::Key;
use super::operator::Operator;
use super::shape::contradiction;

/// How far the time of a call may be from the time of the run.
const CALL_TIME: SignedDuration = SignedDuration::from_hours(24);

/// Whether a correct server could send a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// It could.
    Legal,
    /// It could not, for this reason.
    Illegal(String),
    /// The request and the response do not decide it.
    Unknown,
}

/// The oracle.
#[derive(Clone, Copy)]
pub struct Oracle<'c> {
    /// The contract.
    pub contract: &'c Contract,
    /// The time of the run.
    pub now: Timestamp,
}

impl Oracle<'_> {
    /// Classifies an edited response. The original is a correct server's, to a request that must be accepted or refused with
    /// a documented message.
    #[must_use]
    pub fn classify(
        &self,
        request: &Request,
        original: &Response,
        edited: &Response,
        edit: (Operator, &[Key]),
    ) -> Legality {
        let Some(call) = Call::parse(self.contract, request) else {
            return Legality::Unknown;
        };
        if let Some(reason) = self.contradiction(&call, edited) {
            return Legality::Illegal(reason);
        }
        let other_outcome = if original.is_success() {
            (!edited.is_success()).then(|| "the call must be accepted".to_owned())
        } else {
            self.other_refusal(&call, original, edited)
        };
        if let Some(reason) = other_outcome {
            return Legality::Illegal(reason);
        }
        if self.is_free(&call, original, edit) { Legality::Legal } else { Legality::Unknown }
    }

    /// Why a correct server does not send this response; `None` if the contract does not contradict it.
    #[must_use]
    pub fn contradiction_of(&self, request: &Request, response: &Response) -> Option<String> {
        self.contradiction(&Call::parse(self.contract, request)?, response)
    }

    fn contradiction(&self, call: &Call<'_>, response: &Response) -> Option<String> {
        let body = response.body.json();
        if let Some(message) = self.message(body) {
            let of_status = self.status_contradiction(call, message, response.status);
            return of_status.or_else(|| self.code_contradiction(call, message, body?));
        }
        // Errors without a documented message, faults of the server and redirects may have any body.
        if !response.is_success() {
            return None;
        }
        let success = &call.operation.success;
        let sent = |input: &InputRef| Some(call.input(input)?.written());
        let further = success.status_of(call.operation, sent).map(|further| further.status);
        let mut free = success.free_statuses().filter(|_| further.is_none());
        if let Some(status) = further.or(success.status.value().copied())
            && status != response.status
            && free.all(|free| free != response.status)
        {
            return Some(format!("the stated status is {status}"));
        }
        match success.body.value()? {
            Body::Empty => (!response.body.is_empty()).then(|| "the body is not empty".to_owned()),
            documented @ (Body::Envelope(_) | Body::Bare(_)) => {
                let Some(body) = body else {
                    return Some("the body is not JSON".to_owned());
                };
                let mut members = documented.members().iter();
                let wrong = members.find_map(|member| match body.member(&member.wire) {
                    None => Some(format!("`{}` is missing", member.wire)),
                    Some(value) => {
                        let reason = contradiction(self.contract, &member.ty, value)?;
                        Some(match &*member.wire {
                            "" => format!("the body: {reason}"),
                            wire => format!("`{wire}`: {reason}"),
                        })
                    }
                });
                wrong.or_else(|| self.values_contradiction(call, body))
            }
        }
    }

    /// The message of an error body.
    fn message<'j>(&self, body: Option<&'j Json>) -> Option<&'j str> {
        body?.at(&self.contract.service.error_body.member)?.text()
    }

    /// The documented cases that a message belongs to.
    fn cases<'s>(
        &'s self,
        call: &'s Call<'_>,
        message: &str,
    ) -> impl Iterator<Item = &'s ErrorCase> {
        let cases = call.operation.errors.iter().chain(&self.contract.service.errors);
        cases.filter(move |case| case.text().is_some_and(|text| text.matches(message).is_some()))
    }

    fn status_contradiction(&self, call: &Call<'_>, message: &str, status: u16) -> Option<String> {
        let stated: Vec<_> = self.cases(call, message).map(|case| case.status.value()).collect();
        let is_excluded = |stated: &Option<&u16>| stated.is_some_and(|stated| *stated != status);
        (!stated.is_empty() && stated.iter().all(is_excluded))
            .then(|| format!("{status} is not the stated status of the refusal"))
    }

    fn code_contradiction(&self, call: &Call<'_>, message: &str, body: &Json) -> Option<String> {
        let path = self.contract.service.error_body.code.as_ref()?;
        let shown = body.at(path).and_then(Json::text);
        let mut stated = self.cases(call, message).map(|case| case.code.as_ref()?.value());
        let is_excluded =
            |stated: Option<&String>| stated.is_some_and(|stated| Some(stated.as_str()) != shown);
        // Without a case, nothing is stated.
        let first = stated.next()?;
        (is_excluded(first) && stated.all(is_excluded))
            .then(|| "not the stated code of the refusal".to_owned())
    }

    /// Why a response cannot stand for a documented refusal.
    fn other_refusal(
        &self,
        call: &Call<'_>,
        original: &Response,
        edited: &Response,
    ) -> Option<String> {
        let body = original.body.json();
        let before = self.message(body)?;
        self.cases(call, before).next()?;
        let body = edited.body.json();
        let after = self.message(body);
        let is_documented = after.is_some_and(|after| self.cases(call, after).next().is_some());
        (!is_documented).then(|| "not the documented message".to_owned())
    }

    /// Whether members of the envelope contradict the request or each other.
    fn values_contradiction(&self, call: &Call<'_>, body: &Json) -> Option<String> {
        let success = &call.operation.success;
        for echo in &success.echoes {
            let sent = call.input(&echo.from);
            let is_address = |text: &str| text.contains('@');
            let applies = |sent: &Json| {
                echo.when.is_none_or(|when| sent.text().map(is_address) == Some(!when.is_own()))
            };
            let answered = body.member(&echo.member)?.get(&echo.field);
            if let Some(sent) = sent.filter(applies)
                && !answered.is_some_and(|answered| same(answered, &sent))
            {
                return Some(format!("`{}` is not what was sent", echo.field));
            }
        }
        for field in &success.call_time_fields {
            let answered = body.member(&field.member)?.get(&field.field)?.text()?;
            let time = answered.parse::<Timestamp>().ok();
            if time.is_some_and(|time| time.duration_since(self.now).abs() > CALL_TIME) {
                return Some(format!("`{}` is not the time of the call", field.field));
            }
        }
        let items = self.items(call, body)?;
        let paging = call.operation.paging.as_ref().and_then(Slot::value);
        paging.and_then(|paging| meta_contradiction(paging, body, items.len())).or_else(|| {
            let mut parameters = call.operation.query.iter();
            parameters.find_map(|parameter| selection_contradiction(call, parameter, items))
        })
    }

    /// The listed records.
    fn items<'j>(&self, call: &Call<'_>, body: &'j Json) -> Option<&'j [Json]> {
        let mut members = call.operation.success.body.value()?.members().iter();
        let list = members.find(|member| matches!(member.ty, Type::List(_)))?;
        body.member(&list.wire)?.items()
    }

    /// Whether the contract says nothing that the edit could touch.
    fn is_free(
        &self,
        call: &Call<'_>,
        original: &Response,
        (operator, location): (Operator, &[Key]),
    ) -> bool {
        let body = original.body.json();
        let message = self.message(body);
        match operator {
            Operator::ReorderMembers | Operator::Blanks => true,
            Operator::AddMember => {
                // A record within another value may be compared as a whole; the top level is open.
                let is_bare = matches!(call.operation.success.body.value(), Some(Body::Bare(_)));
                location.is_empty() && !is_bare && !self.is_closed(message.is_some())
            }
            Operator::OtherStatus | Operator::ServerError => match message {
                Some(message) => {
                    let mut cases = self.cases(call, message).peekable();
                    cases.peek().is_some() && cases.all(|case| case.status.value().is_none())
                }
                None => call.operation.success.status.value().is_none(),
            },
            _ => false,
        }
    }

    /// Whether an error body, or the envelope of a success, has stated members only.
    fn is_closed(&self, is_error: bool) -> bool {
        is_error && self.contract.service.error_body.further_members.value() == Some(&false)
    }
}

/// Whether two values are equal, numbers by value.
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => {
            left.parse::<f64>().ok() == right.parse::<f64>().ok()
        }
        // A number in the query or the path is a text.
        (Json::Number(left), Json::Text(right)) => left == right,
        _ => left == right,
    }
}

fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(digits) => digits.parse().ok(),
        _ => None,
    }
}

fn meta_contradiction(paging: &Paging, body: &Json, shown: usize) -> Option<String> {
    let Some(holder) = body.member(paging.meta.as_deref().unwrap_or_default()) else {
        return Some(format!("`{}` is missing", paging.meta.as_deref().unwrap_or_default()));
    };
    for member in &paging.members {
        let (name, value) = (&member.wire, holder.get(&member.wire));
        match (member.says, value) {
            (Some(PageFact::Next), None | Some(Json::Null | Json::Text(_))) => {}
            (_, None) => return Some(format!("`{name}` is missing")),
            (Some(PageFact::More), Some(Json::Bool(_))) => {}
            (Some(PageFact::More | PageFact::Next), Some(_)) => {
                return Some(format!("`{name}` is of another type"));
            }
            (_, Some(value)) => {
                if paging.integers.value() == Some(&true)
                    && number(value).is_none_or(|number| number.fract() != 0.0)
                {
                    return Some(format!("`{name}` is not an integer"));
                }
            }
        }
    }
    let name = paging.member(PageFact::Total)?;
    let total = holder.get(name).and_then(number)?;
    #[expect(clippy::cast_precision_loss, reason = "the items of one response are few")]
    (total < shown as f64).then(|| format!("`{name}` is less than the items shown"))
}

/// Whether the listed records contradict a filter or a sort of the request.
fn selection_contradiction(
    call: &Call<'_>,
    parameter: &QueryParameter,
    items: &[Json],
) -> Option<String> {
    let sent = call.query(&parameter.key())?;
    if let Some(Filter::Compares { field, bound }) = &parameter.filter
        && let Ok(sent) = sent.parse::<f64>()
    {
        let values = items.iter().filter_map(|item| number(item.get(field)?));
        let mut orderings = values.filter_map(|value| value.partial_cmp(&sent));
        if orderings.any(|ordering| !bound.keeps(ordering)) {
            return Some(format!("`{field}` does not pass the filter"));
        }
    }
    if let Some(Filter::Equals { field }) = &parameter.filter
        && parameter.several.is_none()
    {
        let mut values = items.iter().filter_map(|item| item.get(field)?.text());
        if values.any(|value| value != sent) {
            return Some(format!("`{field}` does not pass the filter"));
        }
    }
    let value = parameter.values.iter().find(|value| value.wire == sent)?;
    let order = Some(value).filter(|value| value.orders()).and_then(|_| {
        let sent = |query: &QueryParameter| Some(call.query(&query.key())?.to_owned());
        call.operation.requested_order(sent)
    })?;
    let field = order.by.as_ref()?;
    let values: Option<Vec<f64>> = items.iter().map(|item| number(item.get(field)?)).collect();
    let is_sorted = values?.is_sorted_by(|one, next| match order.direction {
        Direction::Ascending => one <= next,
        Direction::Descending => one >= next,
    });
    (!is_sorted).then(|| format!("not sorted by `{field}`"))
}
