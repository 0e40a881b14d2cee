//! States of a recommendation and their transitions.

use strum::{AsRefStr, EnumString, IntoStaticStr, VariantNames};

/// Status of a recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, AsRefStr, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ReactivatedStatus {
    /// It was a draft.
    Draft,
    /// It was awaiting approval.
    AwaitingApproval,
    /// It was active or paused.
    Active,
}

/// Who archived a recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
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

    /// The status of this name. An archived one, and no other, has the party that archived it and the status after
    /// reactivation.
    pub fn from_parts(
        name: &str,
        archived_by: Option<ArchivedBy>,
        resumes: Option<ReactivatedStatus>,
    ) -> Option<RecommendationStatus> {
        Some(match (name, archived_by, resumes) {
            ("draft", None, None) => RecommendationStatus::Draft,
            ("awaiting_approval", None, None) => RecommendationStatus::AwaitingApproval,
            ("active", None, None) => RecommendationStatus::Active,
            ("paused", None, None) => RecommendationStatus::Paused,
            ("archived", Some(by), Some(resumes)) => RecommendationStatus::Archived { by, resumes },
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_archived_status_has_a_party_and_a_status_after_reactivation() {
        let (by, resumes) = (Some(ArchivedBy::Owner), Some(ReactivatedStatus::Active));
        for (name, by, resumes) in [
            ("archived", None, None),
            ("archived", by, None),
            ("active", by, resumes),
            ("unknown", None, None),
        ] {
            assert_eq!(RecommendationStatus::from_parts(name, by, resumes), None, "{name}");
        }
    }
}
