//! The states of a recommendation, and the moves between them.

/// Where a recommendation is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecommendationStatus {
    /// Not finished yet.
    Draft,
    /// The sponsor has not answered the application yet.
    AwaitingApproval,
    /// Running.
    Active,
    /// Not running for now.
    Paused,
    /// Put away, by one or the other.
    Archived(Archiver),
}

/// Who put a recommendation away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Archiver {
    /// The account it belongs to.
    Owner,
    /// Whose publication was recommended.
    Sponsor,
}

/// Why a recommendation cannot be taken up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotReactivate {
    /// It was never put away.
    #[error("the recommendation is not archived")]
    NotArchived,
    /// The sponsor put it away.
    #[error("the recommendation was archived by a sponsor")]
    BySponsor,
}

impl RecommendationStatus {
    /// Every status, by its word.
    pub const WORDS: [&str; 5] = ["draft", "awaiting_approval", "active", "paused", "archived"];

    /// The state after its owner has put it away. What was away stays so, and by whom.
    pub fn archive(self) -> RecommendationStatus {
        match self {
            RecommendationStatus::Archived(by) => RecommendationStatus::Archived(by),
            _ => RecommendationStatus::Archived(Archiver::Owner),
        }
    }

    /// The state after its owner has taken it up again, which is not the owner's to do when the
    /// sponsor put it away.
    pub fn reactivate(self) -> Result<RecommendationStatus, CannotReactivate> {
        match self {
            RecommendationStatus::Archived(Archiver::Owner) => Ok(RecommendationStatus::Active),
            RecommendationStatus::Archived(Archiver::Sponsor) => Err(CannotReactivate::BySponsor),
            _ => Err(CannotReactivate::NotArchived),
        }
    }

    /// The word for it, in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            RecommendationStatus::Draft => "draft",
            RecommendationStatus::AwaitingApproval => "awaiting_approval",
            RecommendationStatus::Active => "active",
            RecommendationStatus::Paused => "paused",
            RecommendationStatus::Archived(_) => "archived",
        }
    }

    /// Who put it away, if it is.
    pub fn archiver(self) -> Option<Archiver> {
        match self {
            RecommendationStatus::Archived(by) => Some(by),
            _ => None,
        }
    }

    /// The status a word stands for, with who put it away, as both stand in files and the database.
    pub fn from_words(word: &str, by: Option<Archiver>) -> Option<RecommendationStatus> {
        Some(match (word, by) {
            ("draft", None) => RecommendationStatus::Draft,
            ("awaiting_approval", None) => RecommendationStatus::AwaitingApproval,
            ("active", None) => RecommendationStatus::Active,
            ("paused", None) => RecommendationStatus::Paused,
            ("archived", Some(by)) => RecommendationStatus::Archived(by),
            _ => return None,
        })
    }
}

impl Archiver {
    /// Both, by their word.
    pub const WORDS: [&str; 2] = ["owner", "sponsor"];

    /// The word for it, in files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Archiver::Owner => "owner",
            Archiver::Sponsor => "sponsor",
        }
    }

    /// Whom a word stands for.
    pub fn from_word(word: &str) -> Option<Archiver> {
        Some(match word {
            "owner" => Archiver::Owner,
            "sponsor" => Archiver::Sponsor,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_OWNER: RecommendationStatus = RecommendationStatus::Archived(Archiver::Owner);
    const BY_SPONSOR: RecommendationStatus = RecommendationStatus::Archived(Archiver::Sponsor);
    const RUNNING: [RecommendationStatus; 4] = [
        RecommendationStatus::Draft,
        RecommendationStatus::AwaitingApproval,
        RecommendationStatus::Active,
        RecommendationStatus::Paused,
    ];

    #[test]
    fn anything_can_be_archived_and_stays_so() {
        for status in RUNNING {
            assert_eq!(status.archive(), BY_OWNER);
        }
        assert_eq!(BY_OWNER.archive(), BY_OWNER);
        assert_eq!(BY_SPONSOR.archive(), BY_SPONSOR);
    }

    #[test]
    fn an_owner_takes_up_again_what_an_owner_put_away() {
        assert_eq!(BY_OWNER.reactivate(), Ok(RecommendationStatus::Active));
        assert_eq!(BY_SPONSOR.reactivate(), Err(CannotReactivate::BySponsor));
        for status in RUNNING {
            assert_eq!(status.reactivate(), Err(CannotReactivate::NotArchived));
        }
    }

    #[test]
    fn every_word_means_what_it_was_made_from() {
        for status in RUNNING.into_iter().chain([BY_OWNER, BY_SPONSOR]) {
            assert!(RecommendationStatus::WORDS.contains(&status.as_str()));
            let read = RecommendationStatus::from_words(status.as_str(), status.archiver());
            assert_eq!(read, Some(status));
        }
        for word in Archiver::WORDS {
            assert_eq!(Archiver::from_word(word).map(Archiver::as_str), Some(word));
        }
        assert_eq!(RecommendationStatus::from_words("archived", None), None);
        let odd = RecommendationStatus::from_words("active", Some(Archiver::Owner));
        assert_eq!(odd, None);
    }
}
