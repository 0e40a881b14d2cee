//! `GET /v2/partner_profile/partner_campaigns/{identifier}`: one recommendation.

use referral_reference_models::{
    GetRecommendationError, GetRecommendationRequest, GetRecommendationSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::recommendations::GetRecommendation;

use crate::domain::account::Account;
use crate::operations::Handlers;
use crate::operations::recommendations::into_model;

impl GetRecommendation<Account> for Handlers {
    async fn get_recommendation(
        &self,
        account: Account,
        request: GetRecommendationRequest,
    ) -> HandlerResult<GetRecommendationSuccess, GetRecommendationError> {
        let uuid = request.identifier.as_str();
        let recommendation = self.service.find_recommendation(&account, uuid).await?;
        Ok(GetRecommendationSuccess::new(into_model(recommendation)?).into())
    }
}
