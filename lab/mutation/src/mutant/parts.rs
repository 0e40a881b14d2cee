//! Building blocks of mutations for several kinds of clauses, and their common imports: the files beside this one
//! import all of it with `use super::parts::*`.

use std::borrow::Cow;

use referral_conformance::parsed::SentInputs;
use spec::{Condition, Contract, InputPart, Operation, Transition};

pub(super) use super::{ClauseContext, Mutation};
pub(super) use crate::prelude::*;

/// Reverses lists unless the call requests an order. Also a variant, where the contract does not state an order.
pub(crate) fn reverse_unsorted() -> Intercept {
    edit_lists(|items| items.reverse()).when(|cx| {
        !cx.call.operation.query.iter().any(|query| {
            let sent = cx.query(&query.name);
            let mut sorts = query.values.iter().filter(|value| value.orders());
            sorts.any(|value| sent == Some(value.wire.as_str()))
        })
    })
}

/// Calls after the operation was accepted.
pub(super) fn after_accepted(cx: &InterceptContext<'_>) -> bool {
    cx.history.last_accepted(cx.call).is_some()
}

/// Calls after the operation was accepted for another record.
pub(super) fn for_another_record(cx: &InterceptContext<'_>) -> bool {
    let identifiers = cx.call.identifiers();
    let mut accepted = cx.history.accepted_calls(&cx.call.operation.id);
    accepted.any(|past| identifiers.iter().any(|id| !past.sends_text(id)))
}

/// Calls after the operation was called for the same record, with any outcome.
pub(super) fn for_same_record(cx: &InterceptContext<'_>) -> bool {
    let path = cx.call.path_values();
    let mut past = cx.history.newest_first();
    past.any(|past| past.operation == cx.call.operation.id && past.path == path)
}

/// Calls with several optional inputs.
pub(super) fn with_several_inputs(cx: &InterceptContext<'_>) -> bool {
    let operation = cx.call.operation;
    let optional = cx.call.sent.iter().filter(|(input, _)| {
        let required = match input.part {
            InputPart::Path | InputPart::Header => true,
            InputPart::Query => {
                operation.query.iter().any(|query| query.required && query.name == input.name)
            }
            InputPart::Body => {
                operation.body.iter().any(|field| field.required && field.wire == input.name)
            }
        };
        !required
    });
    optional.count() > 1
}

/// A value of a query parameter.
#[derive(Clone)]
pub(super) struct ParameterValue {
    pub(super) parameter: String,
    pub(super) value: String,
}

impl ParameterValue {
    pub(super) fn new(parameter: &str, value: &str) -> Self {
        Self { parameter: parameter.to_owned(), value: value.to_owned() }
    }

    /// Whether the value was sent, alone or in a list separated by commas.
    pub(super) fn is_sent(&self, cx: &InterceptContext<'_>) -> bool {
        cx.query(&self.parameter).is_some_and(|sent| sent.split(',').any(|sent| sent == self.value))
    }

    /// Limits an intercept to calls with the value.
    pub(super) fn limit(&self, intercept: Intercept) -> Intercept {
        let value = self.clone();
        intercept.when(move |cx| value.is_sent(cx))
    }
}

/// Does not forward a query parameter.
pub(super) fn ignore_parameter(parameter: &str) -> Intercept {
    let parameter = parameter.to_owned();
    edit_request(move |cx| edit::without_query(cx.call.operation, cx.request, &parameter))
}

/// Replaces the number in a query parameter.
pub(super) fn change_number(parameter: &str, change: fn(u64) -> u64) -> Intercept {
    let parameter = parameter.to_owned();
    edit_request(move |cx| match cx.query(&parameter).and_then(|sent| sent.parse().ok()) {
        Some(number) => {
            edit::with_query(cx.call.operation, cx.request, &parameter, &change(number).to_string())
        }
        None => cx.request.clone(),
    })
}

/// The response to a valid request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// A refusal that the contract does not contain.
    Undocumented,
    /// The documented refusal of another defect.
    OtherCase,
    /// A 500 response.
    ServerError,
}

impl Rejection {
    pub(super) fn response(self, cx: &InterceptContext<'_>) -> Response {
        match self {
            Self::Undocumented => synthetic::undocumented_refusal(cx.contract),
            Self::OtherCase => other_case(cx),
            Self::ServerError => synthetic::server_error(),
        }
    }

    /// Rejects calls that the server has accepted.
    pub(super) fn of_accepted_calls(self) -> Intercept {
        replace_if(|cx, response| cx.accepts(response), move |cx| self.response(cx))
    }

    /// Rejects calls without forwarding them.
    pub(super) fn of_calls(self) -> Intercept {
        respond(move |cx| self.response(cx))
    }
}

/// A mutation for each form of rejection of the calls that satisfy the predicate.
pub(super) fn reject_calls_if(
    statement: &'static str,
    applies: impl Fn(&InterceptContext<'_>) -> bool + Clone + Send + Sync + 'static,
) -> Vec<Mutation> {
    [
        ("refused", Rejection::Undocumented),
        ("refused_as_other_case", Rejection::OtherCase),
        ("server_error", Rejection::ServerError),
    ]
    .map(|(name, rejection)| rejection.of_calls().when(applies.clone()).named(name, statement))
    .into()
}

/// The first documented refusal of a defect that would be visible in the request.
fn other_case(cx: &InterceptContext<'_>) -> Response {
    use Condition::{Blank, KeyAbsent, Malformed, Missing};
    match cx.find_case(|when| matches!(when, Missing(_) | Blank(_) | Malformed(_) | KeyAbsent)) {
        Some(case) => synthetic::documented_refusal(cx, case),
        None => synthetic::undocumented_refusal(cx.contract),
    }
}

/// Accepts calls that the server refuses with this case.
pub(super) fn accept_case(case: &str) -> Intercept {
    let case = case.to_owned();
    replace_if(move |cx, response| cx.is_refused_as(response, &case), synthetic::acceptance)
}

/// Mutations that accept calls that must be refused, each with its statement.
pub(super) fn acceptances(accept: Intercept, statements: [&'static str; 3]) -> Vec<Mutation> {
    let [accepted, empty, again] = statements;
    vec![
        accept.clone().named("accepted", accepted),
        with_empty_object(accept.clone()).named("empty_success", empty),
        accept.when(after_accepted).named("accepted_again", again),
    ]
}

/// Replaces acceptances that an intercept makes of refusals by a success with an empty object.
fn with_empty_object(intercept: Intercept) -> Intercept {
    on_response(move |cx, response| {
        let upstream = UpstreamResponses { main: response.clone(), extra: None };
        if intercept.on_response(cx, upstream) == response {
            response
        } else {
            synthetic::empty_object()
        }
    })
}

/// Acknowledges calls on known records without forwarding them.
pub(super) fn drop_call() -> Intercept {
    respond(synthetic::acceptance_without_effect).when(is_valid)
}

/// Whether the server would accept the call if the state of its records allows it.
fn is_valid(cx: &InterceptContext<'_>) -> bool {
    cx.is_about_known_records() && cx.call.has_required_members()
}

/// Forwards calls without one member of the body, if it has this value as text.
pub(super) fn drop_member(member: &str, value: Option<&str>) -> Intercept {
    let (member, value) = (member.to_owned(), value.map(str::to_owned));
    on_request(move |cx| {
        let sent = cx.call.input(InputPart::Body, &member);
        let expected = value.as_deref();
        let is_dropped =
            sent.is_some_and(|sent| expected.is_none_or(|expected| as_text(sent) == expected));
        if !is_dropped {
            return cx.forward();
        }
        let mut body = cx.call.operation.body.iter();
        if body.any(|field| field.wire == member && field.required) {
            // The server would refuse a call without the member.
            drop_call().on_request(cx)
        } else {
            RequestAction::Forward(edit::without_body_member(cx.request, &member))
        }
    })
}

fn as_text(value: &Json) -> Cow<'_, str> {
    value.text().map_or_else(|| value.to_string().into(), Cow::from)
}

/// Whether the inputs request the transition.
pub(super) fn is_requested(transition: &Transition, sent: &SentInputs) -> bool {
    transition.trigger.as_ref().is_none_or(|trigger| {
        sent.get(&trigger.input).and_then(Json::text) == Some(trigger.value.as_str())
    })
}

/// Whether a past call requested any transition.
pub(super) fn requests_any(contract: &Contract, past: &PastExchange) -> bool {
    contract.operation(&past.operation).is_some_and(|operation| {
        operation.transitions.iter().any(|transition| is_requested(transition, &past.sent))
    })
}

/// Whether an object describes a record in the path of a past call.
pub(super) fn is_about(members: &[(String, Json)], past: &PastExchange) -> bool {
    past.path.iter().any(|id| json::has_text(members, id))
}

/// A transition of an operation, by name.
#[derive(Clone)]
pub(super) struct TransitionRef {
    operation: String,
    /// `None` for the only transition of the operation.
    name: Option<String>,
}

impl TransitionRef {
    pub(super) fn new(operation: &Operation, name: Option<&str>) -> Self {
        Self { operation: operation.id.clone(), name: name.map(str::to_owned) }
    }

    /// Whether a call of an operation with these inputs requests the transition.
    pub(super) fn is_requested_by(
        &self,
        contract: &Contract,
        operation: &str,
        sent: &SentInputs,
    ) -> bool {
        self.operation == operation
            && contract
                .operation(operation)
                .and_then(|operation| operation.transition(self.name.as_deref()))
                .is_some_and(|transition| is_requested(transition, sent))
    }

    /// Whether the call requests the transition.
    pub(super) fn is_requested_in(&self, cx: &InterceptContext<'_>) -> bool {
        self.is_requested_by(cx.contract, &cx.call.operation.id, &cx.call.sent)
    }

    /// Whether a past call requested the transition and was accepted.
    pub(super) fn was_made_by(&self, contract: &Contract, past: &PastExchange) -> bool {
        past.is_accepted() && self.is_requested_by(contract, &past.operation, &past.sent)
    }
}

/// Uses the key of another account instead of the one that was sent.
pub(super) fn exchange_keys() -> Intercept {
    edit_request(|cx| with_other_key(cx).unwrap_or_else(|| cx.request.clone()))
}

/// A mutation that returns the main account for every key.
pub(super) fn one_account() -> Mutation {
    main_account_for_all().named("one_account", "every key reads the main account")
}

/// Returns the main account for every key.
pub(super) fn main_account_for_all() -> Intercept {
    let with_main_key = |cx: &InterceptContext<'_>| {
        let key = cx.known_state.main_key().filter(|main| cx.call.key.as_deref() != Some(main))?;
        cx.call.operation.method.is_safe().then(|| cx.with_key(key))
    };
    // A refused key stays refused.
    ask_twice(with_main_key, |cx, own, main| if cx.accepts(&own) { main } else { own })
}

/// Lists the records of another account after the own ones. Also a variant, where the contract does not state the scope.
///
/// Both lists are read whole and divided into pages here: pages of two lists do not add up to pages of one.
pub(crate) fn share_lists() -> Intercept {
    Intercept::new(
        |cx| match with_other_key(cx) {
            Some(other) => {
                RequestAction::ForwardBoth(whole_list(cx, cx.request), whole_list(cx, &other))
            }
            None => cx.forward(),
        },
        |cx, UpstreamResponses { main: own, extra }| {
            let Some(other) = extra.filter(|_| cx.accepts(&own)) else {
                return own;
            };
            let other = other.body.json().filter(|_| cx.accepts(&other));
            response::edit_body(own, |body| {
                if let Some(other) = &other {
                    json::merge_lists(body, other);
                }
                if let Some((number, size)) = requested_page(cx) {
                    list::cut_page(cx.call.operation, body, number, size);
                }
            })
        },
    )
}

/// Page size of a server that lists the records of all accounts, if the request has none.
const PAGE_SIZE: u64 = 50;

/// Larger than the lists of the test data.
const WHOLE: &str = "200";

/// The query parameters for the number and the size of a page.
fn page_parameters<'a>(cx: &InterceptContext<'a>) -> Option<(&'a str, &'a str)> {
    let operation = cx.call.operation;
    let number = contract::page_number(cx.contract, operation)?;
    Some((number, contract::page_size(cx.contract, operation)?))
}

/// Number and size of the requested page. `None` if the list has no pages or the numbers are invalid.
fn requested_page(cx: &InterceptContext<'_>) -> Option<(u64, u64)> {
    let (number, size) = page_parameters(cx)?;
    let sent = |name: &str, default| cx.query(name).map_or(Some(default), |n| n.parse().ok());
    let page = (sent(number, 1)?, sent(size, PAGE_SIZE)?);
    (page.0 > 0 && page.1 > 0).then_some(page)
}

/// The request for all pages at once, if the list has pages.
fn whole_list(cx: &InterceptContext<'_>, request: &Request) -> Request {
    match page_parameters(cx).filter(|_| requested_page(cx).is_some()) {
        Some((number, size)) => {
            let operation = cx.call.operation;
            let request = edit::without_query(operation, request, number);
            edit::with_query(operation, &request, size, WHOLE)
        }
        None => request.clone(),
    }
}

/// Finds records of another account by identifier. Also a variant.
pub(crate) fn reach_other_account() -> Intercept {
    let with_key_of_record = |cx: &InterceptContext<'_>| {
        let path = cx.call.path_values();
        let mut records = path.iter().filter_map(|id| cx.known_state.record(id));
        // The other key makes a difference only for records of another account.
        let is_of_another = records.any(|record| Some(record.account.as_str()) != cx.account());
        is_of_another.then(|| with_other_key(cx))?
    };
    ask_twice(
        with_key_of_record,
        |cx, own, other| {
            if cx.accepts(&other) && !cx.accepts(&own) { other } else { own }
        },
    )
}

/// The request with the key of another account.
fn with_other_key(cx: &InterceptContext<'_>) -> Option<Request> {
    let other = cx.known_state.key_of_other_account(cx.call.key.as_deref()?)?;
    Some(cx.with_key(other))
}
