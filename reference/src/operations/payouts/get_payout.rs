//! `GET /v3/payouts/{uuid}`: one of the account's payouts of the partner network.

use crate::api::models::{GetPayoutError, GetPayoutExpand, GetPayoutRequest, GetPayoutSuccess};
use crate::api::server::payouts::GetPayout;

use crate::operations::authenticate::Caller;
use crate::operations::payouts::{Expansions, into_model};
use crate::operations::{Handled, Handlers};
use crate::store::PayoutView;

impl GetPayout<Caller> for Handlers {
    async fn get_payout(
        &self,
        Caller { account, .. }: Caller,
        request: GetPayoutRequest,
    ) -> Handled<GetPayoutRequest> {
        let expansions = Expansions::parse(request.expand.as_ref().map(GetPayoutExpand::as_str));
        let (store, uuid) = (&self.service.store, request.uuid.as_str());
        let payout = store.payout(&account, PayoutView::Account, uuid).await?;
        let payout = payout.ok_or(GetPayoutError::PayoutNotFound)?;
        Ok(GetPayoutSuccess::new(into_model(payout, expansions)?).into())
    }
}
