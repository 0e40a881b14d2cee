//! Operations on the account itself.

mod get_account;
