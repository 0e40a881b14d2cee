//! `PUT /v2/partner_profile/partner_campaigns/{identifier}/reactivate`.

use referral_reference_models::{
    ReactivateRecommendationError, ReactivateRecommendationRequest, ReactivateRecommendationSuccess,
};
use referral_reference_server::recommendations::ReactivateRecommendation;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::recommendations::reactivate_recommendation::ReactivateRecommendationError as NotReactivated;
use crate::domain::account::Account;
use crate::domain::recommendation::CannotReactivate;
use crate::http::recommendations::{shown, unknown};
use crate::http::values::conflict;
use crate::http::{Handlers, failure};

impl ReactivateRecommendation<Account> for Handlers {
    async fn reactivate_recommendation(
        &self,
        account: Account,
        request: ReactivateRecommendationRequest,
    ) -> HandlerResult<ReactivateRecommendationSuccess, ReactivateRecommendationError> {
        let uuid = request.identifier.as_str();
        let reactivated = self.app.reactivate_recommendation(&account, uuid).await;
        let recommendation = reactivated.map_err(refused)?;
        Ok(ReactivateRecommendationSuccess::new(shown(recommendation)?).into())
    }
}

fn refused<E>(error: NotReactivated) -> Fault<E> {
    match error {
        NotReactivated::Recommendation(error) => unknown(error),
        NotReactivated::Refused(CannotReactivate::NotArchived) => {
            conflict("Recommendation is not archived")
        }
        NotReactivated::Refused(CannotReactivate::BySponsor) => {
            conflict("Recommendation was archived by a sponsor")
        }
        NotReactivated::Store(error) => failure::of_store(error),
    }
}
