//! `GET /v3/publications`.

use referral_reference_models::{
    ListPublicationsError, ListPublicationsMeta, ListPublicationsRequest, ListPublicationsSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::publications::ListPublications;

use crate::domain::account::Account;
use crate::http::publications::shown;
use crate::http::{Handlers, failure, pages};

impl ListPublications<Account> for Handlers {
    async fn list_publications(
        &self,
        account: Account,
        request: ListPublicationsRequest,
    ) -> HandlerResult<ListPublicationsSuccess, ListPublicationsError> {
        let page = pages::asked(request.page, request.per_page);
        let listed = self.app.list_publications(&account, page).await;
        let page = listed.map_err(failure::of_store)?;
        let meta = ListPublicationsMeta::new(
            pages::count(page.per_page),
            pages::count(page.page),
            pages::count(page.total_pages()),
            pages::count(page.total),
        );
        let publications: Result<_, _> = page.items.into_iter().map(shown).collect();
        Ok(ListPublicationsSuccess::new(publications?, meta).into())
    }
}
