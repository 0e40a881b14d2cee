//! `GET /v2/partner_profile/payouts`.

use referral_reference_models::{
    ListPartnerProfilePayoutsError, ListPartnerProfilePayoutsMeta,
    ListPartnerProfilePayoutsRequest, ListPartnerProfilePayoutsSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::payouts::ListPartnerProfilePayouts;

use crate::domain::account::Account;
use crate::http::payouts::shown_to_profile;
use crate::http::{Handlers, failure, pages};

impl ListPartnerProfilePayouts<Account> for Handlers {
    async fn list_partner_profile_payouts(
        &self,
        account: Account,
        request: ListPartnerProfilePayoutsRequest,
    ) -> HandlerResult<ListPartnerProfilePayoutsSuccess, ListPartnerProfilePayoutsError> {
        let page = pages::asked(request.page, request.per_page);
        let listed = self.app.list_partner_profile_payouts(&account, page).await;
        let page = listed.map_err(failure::of_store)?;
        // On the wire the total has an `r` for its `t`.
        let meta = ListPartnerProfilePayoutsMeta::new(
            pages::count(page.per_page),
            pages::count(page.page),
            pages::count(page.total_pages()),
            pages::count(page.total),
        );
        let payouts: Result<_, _> = page.items.into_iter().map(shown_to_profile).collect();
        Ok(ListPartnerProfilePayoutsSuccess::new(payouts?, meta).into())
    }
}
