//! `POST /v2/upscribes/{identifier}/subscribe`.

use referral_reference_models::{
    SubscribeToRecommendationsError, SubscribeToRecommendationsRequest,
    SubscribeToRecommendationsSuccess,
};
use referral_reference_server::widgets::SubscribeToRecommendations;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::widgets::subscribe_to_recommendations::{MAX_CODES, Signup, SubscribeError};
use crate::domain::account::Account;
use crate::http::values::bad_request;
use crate::http::widgets::unknown;
use crate::http::{Handlers, failure, missing};

impl SubscribeToRecommendations<Account> for Handlers {
    async fn subscribe_to_recommendations(
        &self,
        account: Account,
        request: SubscribeToRecommendationsRequest,
    ) -> HandlerResult<SubscribeToRecommendationsSuccess, SubscribeToRecommendationsError> {
        let signup = Signup {
            upscribe: request.identifier.to_string(),
            email: Some(request.subscriber_email),
            codes: request.recommendations,
            utm_source: request.utm_source,
            utm_campaign: request.utm_campaign,
        };
        let done = self
            .app
            .subscribe_to_recommendations(&account, signup)
            .await;
        done.map_err(refused)?;
        Ok(SubscribeToRecommendationsSuccess::new("ok").into())
    }
}

fn refused<E>(error: SubscribeError) -> Fault<E> {
    match error {
        SubscribeError::EmailMissing => bad_request(missing::SUBSCRIBER_EMAIL),
        SubscribeError::EmailInvalid => bad_request("Email is invalid"),
        SubscribeError::CodesMissing => bad_request(missing::RECOMMENDATIONS),
        SubscribeError::TooManyCodes => bad_request(format!(
            "Recommendations param has more than {MAX_CODES} codes."
        )),
        SubscribeError::NoKnownCode => bad_request("Recommendations param has no known code."),
        SubscribeError::InvalidText { field, because } => {
            bad_request(format!("body.{field} {because}"))
        }
        SubscribeError::Upscribe(error) => unknown(error),
        SubscribeError::Store(error) => failure::of_store(error),
    }
}
