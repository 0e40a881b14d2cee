//! States of a subscriber, their transitions, and how the subscriber was acquired.

use strum::{AsRefStr, EnumString, VariantNames};

/// Status of a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// Acquired through a program; the owner can still reject the subscriber.
    Pending,
    /// Confirmed.
    Confirmed,
    /// Unsubscribed.
    Unsubscribed,
    /// Rejected while pending.
    Rejected,
}

/// The operation requires a pending subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the subscriber is not pending")]
pub struct NotPending;

impl Status {
    /// The status after a rejection, which is allowed for pending subscribers only.
    pub fn reject(self) -> Result<Status, NotPending> {
        match self {
            Status::Pending => Ok(Status::Rejected),
            Status::Confirmed | Status::Unsubscribed | Status::Rejected => Err(NotPending),
        }
    }

    /// The status after unsubscribing. An unsubscribed subscriber cannot unsubscribe again; every other one can, also
    /// while pending.
    pub fn unsubscribe(self) -> Result<Status, NotPending> {
        match self {
            Status::Pending | Status::Confirmed | Status::Rejected => Ok(Status::Unsubscribed),
            Status::Unsubscribed => Err(NotPending),
        }
    }

    /// Parses the name of a status that an update can set.
    pub fn from_word_of_update(word: &str) -> Option<Status> {
        let status = word.parse().ok()?;
        matches!(status, Status::Confirmed | Status::Unsubscribed).then_some(status)
    }

    /// The status of the referral: undecided, rejected, or (all others) good.
    pub fn referral_status(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Rejected => "rejected",
            Status::Confirmed | Status::Unsubscribed => "verified",
        }
    }
}

/// How a subscriber was acquired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Acquisition {
    /// Directly.
    Direct,
    /// Referred by another subscriber.
    ReferralProgram,
    /// Through a partner, who is paid for the subscriber.
    PartnerProgram,
}

impl Acquisition {
    /// The status of a new subscriber: pending if a program acquired it.
    pub fn first_status(self) -> Status {
        match self {
            Acquisition::Direct => Status::Confirmed,
            Acquisition::ReferralProgram | Acquisition::PartnerProgram => Status::Pending,
        }
    }
}
