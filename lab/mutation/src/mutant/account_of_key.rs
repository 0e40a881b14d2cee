//! Account of the key: the key of another account does not give access to that account.

use super::parts::*;

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        one_account(),
        Rejection::Undocumented
            .of_accepted_calls()
            .when(|cx| !cx.call.operation.path_parameters.is_empty() && uses_other_account(cx))
            .named(
                "refused_to_other_account",
                "the key of another account cannot read the records of that account",
            ),
        empty_lists_of_other_account()
            .named("unlisted", "lists are empty for the key of another account"),
        exchange_keys().named("exchanged", "the keys of two accounts are exchanged"),
    ]
}

/// Whether the key belongs to an account other than the main one.
fn uses_other_account(cx: &InterceptContext<'_>) -> bool {
    cx.account().is_some() && cx.call.key.as_deref() != cx.known_state.main_key()
}

fn empty_lists_of_other_account() -> impl Intercept {
    edit_items(Vec::clear).when(uses_other_account)
}
