//! Changes of a subscriber: name, e-mail address and status. Absent values stay unchanged.

use crate::domain::email::Email;
use crate::domain::status::Status;
use crate::domain::text::{self, InvalidText};

/// The values of a request to change a subscriber, before they are checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangeRequest {
    /// New address.
    pub email: Option<String>,
    /// New name.
    pub name: Option<String>,
    /// Name of the new status.
    pub status: Option<String>,
}

/// Why a request cannot change a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidChange {
    /// The address is malformed.
    #[error("the e-mail address is malformed")]
    EmailInvalid,
    /// The status is unknown, or an update cannot set it.
    #[error("the status is neither `confirmed` nor `unsubscribed`")]
    StatusInvalid,
    /// The name is not accepted.
    #[error("the name {0}")]
    Name(#[from] InvalidText),
}

/// A checked [`ChangeRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubscriberChange {
    /// New address.
    pub email: Option<Email>,
    /// New name.
    pub name: Option<String>,
    /// New status.
    pub status: Option<Status>,
}

impl ChangeRequest {
    /// Checks all that does not depend on the stored subscribers.
    pub fn check(self) -> Result<SubscriberChange, InvalidChange> {
        let email = self.email.as_deref().map(Email::parse).transpose();
        let email = email.map_err(|_| InvalidChange::EmailInvalid)?;
        let word = self.status.as_deref();
        let status =
            word.map(|word| Status::from_word_of_update(word).ok_or(InvalidChange::StatusInvalid));
        let status = status.transpose()?;
        text::check(self.name.as_deref())?;
        Ok(SubscriberChange { email, name: self.name, status })
    }
}
