//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_reference_models::{
    ArchiveRecommendationError, ArchiveRecommendationRequest, ArchiveRecommendationSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::recommendations::ArchiveRecommendation;

use crate::domain::account::Account;
use crate::http::Handlers;
use crate::http::recommendations::{shown, unknown};

impl ArchiveRecommendation<Account> for Handlers {
    async fn archive_recommendation(
        &self,
        account: Account,
        request: ArchiveRecommendationRequest,
    ) -> HandlerResult<ArchiveRecommendationSuccess, ArchiveRecommendationError> {
        let uuid = request.identifier.as_str();
        let archived = self.app.archive_recommendation(&account, uuid).await;
        let recommendation = archived.map_err(unknown)?;
        Ok(ArchiveRecommendationSuccess::new(shown(recommendation)?).into())
    }
}
