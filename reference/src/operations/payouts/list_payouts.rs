//! `GET /v3/payouts`: a page of the account's payouts of the partner network, newest first.

use crate::api::models::{
    ListPayoutsExpand, ListPayoutsMeta, ListPayoutsRequest, ListPayoutsSuccess,
};
use crate::api::server::payouts::ListPayouts;

use crate::operations::authenticate::Caller;
use crate::operations::paging::{meta, page_request};
use crate::operations::payouts::{Expansions, into_model};
use crate::operations::{Handled, Handlers};
use crate::store::PayoutView;

impl ListPayouts<Caller> for Handlers {
    async fn list_payouts(
        &self,
        Caller { account, .. }: Caller,
        request: ListPayoutsRequest,
    ) -> Handled<ListPayoutsRequest> {
        let expansions = Expansions::parse(request.expand.as_ref().map(ListPayoutsExpand::as_str));
        let page = page_request(request.page, request.per_page);
        let store = &self.service.store;
        let page = store.payouts(&account, PayoutView::Account, page).await?;
        let meta = meta(&page, ListPayoutsMeta::new);
        let payouts = page.items.into_iter();
        let payouts: Result<_, _> = payouts.map(|payout| into_model(payout, expansions)).collect();
        Ok(ListPayoutsSuccess::new(payouts?, meta).into())
    }
}
