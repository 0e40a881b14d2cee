//! Operations on the account itself.

pub mod get_account;
