//! What several kinds of clauses share.

pub mod added;
pub mod comparison;
pub mod kept;
pub mod lists;
pub mod locate;
pub mod mixed_up;
pub mod pages;
pub mod rank;
pub mod records;
pub mod refusals;
pub mod state_before;
pub mod valid_request;
