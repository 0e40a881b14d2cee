//! `POST /v2/partner_network/partner_programs/{identifier}/join`: makes a recommendation that
//! stands on a partner program.

use crate::app::App;
use crate::app::partner_programs::get_partner_program::GetPartnerProgramError;
use crate::domain::account::Account;
use crate::domain::id::{PartnerProfileId, RecommendationCode, RecommendationId};
use crate::domain::recommendation::{NewRecommendation, Recommendation};
use crate::domain::text::{self, InvalidText};
use crate::store::{RecommendationInserted, StoreError};

/// How often identifiers are drawn before something must be wrong with their source.
const DRAWS: usize = 8;

/// Why a program was not joined.
#[derive(Debug, thiserror::Error)]
pub enum JoinPartnerProgramError {
    /// There is no reason, or only white space.
    #[error("there is no reason for recommending")]
    ReasonBlank,
    /// The reason cannot be kept.
    #[error("the reason for recommending {0}")]
    ReasonNotKept(#[from] InvalidText),
    /// There is no such program.
    #[error(transparent)]
    Program(#[from] GetPartnerProgramError),
    /// The account has joined it before, even if it has archived the recommendation since.
    #[error("the partner program has been joined before")]
    AlreadyJoined,
    /// The account has no publication that could recommend anything.
    #[error("the account has no publication that runs")]
    NoPublication,
    /// Every identifier drawn was in use.
    #[error("could not generate a free identifier")]
    NoFreeIdentifier,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Joins the program of this identifier for the account, and returns the recommendation. What
    /// was sent is judged before anything is looked up.
    ///
    /// Program and publication are read before the write begins. That is no race: neither can go
    /// away.
    pub async fn join_partner_program(
        &self,
        account: &Account,
        uuid: &str,
        reason: Option<String>,
    ) -> Result<Recommendation, JoinPartnerProgramError> {
        let reason = reason.filter(|it| !it.trim().is_empty());
        let reason = reason.ok_or(JoinPartnerProgramError::ReasonBlank)?;
        text::check(Some(&reason))?;
        let program = self.get_partner_program(uuid).await?;
        let publication = self.store.recommending_publication(&account.uuid).await?;
        let publication = publication.ok_or(JoinPartnerProgramError::NoPublication)?;

        let mut write = self.store.begin_write().await?;
        let drawn = PartnerProfileId::generate(&self.ids);
        let joining = NewRecommendation {
            uuid: RecommendationId::generate(&self.ids),
            ref_code: RecommendationCode::generate(&self.ids),
            publication,
            partner_profile: write.partner_profile(&account.uuid, drawn).await?,
            reason,
            now: self.clock.now(),
        };
        let mut joined = Recommendation::join(program, joining);
        for _ in 0..DRAWS {
            match write.insert_recommendation(&account.uuid, &joined).await? {
                RecommendationInserted::New => {
                    write.commit().await?;
                    return Ok(joined);
                }
                RecommendationInserted::Joined => {
                    return Err(JoinPartnerProgramError::AlreadyJoined);
                }
                RecommendationInserted::CodeTaken => {
                    joined.uuid = RecommendationId::generate(&self.ids);
                    joined.ref_code = RecommendationCode::generate(&self.ids);
                }
            }
        }
        Err(JoinPartnerProgramError::NoFreeIdentifier)
    }
}
