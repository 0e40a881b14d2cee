//! States of a recommendation and their transitions.

/// Status of a recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecommendationStatus {
    /// Not finished.
    Draft,
    /// The sponsor has not decided on the application.
    AwaitingApproval,
    /// Active.
    Active,
    /// Paused.
    Paused,
    /// Archived.
    Archived {
        /// Who archived it.
        by: ArchivedBy,
        /// Status after reactivation.
        resumes: ReactivatedStatus,
    },
}

/// The status that a recommendation gets when it is reactivated. Archiving and reactivating it must not replace an
/// approval that is still missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReactivatedStatus {
    /// It was a draft.
    Draft,
    /// It was awaiting approval.
    AwaitingApproval,
    /// It was active or paused.
    Active,
}

/// Who archived a recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchivedBy {
    /// The account that owns it.
    Owner,
    /// The account whose publication is recommended.
    Sponsor,
}

/// Why a recommendation cannot be reactivated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotReactivate {
    /// It is not archived.
    #[error("the recommendation is not archived")]
    NotArchived,
    /// The sponsor archived it.
    #[error("the recommendation was archived by a sponsor")]
    BySponsor,
}

impl RecommendationStatus {
    /// Names of all statuses.
    pub const WORDS: [&str; 5] = ["draft", "awaiting_approval", "active", "paused", "archived"];

    /// The status after its owner archives it. An archived recommendation stays unchanged.
    pub fn archive(self) -> RecommendationStatus {
        let archived = |resumes| RecommendationStatus::Archived { by: ArchivedBy::Owner, resumes };
        match self {
            RecommendationStatus::Archived { .. } => self,
            RecommendationStatus::Draft => archived(ReactivatedStatus::Draft),
            RecommendationStatus::AwaitingApproval => archived(ReactivatedStatus::AwaitingApproval),
            RecommendationStatus::Active | RecommendationStatus::Paused => {
                archived(ReactivatedStatus::Active)
            }
        }
    }

    /// The status after its owner reactivates it. The owner cannot reactivate what the sponsor archived. A draft or
    /// an application gets its former status.
    pub fn reactivate(self) -> Result<RecommendationStatus, CannotReactivate> {
        match self {
            RecommendationStatus::Archived { by: ArchivedBy::Owner, resumes } => {
                Ok(resumes.status())
            }
            RecommendationStatus::Archived { by: ArchivedBy::Sponsor, .. } => {
                Err(CannotReactivate::BySponsor)
            }
            _ => Err(CannotReactivate::NotArchived),
        }
    }

    /// The name in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            RecommendationStatus::Draft => "draft",
            RecommendationStatus::AwaitingApproval => "awaiting_approval",
            RecommendationStatus::Active => "active",
            RecommendationStatus::Paused => "paused",
            RecommendationStatus::Archived { .. } => "archived",
        }
    }

    /// Who archived it; `None` if it is not archived.
    pub fn archiver(self) -> Option<ArchivedBy> {
        match self {
            RecommendationStatus::Archived { by, .. } => Some(by),
            _ => None,
        }
    }

    /// The status after reactivation; `None` if it is not archived.
    pub fn resumes(self) -> Option<ReactivatedStatus> {
        match self {
            RecommendationStatus::Archived { resumes, .. } => Some(resumes),
            _ => None,
        }
    }

    /// Parses the names of a status, of who archived it and of the status after reactivation, as files and the
    /// database have them.
    pub fn from_words(
        word: &str,
        archived: Option<(ArchivedBy, ReactivatedStatus)>,
    ) -> Option<RecommendationStatus> {
        Some(match (word, archived) {
            ("draft", None) => RecommendationStatus::Draft,
            ("awaiting_approval", None) => RecommendationStatus::AwaitingApproval,
            ("active", None) => RecommendationStatus::Active,
            ("paused", None) => RecommendationStatus::Paused,
            ("archived", Some((by, resumes))) => RecommendationStatus::Archived { by, resumes },
            _ => return None,
        })
    }
}

impl ArchivedBy {
    /// Names of both.
    pub const WORDS: [&str; 2] = ["owner", "sponsor"];

    /// The name in files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ArchivedBy::Owner => "owner",
            ArchivedBy::Sponsor => "sponsor",
        }
    }

    /// Parses a name.
    pub fn from_word(word: &str) -> Option<ArchivedBy> {
        Some(match word {
            "owner" => ArchivedBy::Owner,
            "sponsor" => ArchivedBy::Sponsor,
            _ => return None,
        })
    }
}

impl ReactivatedStatus {
    /// The status of the reactivated recommendation.
    pub fn status(self) -> RecommendationStatus {
        match self {
            ReactivatedStatus::Draft => RecommendationStatus::Draft,
            ReactivatedStatus::AwaitingApproval => RecommendationStatus::AwaitingApproval,
            ReactivatedStatus::Active => RecommendationStatus::Active,
        }
    }

    /// Parses the name of a status in the database.
    pub fn from_word(word: &str) -> Option<ReactivatedStatus> {
        let all = [
            ReactivatedStatus::Draft,
            ReactivatedStatus::AwaitingApproval,
            ReactivatedStatus::Active,
        ];
        all.into_iter().find(|resumed| resumed.status().as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_OWNER: RecommendationStatus = RecommendationStatus::Archived {
        by: ArchivedBy::Owner,
        resumes: ReactivatedStatus::Active,
    };
    const BY_SPONSOR: RecommendationStatus = RecommendationStatus::Archived {
        by: ArchivedBy::Sponsor,
        resumes: ReactivatedStatus::Active,
    };
    const RUNNING: [RecommendationStatus; 4] = [
        RecommendationStatus::Draft,
        RecommendationStatus::AwaitingApproval,
        RecommendationStatus::Active,
        RecommendationStatus::Paused,
    ];

    #[test]
    fn every_status_can_be_archived() {
        for status in RUNNING {
            let archived = status.archive();
            assert_eq!(archived.as_str(), "archived");
            assert_eq!(archived.archiver(), Some(ArchivedBy::Owner));
        }
        assert_eq!(BY_OWNER.archive(), BY_OWNER);
        assert_eq!(BY_SPONSOR.archive(), BY_SPONSOR);
    }

    #[test]
    fn owner_reactivates_only_what_the_owner_archived() {
        assert_eq!(BY_OWNER.reactivate(), Ok(RecommendationStatus::Active));
        assert_eq!(BY_SPONSOR.reactivate(), Err(CannotReactivate::BySponsor));
        for status in RUNNING {
            assert_eq!(status.reactivate(), Err(CannotReactivate::NotArchived));
        }
    }

    #[test]
    fn drafts_and_applications_keep_their_status_when_reactivated() {
        for (before, after) in RUNNING.into_iter().zip([
            RecommendationStatus::Draft,
            RecommendationStatus::AwaitingApproval,
            RecommendationStatus::Active,
            RecommendationStatus::Active,
        ]) {
            assert_eq!(before.archive().reactivate(), Ok(after));
        }
    }

    #[test]
    fn names_round_trip() {
        let away = RUNNING.map(RecommendationStatus::archive);
        let all = RUNNING.into_iter().chain(away).chain([BY_SPONSOR]);
        for status in all {
            assert!(RecommendationStatus::WORDS.contains(&status.as_str()));
            let resumes = status
                .resumes()
                .and_then(|resumed| ReactivatedStatus::from_word(resumed.status().as_str()));
            let archived = status.archiver().zip(resumes);
            let read = RecommendationStatus::from_words(status.as_str(), archived);
            assert_eq!(read, Some(status));
        }
        for word in ArchivedBy::WORDS {
            assert_eq!(ArchivedBy::from_word(word).map(ArchivedBy::as_str), Some(word));
        }
        assert_eq!(RecommendationStatus::from_words("archived", None), None);
        let away = Some((ArchivedBy::Owner, ReactivatedStatus::Active));
        let odd = RecommendationStatus::from_words("active", away);
        assert_eq!(odd, None);
    }
}
