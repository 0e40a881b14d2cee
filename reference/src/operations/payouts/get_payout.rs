//! `GET /v3/payouts/{uuid}`: one of the account's payouts of the partner network.

use referral_reference_models::{
    GetPayoutError, GetPayoutExpand, GetPayoutRequest, GetPayoutSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::payouts::GetPayout;

use crate::domain::account::Account;
use crate::operations::payouts::{Expansions, into_model};
use crate::operations::{Handlers, OperationError};
use crate::store::PayoutView;

impl GetPayout<Account> for Handlers {
    async fn get_payout(
        &self,
        account: Account,
        request: GetPayoutRequest,
    ) -> HandlerResult<GetPayoutSuccess, GetPayoutError> {
        let expansions = Expansions::parse(request.expand.as_ref().map(GetPayoutExpand::as_str));
        let (store, uuid) = (&self.service.store, request.uuid.as_str());
        let payout = store.payout(&account.uuid, PayoutView::Account, uuid).await;
        let payout =
            payout.map_err(OperationError::Store)?.ok_or(GetPayoutError::PayoutNotFound)?;
        Ok(GetPayoutSuccess::new(into_model(payout, expansions)?).into())
    }
}
