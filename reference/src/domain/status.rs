//! The states of a subscriber, the moves between them, and how a subscriber came.

/// Where a subscriber is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Came through a program; its owner may still reject it.
    Pending,
    /// Counts.
    Confirmed,
    /// Left.
    Unsubscribed,
    /// Was turned away while pending.
    Rejected,
}

/// A move that only a pending subscriber can make was asked of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the subscriber is not pending")]
pub struct NotPending;

impl Status {
    /// Every state, by its word.
    pub const WORDS: [&str; 4] = ["pending", "confirmed", "unsubscribed", "rejected"];

    /// The state after a rejection. Only who is pending can be rejected, whichever way they came.
    pub fn reject(self) -> Result<Status, NotPending> {
        match self {
            Status::Pending => Ok(Status::Rejected),
            Status::Confirmed | Status::Unsubscribed | Status::Rejected => Err(NotPending),
        }
    }

    /// The state after leaving. Whoever is still there can leave, also while pending; who has left
    /// cannot leave again.
    pub fn unsubscribe(self) -> Result<Status, NotPending> {
        match self {
            Status::Pending | Status::Confirmed | Status::Rejected => Ok(Status::Unsubscribed),
            Status::Unsubscribed => Err(NotPending),
        }
    }

    /// The state a word stands for, if a caller may put a subscriber into it outright.
    pub fn from_word_of_update(word: &str) -> Option<Status> {
        let status = Status::from_word(word)?;
        matches!(status, Status::Confirmed | Status::Unsubscribed).then_some(status)
    }

    /// How the referral stands: undecided, turned away, or (all else) good.
    pub fn referral_status(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Rejected => "rejected",
            Status::Confirmed | Status::Unsubscribed => "verified",
        }
    }

    /// The word for it, in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Confirmed => "confirmed",
            Status::Unsubscribed => "unsubscribed",
            Status::Rejected => "rejected",
        }
    }

    /// The state a word stands for.
    pub fn from_word(word: &str) -> Option<Status> {
        Some(match word {
            "pending" => Status::Pending,
            "confirmed" => Status::Confirmed,
            "unsubscribed" => Status::Unsubscribed,
            "rejected" => Status::Rejected,
            _ => return None,
        })
    }
}

/// How a subscriber came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acquisition {
    /// On their own.
    Direct,
    /// Referred by another subscriber.
    ReferralProgram,
    /// Through another newsletter, which is paid for it.
    PartnerProgram,
}

impl Acquisition {
    /// Every way, by its word.
    pub const WORDS: [&str; 3] = ["direct", "referral_program", "partner_program"];

    /// The state in which who came this way starts: a program's subscribers wait to be confirmed.
    pub fn first_status(self) -> Status {
        match self {
            Acquisition::Direct => Status::Confirmed,
            Acquisition::ReferralProgram | Acquisition::PartnerProgram => Status::Pending,
        }
    }

    /// The word for it, in files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Acquisition::Direct => "direct",
            Acquisition::ReferralProgram => "referral_program",
            Acquisition::PartnerProgram => "partner_program",
        }
    }

    /// The way a word stands for.
    pub fn from_word(word: &str) -> Option<Acquisition> {
        Some(match word {
            "direct" => Acquisition::Direct,
            "referral_program" => Acquisition::ReferralProgram,
            "partner_program" => Acquisition::PartnerProgram,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pending_subscriber_can_be_rejected() {
        let outcome = |word| Status::from_word(word).unwrap().reject();
        assert_eq!(outcome("pending"), Ok(Status::Rejected));
        for word in ["confirmed", "unsubscribed", "rejected"] {
            assert_eq!(outcome(word), Err(NotPending), "{word}");
        }
    }

    #[test]
    fn whoever_has_not_left_can_leave() {
        let outcome = |word| Status::from_word(word).unwrap().unsubscribe();
        for word in ["pending", "confirmed", "rejected"] {
            assert_eq!(outcome(word), Ok(Status::Unsubscribed), "{word}");
        }
        assert_eq!(outcome("unsubscribed"), Err(NotPending));
    }

    #[test]
    fn an_update_confirms_or_unsubscribes() {
        let settable = Status::WORDS.map(Status::from_word_of_update);
        assert_eq!(
            settable,
            [
                None,
                Some(Status::Confirmed),
                Some(Status::Unsubscribed),
                None
            ]
        );
        assert_eq!(Status::from_word_of_update("CONFIRMED"), None);
    }

    #[test]
    fn every_word_means_what_it_was_made_from() {
        for word in Status::WORDS {
            assert_eq!(Status::from_word(word).map(Status::as_str), Some(word));
        }
        for word in Acquisition::WORDS {
            assert_eq!(
                Acquisition::from_word(word).map(Acquisition::as_str),
                Some(word)
            );
        }
        assert_eq!(Status::from_word("Pending"), None);
    }

    #[test]
    fn who_comes_through_a_program_starts_pending() {
        assert_eq!(Acquisition::Direct.first_status(), Status::Confirmed);
        assert_eq!(Acquisition::ReferralProgram.first_status(), Status::Pending);
        assert_eq!(Acquisition::PartnerProgram.first_status(), Status::Pending);
    }
}
