//! `GET /v3/payouts/{uuid}`.

use referral_reference_models::{
    GetPayoutError, GetPayoutExpand, GetPayoutRequest, GetPayoutSuccess,
};
use referral_reference_server::payouts::GetPayout;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::payouts::get_payout::GetPayoutError as NotShown;
use crate::domain::account::Account;
use crate::http::payouts::{Expansions, shown};
use crate::http::{Handlers, failure};

impl GetPayout<Account> for Handlers {
    async fn get_payout(
        &self,
        account: Account,
        request: GetPayoutRequest,
    ) -> HandlerResult<GetPayoutSuccess, GetPayoutError> {
        let expand = request.expand.as_ref().map(GetPayoutExpand::as_str);
        let expansions = Expansions::asked(expand);
        let found = self.app.get_payout(&account, request.uuid.as_str()).await;
        let payout = found.map_err(refused)?;
        Ok(GetPayoutSuccess::new(shown(payout, expansions)?).into())
    }
}

fn refused(error: NotShown) -> Fault<GetPayoutError> {
    match error {
        NotShown::NotFound { .. } => GetPayoutError::PayoutNotFound.into(),
        NotShown::Store(error) => failure::of_store(error),
    }
}
