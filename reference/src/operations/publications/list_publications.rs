//! `GET /v3/publications`: a page of the account's publications, newest first.

use crate::api::models::{ListPublicationsMeta, ListPublicationsRequest, ListPublicationsSuccess};
use crate::api::server::publications::ListPublications;

use crate::operations::authenticate::Caller;
use crate::operations::paging::{meta, page_request};
use crate::operations::publications::into_model;
use crate::operations::{Handled, Handlers};

impl ListPublications<Caller> for Handlers {
    async fn list_publications(
        &self,
        Caller { account, .. }: Caller,
        request: ListPublicationsRequest,
    ) -> Handled<ListPublicationsRequest> {
        let page = page_request(request.page, request.per_page);
        let page = self.service.store.publications(&account, page).await?;
        let meta = meta(&page, ListPublicationsMeta::new);
        let publications: Result<_, _> = page.items.into_iter().map(into_model).collect();
        Ok(ListPublicationsSuccess::new(publications?, meta).into())
    }
}
