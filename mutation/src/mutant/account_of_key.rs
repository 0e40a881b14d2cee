//! Account of the key: the key of another account does not give access to that account.

use super::Mutation;
use super::parts::other_account::{exchange_keys, one_account};
use super::parts::rejection::Rejection;
use crate::intercept::{Intercept, InterceptContext, on_response};
use crate::list;

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        one_account(),
        Mutation::new(
            "refused_to_other_account",
            "the key of another account cannot read the records of that account",
            Rejection::Undocumented.of_accepted_calls_if(|cx| {
                !cx.call.operation.path_parameters.is_empty() && uses_other_account(cx)
            }),
        ),
        Mutation::new(
            "unlisted",
            "lists are empty for the key of another account",
            empty_lists_of_other_account(),
        ),
        Mutation::new("exchanged", "the keys of two accounts are exchanged", exchange_keys()),
    ]
}

/// Whether the key belongs to an account other than the main one.
fn uses_other_account(cx: &InterceptContext<'_>) -> bool {
    cx.account().is_some() && cx.call.key.as_deref() != cx.known_state.main_key()
}

fn empty_lists_of_other_account() -> impl Intercept {
    on_response(|cx, response| {
        if uses_other_account(cx) {
            list::edit_items(cx.call.operation, response, Vec::clear)
        } else {
            response
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn lists_are_empty_for_other_accounts() {
        let server = FakeServer::new();
        let intercept = empty_lists_of_other_account();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &sent, listed.clone()), listed);
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(server.response(&intercept, &other, listed), empty);
    }
}
