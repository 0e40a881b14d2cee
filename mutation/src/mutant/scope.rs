//! Another account's things are shown, too: in a list, by their identifier, or in place of one's own.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::{Page, PagingKey};

use spec::Operation;

use super::{Mutation, When, account};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json, list};

pub(super) fn mutations(operation: Option<&Operation>) -> Vec<Mutation> {
    let lists = operation.is_some_and(|operation| operation.lists.is_some());
    let addresses = operation.is_some_and(|operation| !operation.path_parameters.is_empty());
    match (lists, addresses) {
        (true, _) => vec![
            Mutation::new("shared", "another account's things are listed, too", Shared),
            Mutation::new(
                "last_lost",
                "the last of the account's own things is not listed",
                LastLost,
            ),
            Mutation::new(
                "exchanged",
                "another account's things are listed instead",
                Exchanged,
            ),
        ],
        (false, true) => vec![
            Mutation::new(
                "reached",
                "another account's things are reached by their identifiers",
                Reached,
            ),
            Mutation::sometimes(
                "reached_again",
                "another account's things are reached once one's own were",
                Reached,
                When::Again,
            ),
            Mutation::new(
                "exchanged",
                "each account reaches the other's things, and not its own",
                Exchanged,
            ),
        ],
        (false, false) => account::ways_of_scope(),
    }
}

/// Also a variant, where the contract does not say whose things are listed.
pub(crate) struct Shared;

impl Intercept for Shared {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        beside_another(context)
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let accepted = |response: &Response| answer::is_accepted(context.contract, response);
        let Some(other) = upstream.extra.filter(|other| accepted(other)) else {
            return upstream.main;
        };
        if !accepted(&upstream.main) {
            return upstream.main;
        }
        let other = Json::parse(&other.body);
        let operation = context.call.operation;
        answer::edited(upstream.main, |body| {
            if let Some(other) = &other {
                let before = list::count(operation, body);
                json::merge_lists(body, other);
                let more = list::count(operation, body) - before;
                if more == 0 {
                    return;
                }
                // There is room for as many more on a page.
                list::tell(operation, body, PagingKey::Size, |size| size + more);
                let rest = Page::read(operation, other).map(|page| {
                    let total = page.total.unwrap_or_default();
                    total.saturating_sub(page.count())
                });
                list::tell(operation, body, PagingKey::Total, |total| {
                    total + rest.unwrap_or_default()
                });
                list::recount(operation, body, before);
            }
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Of each page the last thing is missing.
struct LastLost;

impl Intercept for LastLost {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        list::edited(context.call.operation, upstream.main, |items| {
            drop(items.pop())
        })
    }
}

/// The key is taken for that of another account.
pub(super) struct Exchanged;

impl Intercept for Exchanged {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        match beside_another(context) {
            RequestAction::ForwardBoth(_, other) => RequestAction::Forward(other),
            next => next,
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// What one's own account does not have is the other one's. Also a variant.
pub(crate) struct Reached;

impl Intercept for Reached {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let path = context.call.path();
        let mut things = path
            .iter()
            .filter_map(|name| context.known_state.thing(name));
        // Only there would a call with the other key do anything.
        match things.any(|thing| Some(thing.account.as_str()) != context.account()) {
            true => beside_another(context),
            false => RequestAction::Forward(context.request.clone()),
        }
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let theirs = upstream.extra.filter(|theirs| context.accepts(theirs));
        theirs
            .filter(|_| !context.accepts(&upstream.main))
            .unwrap_or(upstream.main)
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// The same call with the key of another account beside it.
fn beside_another(context: &InterceptContext<'_>) -> RequestAction {
    let sent = context.request.clone();
    let key = context.call.key.as_deref();
    match key.and_then(|key| context.known_state.key_of_other_account(key)) {
        Some(other) => {
            let beside = edit::with_key(&sent, &context.contract.service.auth.header, other);
            RequestAction::ForwardBoth(sent, beside)
        }
        None => RequestAction::Forward(sent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn lists_of_two_accounts_are_merged() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            server.request(&Shared, &sent),
            RequestAction::ForwardBoth(sent.clone(), other)
        );
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            server.request(&Exchanged, &sent),
            RequestAction::Forward(other)
        );
        let ours = response(200, r#"{"books":[{"n":1}]}"#);
        let theirs = response(200, r#"{"books":[{"n":2}]}"#);
        let both = response(200, r#"{"books":[{"n":1},{"n":2}]}"#);
        assert_eq!(
            server.response_to_both(&Shared, &sent, ours, Some(theirs)),
            both
        );
        let reader_gone = edit::with_key(&sent, "Library-Card", "card-3");
        assert_eq!(
            server.request(&Shared, &reader_gone),
            RequestAction::Forward(reader_gone)
        );
    }

    #[test]
    fn records_of_another_account_are_reachable() {
        let server = FakeServer::new();
        let ours = request("GET", "/books/b-1", None);
        assert_eq!(
            server.request(&Reached, &ours),
            RequestAction::Forward(ours.clone())
        );
        let sent = edit::with_key(&ours, "Library-Card", "card-2");
        assert_eq!(
            server.request(&Reached, &sent),
            RequestAction::ForwardBoth(sent.clone(), ours)
        );
        let gone = response(404, r#"{"message":"b-1 not found!"}"#);
        let book = response(200, r#"{"book":{"uuid":"b-1"}}"#);
        let shown = server.response_to_both(&Reached, &sent, gone.clone(), Some(book.clone()));
        assert_eq!(shown, book);
        let shown = server.response_to_both(&Reached, &sent, gone.clone(), Some(gone.clone()));
        assert_eq!(shown, gone);
    }
}
