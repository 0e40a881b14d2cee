//! `PUT /v2/partner_profile/partner_campaigns/{identifier}/reactivate`: reactivates an archived recommendation.

use crate::api::models::{
    ReactivateRecommendationError, ReactivateRecommendationRequest, ReactivateRecommendationSuccess,
};
use crate::api::server::recommendations::ReactivateRecommendation;

use crate::domain::id::AccountId;
use crate::domain::recommendation::{CannotReactivate, Recommendation};
use crate::operations::authenticate::Caller;
use crate::operations::recommendations::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Reactivates the recommendation and returns it.
    ///
    /// The row is updated only if it still has the status that was read. Of two requests at once, one succeeds and
    /// the other gets the error that the recommendation is not archived.
    pub async fn reactivate_recommendation(
        &self,
        account: &AccountId,
        uuid: &str,
    ) -> Result<Recommendation, OperationError<ReactivateRecommendationError>> {
        let found = self.find_recommendation(account, uuid).await?;
        let next = found.status.reactivate()?;
        let mut write = self.store.begin_write().await?;
        let moved = write.move_recommendation(account, &found.uuid, found.status, next).await?;
        if !moved {
            return Err(CannotReactivate::NotArchived.into());
        }
        write.commit().await?;
        Ok(Recommendation { status: next, ..found })
    }
}

impl<E> From<CannotReactivate> for OperationError<E> {
    fn from(error: CannotReactivate) -> Self {
        OperationError::conflict(match error {
            CannotReactivate::NotArchived => "Recommendation is not archived",
            CannotReactivate::BySponsor => "Recommendation was archived by a sponsor",
        })
    }
}

impl ReactivateRecommendation<Caller> for Handlers {
    async fn reactivate_recommendation(
        &self,
        Caller { account, .. }: Caller,
        request: ReactivateRecommendationRequest,
    ) -> Handled<ReactivateRecommendationRequest> {
        let uuid = request.identifier.as_str();
        let recommendation = self.service.reactivate_recommendation(&account, uuid).await?;
        Ok(ReactivateRecommendationSuccess::new(into_model(recommendation)?).into())
    }
}
