//! `GET /v2/partner_profile/payouts`: a page of all payouts of the account, newest first.

use crate::api::models::{
    ListPartnerProfilePayoutsMeta, ListPartnerProfilePayoutsRequest,
    ListPartnerProfilePayoutsSuccess,
};
use crate::api::server::payouts::ListPartnerProfilePayouts;

use crate::operations::authenticate::Caller;
use crate::operations::paging::{meta, page_request};
use crate::operations::payouts::into_profile_model;
use crate::operations::{Handled, Handlers};
use crate::store::PayoutView;

impl ListPartnerProfilePayouts<Caller> for Handlers {
    async fn list_partner_profile_payouts(
        &self,
        Caller { account, .. }: Caller,
        request: ListPartnerProfilePayoutsRequest,
    ) -> Handled<ListPartnerProfilePayoutsRequest> {
        let page = page_request(request.page, request.per_page);
        let store = &self.service.store;
        let page = store.payouts(&account, PayoutView::Profile, page).await?;
        // The document spells the total with an `r` in place of its `t`.
        let meta = meta(&page, ListPartnerProfilePayoutsMeta::new);
        let payouts: Result<_, _> = page.items.into_iter().map(into_profile_model).collect();
        Ok(ListPartnerProfilePayoutsSuccess::new(payouts?, meta).into())
    }
}
