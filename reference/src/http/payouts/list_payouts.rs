//! `GET /v3/payouts`.

use referral_reference_models::{
    ListPayoutsError, ListPayoutsExpand, ListPayoutsMeta, ListPayoutsRequest, ListPayoutsSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::payouts::ListPayouts;

use crate::domain::account::Account;
use crate::http::payouts::{Expansions, shown};
use crate::http::{Handlers, failure, pages};

impl ListPayouts<Account> for Handlers {
    async fn list_payouts(
        &self,
        account: Account,
        request: ListPayoutsRequest,
    ) -> HandlerResult<ListPayoutsSuccess, ListPayoutsError> {
        let expand = request.expand.as_ref().map(ListPayoutsExpand::as_str);
        let expansions = Expansions::asked(expand);
        let page = pages::asked(request.page, request.per_page);
        let listed = self.app.list_payouts(&account, page).await;
        let page = listed.map_err(failure::of_store)?;
        let meta = ListPayoutsMeta::new(
            pages::count(page.per_page),
            pages::count(page.page),
            pages::count(page.total_pages()),
            pages::count(page.total),
        );
        let payouts = page.items.into_iter().map(|it| shown(it, expansions));
        let payouts: Result<_, _> = payouts.collect();
        Ok(ListPayoutsSuccess::new(payouts?, meta).into())
    }
}
