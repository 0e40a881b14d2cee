//! Accounts, their users, and their keys. Every record belongs to one account, except partner programs, which all
//! see.

use crate::domain::id::{AccountId, KeyId, UserId};
use crate::domain::timestamp::Timestamp;

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Identifier.
    pub uuid: AccountId,
    /// Account name (unique).
    pub name: String,
    /// Email service provider, if known.
    pub esp: Option<String>,
}

/// A user of an account. Keys are issued to users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Identifier.
    pub uuid: UserId,
    /// Full name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Whether the user owns the account. An account has exactly one owner.
    pub is_owner: bool,
}

/// The users of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// Owner of the account.
    pub owner: User,
    /// All users: the owner first, the others by name.
    pub members: Vec<User>,
}

/// An account with its number of users and keys, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSummary {
    /// The account.
    pub account: Account,
    /// Number of users.
    pub users: i64,
    /// Number of keys.
    pub keys: i64,
}

/// An issued key without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedKey {
    /// Identifier, used to list and revoke the key.
    pub uuid: KeyId,
    /// Account that the key authenticates.
    pub account: AccountId,
    /// User that the key was issued to; `None` once the user is deleted, and then the key is refused.
    pub user: Option<UserId>,
    /// Time of issue.
    pub created_at: Timestamp,
}
