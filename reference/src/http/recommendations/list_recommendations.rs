//! `GET /v2/partner_profile/partner_campaigns`.

use referral_reference_models::{
    ListRecommendationsError, ListRecommendationsMeta, ListRecommendationsRequest,
    ListRecommendationsSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::recommendations::ListRecommendations;

use crate::domain::account::Account;
use crate::http::recommendations::shown;
use crate::http::{Handlers, failure, pages};

impl ListRecommendations<Account> for Handlers {
    async fn list_recommendations(
        &self,
        account: Account,
        request: ListRecommendationsRequest,
    ) -> HandlerResult<ListRecommendationsSuccess, ListRecommendationsError> {
        let page = pages::asked(request.page, request.per_page);
        let listed = self.app.list_recommendations(&account, page).await;
        let page = listed.map_err(failure::of_store)?;
        let meta = ListRecommendationsMeta::new(
            pages::count(page.per_page),
            pages::count(page.page),
            pages::count(page.total_pages()),
            pages::count(page.total),
        );
        let recommendations: Result<_, _> = page.items.into_iter().map(shown).collect();
        Ok(ListRecommendationsSuccess::new(recommendations?, meta).into())
    }
}
