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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pending_subscriber_can_be_rejected() {
        let outcome = |word: &str| word.parse::<Status>().unwrap().reject();
        assert_eq!(outcome("pending"), Ok(Status::Rejected));
        for word in ["confirmed", "unsubscribed", "rejected"] {
            assert_eq!(outcome(word), Err(NotPending), "{word}");
        }
    }

    #[test]
    fn every_status_but_unsubscribed_can_unsubscribe() {
        let outcome = |word: &str| word.parse::<Status>().unwrap().unsubscribe();
        for word in ["pending", "confirmed", "rejected"] {
            assert_eq!(outcome(word), Ok(Status::Unsubscribed), "{word}");
        }
        assert_eq!(outcome("unsubscribed"), Err(NotPending));
    }

    #[test]
    fn an_update_confirms_or_unsubscribes() {
        let settable = Status::VARIANTS.iter().map(|word| Status::from_word_of_update(word));
        let settable: Vec<_> = settable.collect();
        assert_eq!(settable, [None, Some(Status::Confirmed), Some(Status::Unsubscribed), None]);
        assert_eq!(Status::from_word_of_update("CONFIRMED"), None);
    }

    #[test]
    fn names_round_trip() {
        for word in Status::VARIANTS {
            assert_eq!(word.parse::<Status>().unwrap().as_ref(), *word);
        }
        for word in Acquisition::VARIANTS {
            assert_eq!(word.parse::<Acquisition>().unwrap().as_ref(), *word);
        }
        assert!("Pending".parse::<Status>().is_err());
    }

    #[test]
    fn subscribers_of_programs_start_pending() {
        assert_eq!(Acquisition::Direct.first_status(), Status::Confirmed);
        assert_eq!(Acquisition::ReferralProgram.first_status(), Status::Pending);
        assert_eq!(Acquisition::PartnerProgram.first_status(), Status::Pending);
    }
}
