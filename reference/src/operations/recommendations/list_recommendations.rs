//! `GET /v2/partner_profile/partner_campaigns`: a page of the account's recommendations, newest first.

use crate::api::models::{
    ListRecommendationsMeta, ListRecommendationsRequest, ListRecommendationsSuccess,
};
use crate::api::server::recommendations::ListRecommendations;

use crate::operations::authenticate::Caller;
use crate::operations::paging::{meta, page_request};
use crate::operations::recommendations::into_model;
use crate::operations::{Handled, Handlers};

impl ListRecommendations<Caller> for Handlers {
    async fn list_recommendations(
        &self,
        Caller { account, .. }: Caller,
        request: ListRecommendationsRequest,
    ) -> Handled<ListRecommendationsRequest> {
        let page = page_request(request.page, request.per_page);
        let page = self.service.store.recommendations(&account, page).await?;
        let meta = meta(&page, ListRecommendationsMeta::new);
        let recommendations: Result<_, _> = page.items.into_iter().map(into_model).collect();
        Ok(ListRecommendationsSuccess::new(recommendations?, meta).into())
    }
}
