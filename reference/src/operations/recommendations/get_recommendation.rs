//! `GET /v2/partner_profile/partner_campaigns/{identifier}`: one recommendation.

use crate::api::models::{GetRecommendationRequest, GetRecommendationSuccess};
use crate::api::server::recommendations::GetRecommendation;

use crate::operations::authenticate::Caller;
use crate::operations::recommendations::into_model;
use crate::operations::{Handled, Handlers};

impl GetRecommendation<Caller> for Handlers {
    async fn get_recommendation(
        &self,
        Caller { account, .. }: Caller,
        request: GetRecommendationRequest,
    ) -> Handled<GetRecommendationRequest> {
        let uuid = request.identifier.as_str();
        let recommendation = self.service.find_recommendation(&account, uuid).await?;
        Ok(GetRecommendationSuccess::new(into_model(recommendation)?).into())
    }
}
