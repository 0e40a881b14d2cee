//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`: archives a recommendation.

use crate::api::models::{
    ArchiveRecommendationError, ArchiveRecommendationRequest, ArchiveRecommendationSuccess,
};
use crate::api::server::recommendations::ArchiveRecommendation;

use crate::domain::id::AccountId;
use crate::domain::recommendation::Recommendation;
use crate::operations::authenticate::Caller;
use crate::operations::recommendations::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Archives the recommendation and returns it. An archived one stays as it is.
    ///
    /// The row is updated only if it still has the status that was read. If another request changed it, the
    /// recommendation is read again.
    pub async fn archive_recommendation(
        &self,
        account: &AccountId,
        uuid: &str,
    ) -> Result<Recommendation, OperationError<ArchiveRecommendationError>> {
        loop {
            let found = self.find_recommendation(account, uuid).await?;
            let next = found.status.archive();
            if next == found.status {
                return Ok(found);
            }
            let mut write = self.store.begin_write().await?;
            let moved = write.move_recommendation(account, &found.uuid, found.status, next).await?;
            // Committed even if no row was updated: the other request may share this transaction, and its change is
            // visible to the next read only after the commit.
            write.commit().await?;
            if moved {
                return Ok(Recommendation { status: next, ..found });
            }
        }
    }
}

impl ArchiveRecommendation<Caller> for Handlers {
    async fn archive_recommendation(
        &self,
        Caller { account, .. }: Caller,
        request: ArchiveRecommendationRequest,
    ) -> Handled<ArchiveRecommendationRequest> {
        let uuid = request.identifier.as_str();
        let recommendation = self.service.archive_recommendation(&account, uuid).await?;
        Ok(ArchiveRecommendationSuccess::new(into_model(recommendation)?).into())
    }
}
