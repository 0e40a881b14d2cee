//! `GET /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_reference_models::{
    GetRecommendationError, GetRecommendationRequest, GetRecommendationSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::recommendations::GetRecommendation;

use crate::domain::account::Account;
use crate::http::Handlers;
use crate::http::recommendations::{shown, unknown};

impl GetRecommendation<Account> for Handlers {
    async fn get_recommendation(
        &self,
        account: Account,
        request: GetRecommendationRequest,
    ) -> HandlerResult<GetRecommendationSuccess, GetRecommendationError> {
        let uuid = request.identifier.as_str();
        let found = self.app.get_recommendation(&account, uuid).await;
        let recommendation = found.map_err(unknown)?;
        Ok(GetRecommendationSuccess::new(shown(recommendation)?).into())
    }
}
