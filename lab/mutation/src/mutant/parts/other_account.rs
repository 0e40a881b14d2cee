//! Confusion of accounts: calls are also, or only, made with the key of another account.

use crate::mutant::{Mutation, Named};
use crate::prelude::*;

/// Uses the key of another account instead of the one that was sent.
pub(crate) fn exchange_keys() -> impl Intercept {
    edit_request(|cx| with_other_key(cx).unwrap_or_else(|| cx.request.clone()))
}

/// A mutation that returns the main account for every key.
pub(crate) fn one_account() -> Mutation {
    main_account_for_all().named("one_account", "every key reads the main account")
}

/// Returns the main account for every key.
pub(crate) fn main_account_for_all() -> impl Intercept {
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
pub(crate) fn share_lists() -> impl Intercept {
    intercept(
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
            answer::edit_body(own, |body| {
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
            edit::with_query(&edit::without_query(request, number), size, WHOLE)
        }
        None => request.clone(),
    }
}

/// Finds records of another account by identifier. Also a variant.
pub(crate) fn reach_other_account() -> impl Intercept {
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
