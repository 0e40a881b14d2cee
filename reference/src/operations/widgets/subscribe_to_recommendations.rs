//! `POST /v2/upscribes/{identifier}/subscribe`: subscribes a person to several recommendations.

use std::collections::BTreeSet;

use crate::api::models::{
    SubscribeToRecommendationsError, SubscribeToRecommendationsRequest,
    SubscribeToRecommendationsSuccess,
};
use crate::api::server::widgets::SubscribeToRecommendations;

use crate::domain::email::Email;
use crate::domain::id::{AccountId, RecommendationId, UpscribeId};
use crate::domain::referral::Referral;
use crate::domain::text;
use crate::operations::authenticate::Caller;
use crate::operations::widgets::unknown_upscribe;
use crate::operations::{Handled, Handlers, OperationError, Service, missing};

/// The most codes that one request may have.
pub const MAX_CODES: usize = 200;

type Error = OperationError<SubscribeToRecommendationsError>;

impl Service {
    /// Records a referral for each recommendation of the account with a given code, and returns the
    /// recommendations. An unknown code has no effect beside a known one.
    ///
    /// The request is validated before any record is looked up.
    pub async fn subscribe_to_recommendations(
        &self,
        account: &AccountId,
        request: SubscribeToRecommendationsRequest,
    ) -> Result<Vec<RecommendationId>, Error> {
        let (email, codes) = validate(&request)?;
        let uuid = request.identifier.as_str();
        let upscribe = self.store.upscribe(account, &UpscribeId::new(uuid)).await?;
        let upscribe = upscribe.ok_or_else(|| unknown_upscribe(uuid))?;
        let mut recommendations = Vec::new();
        for code in codes {
            let found = self.store.recommendation_of_code(account, code).await?;
            recommendations.extend(found.map(|recommendation| recommendation.uuid));
        }
        if recommendations.is_empty() {
            return Err(Error::bad_request("Recommendations param has no known code."));
        }

        let referral = Referral {
            email,
            upscribe: upscribe.uuid,
            utm_source: request.utm_source,
            utm_campaign: request.utm_campaign,
            created_at: self.clock.now(),
        };
        let mut write = self.store.begin_write().await?;
        for recommendation in &recommendations {
            write.insert_referral(account, recommendation, &referral).await?;
        }
        write.commit().await?;
        Ok(recommendations)
    }
}

/// The e-mail address and the distinct codes of the request.
fn validate(request: &SubscribeToRecommendationsRequest) -> Result<(Email, BTreeSet<&str>), Error> {
    let email = &request.subscriber_email;
    if email.trim().is_empty() {
        return Err(Error::bad_request(missing::SUBSCRIBER_EMAIL));
    }
    let email = Email::parse(email).map_err(|_| Error::bad_request("Email is invalid"))?;
    let codes = request.recommendations.iter().map(|code| code.trim());
    let codes: BTreeSet<_> = codes.filter(|code| !code.is_empty()).collect();
    if codes.is_empty() {
        return Err(Error::bad_request(missing::RECOMMENDATIONS));
    }
    if codes.len() > MAX_CODES {
        return Err(too_many_codes());
    }
    let texts = [("utm_source", &request.utm_source), ("utm_campaign", &request.utm_campaign)];
    for (field, text) in texts {
        text::check(text.as_deref())
            .map_err(|error| Error::bad_request(format!("body.{field} {error}")))?;
    }
    Ok((email, codes))
}

fn too_many_codes() -> Error {
    Error::bad_request(format!("Recommendations param has more than {MAX_CODES} codes."))
}

impl SubscribeToRecommendations<Caller> for Handlers {
    async fn subscribe_to_recommendations(
        &self,
        Caller { account, .. }: Caller,
        request: SubscribeToRecommendationsRequest,
    ) -> Handled<SubscribeToRecommendationsRequest> {
        self.service.subscribe_to_recommendations(&account, request).await?;
        Ok(SubscribeToRecommendationsSuccess::new("ok").into())
    }
}
