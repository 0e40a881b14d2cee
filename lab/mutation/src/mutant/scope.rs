//! Scope: records of another account are returned.

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    let operation = target.operation;
    if operation.is_some_and(|operation| operation.lists.is_some()) {
        vec![
            share_lists().named("shared", "records of another account are listed as well"),
            edit_items(|items| drop(items.pop()))
                .named("last_lost", "the last record is not listed"),
            exchange_keys().named("exchanged", "records of another account are listed instead"),
        ]
    } else if operation.is_some_and(|operation| !operation.path_parameters.is_empty()) {
        vec![
            reach_other_account()
                .named("reached", "records of another account are found by identifier"),
            reach_other_account().when(after_accepted).named(
                "reached_again",
                "records of another account are found after one of the own account",
            ),
            exchange_keys().named("exchanged", "only records of another account are found"),
        ]
    } else {
        vec![
            one_account(),
            exchange_keys().named("exchanged", "the keys of two accounts are exchanged"),
            main_account_for_all().when(after_accepted).named(
                "one_account_again",
                "every key reads the main account after it was read once",
            ),
        ]
    }
}
