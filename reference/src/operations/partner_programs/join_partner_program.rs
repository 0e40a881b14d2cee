//! `POST /v2/partner_network/partner_programs/{identifier}/join`: creates a recommendation for a partner program.

use crate::api::models::{
    JoinPartnerProgramError, JoinPartnerProgramRequest, JoinPartnerProgramSuccess,
};
use crate::api::server::partner_programs::JoinPartnerProgram;

use crate::domain::id::{AccountId, PartnerProfileId, RecommendationCode, RecommendationId};
use crate::domain::recommendation::{NewRecommendation, Recommendation};
use crate::domain::text;
use crate::operations::authenticate::Caller;
use crate::operations::recommendations::into_model;
use crate::operations::{DRAWS, Handled, Handlers, OperationError, Service, missing};
use crate::store::RecommendationInserted;

impl Service {
    /// Joins the program and returns the recommendation. The request is validated before any record is looked up.
    ///
    /// Program and publication are read before the write begins: neither is ever deleted.
    pub async fn join_partner_program(
        &self,
        account: &AccountId,
        uuid: &str,
        reason: String,
    ) -> Result<Recommendation, OperationError<JoinPartnerProgramError>> {
        if reason.trim().is_empty() {
            return Err(OperationError::bad_request(missing::REASON));
        }
        text::check(Some(&reason)).map_err(|error| {
            OperationError::bad_request(format!("body.reason_for_recommending {error}"))
        })?;
        let program = self.find_partner_program(uuid).await?;
        let publication = self.store.recommending_publication(account).await?;
        let publication = publication.ok_or_else(|| {
            OperationError::conflict("Account has no active publication to recommend with")
        })?;

        let mut write = self.store.begin_write().await?;
        let drawn = PartnerProfileId::generate(&self.ids);
        let new = NewRecommendation {
            uuid: RecommendationId::generate(&self.ids),
            ref_code: RecommendationCode::generate(&self.ids),
            publication,
            partner_profile: write.partner_profile(account, drawn).await?,
            reason,
            now: self.clock.now(),
        };
        let mut recommendation = Recommendation::join(program, new);
        for _ in 0..DRAWS {
            match write.insert_recommendation(account, &recommendation).await? {
                RecommendationInserted::New => {
                    write.commit().await?;
                    return Ok(recommendation);
                }
                RecommendationInserted::Joined => {
                    let message = "Partner program has already been joined";
                    return Err(OperationError::conflict(message));
                }
                RecommendationInserted::CodeTaken => {
                    recommendation.uuid = RecommendationId::generate(&self.ids);
                    recommendation.ref_code = RecommendationCode::generate(&self.ids);
                }
            }
        }
        Err(OperationError::NoFreeIdentifier)
    }
}

impl JoinPartnerProgram<Caller> for Handlers {
    async fn join_partner_program(
        &self,
        Caller { account, .. }: Caller,
        request: JoinPartnerProgramRequest,
    ) -> Handled<JoinPartnerProgramRequest> {
        let (uuid, reason) = (request.identifier.as_str(), request.reason_for_recommending);
        let recommendation = self.service.join_partner_program(&account, uuid, reason).await?;
        Ok(JoinPartnerProgramSuccess::new(into_model(recommendation)?).into())
    }
}
