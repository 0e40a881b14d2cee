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
    /// Put away.
    Archived {
        /// By whom.
        by: Archiver,
        /// What it is once it is taken up again.
        resumes: Resumed,
    },
}

/// What an archived recommendation is once it is taken up again. To archive one and to take it up
/// again is no way around what it still waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resumed {
    /// It was not finished yet.
    Draft,
    /// The sponsor had not answered the application.
    AwaitingApproval,
    /// It had begun.
    Active,
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
        let archived = |resumes| RecommendationStatus::Archived {
            by: Archiver::Owner,
            resumes,
        };
        match self {
            RecommendationStatus::Archived { .. } => self,
            RecommendationStatus::Draft => archived(Resumed::Draft),
            RecommendationStatus::AwaitingApproval => archived(Resumed::AwaitingApproval),
            RecommendationStatus::Active | RecommendationStatus::Paused => {
                archived(Resumed::Active)
            }
        }
    }

    /// The state after its owner has taken it up again, which is not the owner's to do when the
    /// sponsor put it away. What still waited for something goes on waiting.
    pub fn reactivate(self) -> Result<RecommendationStatus, CannotReactivate> {
        match self {
            RecommendationStatus::Archived {
                by: Archiver::Owner,
                resumes,
            } => Ok(resumes.status()),
            RecommendationStatus::Archived {
                by: Archiver::Sponsor,
                ..
            } => Err(CannotReactivate::BySponsor),
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
            RecommendationStatus::Archived { .. } => "archived",
        }
    }

    /// Who put it away, if it is.
    pub fn archiver(self) -> Option<Archiver> {
        match self {
            RecommendationStatus::Archived { by, .. } => Some(by),
            _ => None,
        }
    }

    /// What it is once it is taken up again, if it is put away.
    pub fn resumes(self) -> Option<Resumed> {
        match self {
            RecommendationStatus::Archived { resumes, .. } => Some(resumes),
            _ => None,
        }
    }

    /// The status a word stands for, with who put it away and what it is after that, as all stand in
    /// files and the database.
    pub fn from_words(
        word: &str,
        archived: Option<(Archiver, Resumed)>,
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

impl Resumed {
    /// The status it is then.
    pub fn status(self) -> RecommendationStatus {
        match self {
            Resumed::Draft => RecommendationStatus::Draft,
            Resumed::AwaitingApproval => RecommendationStatus::AwaitingApproval,
            Resumed::Active => RecommendationStatus::Active,
        }
    }

    /// What the word of a status stands for, in the database.
    pub fn from_word(word: &str) -> Option<Resumed> {
        let all = [Resumed::Draft, Resumed::AwaitingApproval, Resumed::Active];
        all.into_iter().find(|it| it.status().as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_OWNER: RecommendationStatus = RecommendationStatus::Archived {
        by: Archiver::Owner,
        resumes: Resumed::Active,
    };
    const BY_SPONSOR: RecommendationStatus = RecommendationStatus::Archived {
        by: Archiver::Sponsor,
        resumes: Resumed::Active,
    };
    const RUNNING: [RecommendationStatus; 4] = [
        RecommendationStatus::Draft,
        RecommendationStatus::AwaitingApproval,
        RecommendationStatus::Active,
        RecommendationStatus::Paused,
    ];

    #[test]
    fn anything_can_be_archived_and_stays_so() {
        for status in RUNNING {
            let archived = status.archive();
            assert_eq!(archived.as_str(), "archived");
            assert_eq!(archived.archiver(), Some(Archiver::Owner));
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
    fn nothing_gets_around_what_it_waits_for() {
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
    fn every_word_means_what_it_was_made_from() {
        let away = RUNNING.map(RecommendationStatus::archive);
        let all = RUNNING.into_iter().chain(away).chain([BY_SPONSOR]);
        for status in all {
            assert!(RecommendationStatus::WORDS.contains(&status.as_str()));
            let resumes = status
                .resumes()
                .and_then(|it| Resumed::from_word(it.status().as_str()));
            let archived = status.archiver().zip(resumes);
            let read = RecommendationStatus::from_words(status.as_str(), archived);
            assert_eq!(read, Some(status));
        }
        for word in Archiver::WORDS {
            assert_eq!(Archiver::from_word(word).map(Archiver::as_str), Some(word));
        }
        assert_eq!(RecommendationStatus::from_words("archived", None), None);
        let away = Some((Archiver::Owner, Resumed::Active));
        let odd = RecommendationStatus::from_words("active", away);
        assert_eq!(odd, None);
    }
}
