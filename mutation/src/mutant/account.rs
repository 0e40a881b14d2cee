//! Every key of an account shows the things of the main one.

use referral_conformance::exchange::Response;

use super::scope::Exchanged;
use super::{Mutation, When};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, list};

/// Where an operation shows the account itself.
pub(super) fn ways_of_scope() -> Vec<Mutation> {
    vec![
        one_account(),
        Mutation::new(
            "exchanged",
            "the keys of two accounts are exchanged",
            Exchanged,
        ),
        Mutation::sometimes(
            "one_account_again",
            "every key shows the main account once it was shown",
            MainForAll,
            When::Again,
        ),
    ]
}

fn one_account() -> Mutation {
    Mutation::new(
        "one_account",
        "every key shows the main account",
        MainForAll,
    )
}

pub(super) fn mutations() -> Vec<Mutation> {
    let locked_out = "the key of another account does not reach what is in it";
    vec![
        one_account(),
        Mutation::new("locked_out", locked_out, LockedOut),
        Mutation::new(
            "unlisted",
            "lists are empty for the key of another account",
            Unlisted,
        ),
        Mutation::new(
            "exchanged",
            "the keys of two accounts are exchanged",
            Exchanged,
        ),
    ]
}

/// Lists are empty for the keys of all accounts but the main one.
struct Unlisted;

impl Intercept for Unlisted {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let main = context.call.key.as_deref() == context.known_state.main_key();
        match main || context.account().is_none() {
            true => upstream.main,
            false => list::edited(context.call.operation, upstream.main, Vec::clear),
        }
    }
}

/// What the path names is refused to the keys of all accounts but the main one.
struct LockedOut;

impl Intercept for LockedOut {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let main = context.call.key.as_deref() == context.known_state.main_key();
        let names = !context.call.operation.path_parameters.is_empty();
        match names && !main && context.account().is_some() && context.accepts(&upstream.main) {
            true => answer::undocumented_refusal(context.contract),
            false => upstream.main,
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

struct MainForAll;

impl Intercept for MainForAll {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.request.clone();
        let main = context
            .known_state
            .main_key()
            .filter(|main| context.call.key.as_deref() != Some(main));
        match main {
            Some(main) if context.call.operation.method.is_safe() => {
                let beside = edit::with_key(&sent, &context.contract.service.auth.header, main);
                RequestAction::ForwardBoth(sent, beside)
            }
            _ => RequestAction::Forward(sent),
        }
    }

    /// A key that is refused is refused still: whose account a key is of is the only thing broken.
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let accepted = answer::is_accepted(context.contract, &upstream.main);
        upstream.extra.filter(|_| accepted).unwrap_or(upstream.main)
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
            server.request(&MainForAll, &sent),
            RequestAction::Forward(sent.clone())
        );
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            server.request(&MainForAll, &other),
            RequestAction::ForwardBoth(other.clone(), sent)
        );
        let (theirs, ours) = (
            response(200, r#"{"books":[]}"#),
            response(200, r#"{"books":[1]}"#),
        );
        let shown = server.response_to_both(&MainForAll, &other, theirs, Some(ours.clone()));
        assert_eq!(shown, ours);
        let refused = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(
            server.response_to_both(&MainForAll, &other, refused.clone(), Some(ours)),
            refused
        );
    }

    #[test]
    fn lists_are_empty_for_other_accounts() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        assert_eq!(server.response(&Unlisted, &sent, listed.clone()), listed);
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(server.response(&Unlisted, &other, listed), empty);
    }
}
