//! Operations on the account.

mod get_account;
