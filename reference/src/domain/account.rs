//! The account: the team a key belongs to, and the wall around everything it owns.

use crate::domain::id::{AccountId, KeyId, UserId};
use crate::domain::timestamp::Timestamp;

/// A team. Every question to the store names one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Identifies it.
    pub uuid: AccountId,
    /// What people call it.
    pub name: String,
    /// The provider it sends its mail with (its ESP), if it has told.
    pub esp: Option<String>,
}

/// A member of a team; keys are issued to users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Identifies the user.
    pub uuid: UserId,
    /// What people call the user.
    pub name: String,
    /// Where the user is written to.
    pub email: String,
    /// Whether the account is theirs; one of a team owns it (by constraint in the store).
    pub is_owner: bool,
}

/// The people of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// Whose the account is.
    pub owner: User,
    /// Everybody, the owner first, the others by name.
    pub members: Vec<User>,
}

/// An account among all of them, as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSummary {
    /// The account.
    pub account: Account,
    /// How many users it has.
    pub users: i64,
    /// How many keys open it.
    pub keys: i64,
}

/// What is known of an issued key. The secret is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedKey {
    /// Names the key, to list and revoke it.
    pub uuid: KeyId,
    /// The account it opens.
    pub account: AccountId,
    /// Whom it was issued to; nobody when that user is gone, and then it is refused.
    pub user: Option<UserId>,
    /// When it was issued.
    pub created_at: Timestamp,
}
