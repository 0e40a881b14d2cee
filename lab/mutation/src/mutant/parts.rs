//! Building blocks of mutations for several kinds of clauses, and their common imports: the files beside this one
//! import all of it with `use super::parts::*`.

mod conditions;
mod dropped_write;
mod other_account;
mod parameters;
mod refusals;
mod transitions;

pub(super) use super::{ClauseContext, Mutation, Named};
pub(super) use crate::prelude::*;

pub(super) use conditions::{
    after_accepted, for_another_record, for_same_record, with_several_inputs,
};
pub(super) use dropped_write::{drop_call, drop_member};
pub(super) use other_account::{exchange_keys, main_account_for_all, one_account};
pub(crate) use other_account::{reach_other_account, share_lists};
pub(super) use parameters::{ParameterValue, change_number, ignore_parameter};
pub(super) use refusals::{Rejection, accept_case, reject_calls_if, with_empty_object};
pub(super) use transitions::{TransitionRef, is_about, is_requested, requests_any};

/// Reverses lists unless the call requests an order. Also a variant, where the contract does not state an order.
pub(crate) fn reverse_unsorted() -> impl Intercept {
    edit_lists(|items| items.reverse()).when(|cx| {
        !cx.call.operation.query.iter().any(|query| {
            let sent = cx.query(&query.name);
            let mut sorts = query.values.iter().filter(|value| value.sorts.is_some());
            sorts.any(|value| sent == Some(value.wire.as_str()))
        })
    })
}
