//! What several kinds of clauses share.

pub(crate) mod lists;
pub(crate) mod locate;
pub(crate) mod mixed_up;
pub(crate) mod order;
pub(crate) mod pages;
pub(crate) mod records;
pub(crate) mod refusals;
pub(crate) mod state_before;
pub(crate) mod valid_request;
