//! `GET /v2/partner_profile/payouts/{identifier}`.

use referral_reference_models::{
    GetPartnerProfilePayoutError, GetPartnerProfilePayoutRequest, GetPartnerProfilePayoutSuccess,
};
use referral_reference_server::payouts::GetPartnerProfilePayout;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::payouts::get_payout::GetPayoutError as NotShown;
use crate::domain::account::Account;
use crate::http::payouts::shown_to_profile;
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl GetPartnerProfilePayout<Account> for Handlers {
    async fn get_partner_profile_payout(
        &self,
        account: Account,
        request: GetPartnerProfilePayoutRequest,
    ) -> HandlerResult<GetPartnerProfilePayoutSuccess, GetPartnerProfilePayoutError> {
        let uuid = request.identifier.as_str();
        let found = self.app.get_partner_profile_payout(&account, uuid).await;
        let payout = found.map_err(refused)?;
        Ok(GetPartnerProfilePayoutSuccess::new(shown_to_profile(payout)?).into())
    }
}

fn refused<E>(error: NotShown) -> Fault<E> {
    match error {
        NotShown::NotFound { identifier } => not_found("Payout", &identifier),
        NotShown::Store(error) => failure::of_store(error),
    }
}
