//! Scope: records of another account are returned.

use super::parts::conditional::Trigger;
use super::parts::other_account::{
    MainAccountForAll, ReachOtherAccount, ShareLists, exchange_keys, one_account,
};
use super::{Mutation, Target};
use crate::intercept::{Intercept, on_response};
use crate::list;

pub(super) fn mutations(target: Target<'_>) -> Vec<Mutation> {
    let operation = target.operation;
    let lists = operation.is_some_and(|operation| operation.lists.is_some());
    let has_path = operation.is_some_and(|operation| !operation.path_parameters.is_empty());
    if lists {
        vec![
            Mutation::new("shared", "records of another account are listed as well", ShareLists),
            Mutation::new("last_lost", "the last record is not listed", drop_last_item()),
            Mutation::new(
                "exchanged",
                "records of another account are listed instead",
                exchange_keys(),
            ),
        ]
    } else if has_path {
        vec![
            Mutation::new(
                "reached",
                "records of another account are found by identifier",
                ReachOtherAccount,
            ),
            Mutation::conditional(
                "reached_again",
                "records of another account are found after one of the own account",
                ReachOtherAccount,
                Trigger::AfterAccepted,
            ),
            Mutation::new(
                "exchanged",
                "only records of another account are found",
                exchange_keys(),
            ),
        ]
    } else {
        vec![
            one_account(),
            Mutation::new("exchanged", "the keys of two accounts are exchanged", exchange_keys()),
            Mutation::conditional(
                "one_account_again",
                "every key reads the main account after it was read once",
                MainAccountForAll,
                Trigger::AfterAccepted,
            ),
        ]
    }
}

fn drop_last_item() -> impl Intercept {
    on_response(|cx, response| {
        list::edit_items(cx.call.operation, response, |items| {
            items.pop();
        })
    })
}
