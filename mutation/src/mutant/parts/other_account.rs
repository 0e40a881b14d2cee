//! Confusion of accounts: calls are also, or only, made with the key of another account.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::{Page, PagingKey};

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses, on_request};
use crate::mutant::Mutation;
use crate::{answer, edit, json, list};

/// Uses the key of another account instead of the one that was sent.
pub(in crate::mutant) fn exchange_keys() -> impl Intercept {
    on_request(|cx| match forward_with_other_key(cx) {
        RequestAction::ForwardBoth(_, other) => RequestAction::Forward(other),
        action => action,
    })
}

/// A mutation that returns the main account for every key.
pub(in crate::mutant) fn one_account() -> Mutation {
    Mutation::new("one_account", "every key reads the main account", MainAccountForAll)
}

/// Returns the main account for every key.
pub(in crate::mutant) struct MainAccountForAll;

impl Intercept for MainAccountForAll {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let sent = cx.request.clone();
        let main_key =
            cx.known_state.main_key().filter(|main| cx.call.key.as_deref() != Some(main));
        match main_key {
            Some(key) if cx.call.operation.method.is_safe() => {
                let other = edit::with_key(&sent, &cx.contract.service.auth.header, key);
                RequestAction::ForwardBoth(sent, other)
            }
            _ => RequestAction::Forward(sent),
        }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        // A refused key stays refused.
        let accepted = cx.accepts(&upstream.main);
        upstream.extra.filter(|_| accepted).unwrap_or(upstream.main)
    }
}

/// Adds the records of another account to lists. Also a variant, where the contract does not state the scope.
pub(crate) struct ShareLists;

impl Intercept for ShareLists {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        forward_with_other_key(cx)
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let other = upstream.extra.filter(|other| cx.accepts(other));
        let other = other.and_then(|other| Json::parse(&other.body));
        let Some(other) = other.filter(|_| cx.accepts(&upstream.main)) else {
            return upstream.main;
        };
        let operation = cx.call.operation;
        answer::edit_body(upstream.main, |body| {
            let before = list::count(operation, body);
            json::merge_lists(body, &other);
            let added = list::count(operation, body) - before;
            if added == 0 {
                return;
            }
            // The page grows by the added items.
            list::set_meta(operation, body, PagingKey::Size, |size| size + added);
            let on_other_pages = Page::read(operation, &other).map_or(0, |page| {
                let total = page.total.unwrap_or_default();
                total.saturating_sub(page.count())
            });
            list::set_meta(operation, body, PagingKey::Total, |total| total + on_other_pages);
            list::update_totals(operation, body, before);
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Finds records of another account by identifier. Also a variant.
pub(crate) struct ReachOtherAccount;

impl Intercept for ReachOtherAccount {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let path = cx.call.path_values();
        let mut records = path.iter().filter_map(|id| cx.known_state.record(id));
        // The other key makes a difference only for records of another account.
        if records.any(|record| Some(record.account.as_str()) != cx.account()) {
            forward_with_other_key(cx)
        } else {
            cx.forward()
        }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        upstream
            .extra
            .filter(|other| cx.accepts(other) && !cx.accepts(&upstream.main))
            .unwrap_or(upstream.main)
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Forwards the call and the same call with the key of another account.
fn forward_with_other_key(cx: &InterceptContext<'_>) -> RequestAction {
    let key = cx.call.key.as_deref();
    match key.and_then(|key| cx.known_state.key_of_other_account(key)) {
        Some(other) => {
            let extra = edit::with_key(cx.request, &cx.contract.service.auth.header, other);
            RequestAction::ForwardBoth(cx.request.clone(), extra)
        }
        None => cx.forward(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn other_key_gets_the_main_account() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        assert_eq!(
            server.request_action(&MainAccountForAll, &sent),
            RequestAction::Forward(sent.clone())
        );
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            server.request_action(&MainAccountForAll, &other),
            RequestAction::ForwardBoth(other.clone(), sent)
        );
        let (theirs, ours) = (response(200, r#"{"books":[]}"#), response(200, r#"{"books":[1]}"#));
        let shown =
            |main| server.response_to_both(&MainAccountForAll, &other, main, Some(ours.clone()));
        assert_eq!(shown(theirs), ours);
        let refused = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(shown(refused.clone()), refused);
    }

    #[test]
    fn lists_of_two_accounts_are_merged() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            server.request_action(&ShareLists, &sent),
            RequestAction::ForwardBoth(sent.clone(), other.clone())
        );
        assert_eq!(server.request_action(&exchange_keys(), &sent), RequestAction::Forward(other));
        let ours = response(200, r#"{"books":[{"n":1}]}"#);
        let theirs = response(200, r#"{"books":[{"n":2}]}"#);
        let both = response(200, r#"{"books":[{"n":1},{"n":2}]}"#);
        assert_eq!(server.response_to_both(&ShareLists, &sent, ours, Some(theirs)), both);
        let expired = edit::with_key(&sent, "Library-Card", "card-3");
        assert_eq!(server.request_action(&ShareLists, &expired), RequestAction::Forward(expired));
    }

    #[test]
    fn records_of_another_account_are_reachable() {
        let server = FakeServer::new();
        let ours = request("GET", "/books/b-1", None);
        assert_eq!(
            server.request_action(&ReachOtherAccount, &ours),
            RequestAction::Forward(ours.clone())
        );
        let sent = edit::with_key(&ours, "Library-Card", "card-2");
        assert_eq!(
            server.request_action(&ReachOtherAccount, &sent),
            RequestAction::ForwardBoth(sent.clone(), ours)
        );
        let gone = response(404, r#"{"message":"b-1 not found!"}"#);
        let book = response(200, r#"{"book":{"uuid":"b-1"}}"#);
        for other in [&book, &gone] {
            let shown = server.response_to_both(
                &ReachOtherAccount,
                &sent,
                gone.clone(),
                Some(other.clone()),
            );
            assert_eq!(shown, *other);
        }
    }
}
