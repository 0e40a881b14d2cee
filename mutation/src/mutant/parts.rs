//! Building blocks of mutations for several kinds of clauses.

pub(super) mod accepted_refusal;
pub(super) mod conditional;
pub(super) mod dropped_write;
pub(super) mod fields;
pub(super) mod other_account;
pub(super) mod query;
pub(super) mod rejection;
pub(super) mod reversed;
pub(super) mod side_effect;
pub(super) mod transitions;
