//! `GET /v2/partner_profile/payouts/{identifier}`: one payout of the account's partner profile.

use crate::api::models::{GetPartnerProfilePayoutRequest, GetPartnerProfilePayoutSuccess};
use crate::api::server::payouts::GetPartnerProfilePayout;

use crate::operations::authenticate::Caller;
use crate::operations::payouts::into_profile_model;
use crate::operations::{Handled, Handlers, OperationError};
use crate::store::PayoutView;

impl GetPartnerProfilePayout<Caller> for Handlers {
    async fn get_partner_profile_payout(
        &self,
        Caller { account, .. }: Caller,
        request: GetPartnerProfilePayoutRequest,
    ) -> Handled<GetPartnerProfilePayoutRequest> {
        let (store, uuid) = (&self.service.store, request.identifier.as_str());
        let payout = store.payout(&account, PayoutView::Profile, uuid).await?;
        let payout = payout.ok_or_else(|| OperationError::not_found("Payout", uuid))?;
        Ok(GetPartnerProfilePayoutSuccess::new(into_profile_model(payout)?).into())
    }
}
