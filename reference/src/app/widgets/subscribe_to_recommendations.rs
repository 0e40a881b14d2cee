//! `POST /v2/upscribes/{identifier}/subscribe`: signs a person up to several recommendations.

use std::collections::BTreeSet;

use crate::app::App;
use crate::app::widgets::get_upscribe::GetUpscribeError;
use crate::domain::account::Account;
use crate::domain::email::Email;
use crate::domain::id::RecommendationId;
use crate::domain::referral::Referral;
use crate::domain::text::{self, InvalidText};
use crate::store::StoreError;

/// How many codes one request may name.
pub const MAX_CODES: usize = 200;

/// What a caller sends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signup {
    /// The widget, by UUID.
    pub upscribe: String,
    /// The person's address.
    pub email: Option<String>,
    /// The codes of the recommendations.
    pub codes: Vec<String>,
    /// Where the person came from.
    pub utm_source: Option<String>,
    /// Because of what they came.
    pub utm_campaign: Option<String>,
}

/// Why nobody was signed up.
#[derive(Debug, thiserror::Error)]
pub enum SubscribeError {
    /// There is no address.
    #[error("there is no e-mail address")]
    EmailMissing,
    /// The address is none.
    #[error("the e-mail address is malformed")]
    EmailInvalid,
    /// There is no code.
    #[error("there is no code of a recommendation")]
    CodesMissing,
    /// There are more codes than anybody can mean.
    #[error("there are more than {MAX_CODES} codes")]
    TooManyCodes,
    /// No code is that of a recommendation of the account.
    #[error("no code is that of a recommendation")]
    NoKnownCode,
    /// Another field cannot be kept.
    #[error("`{field}` {because}")]
    InvalidText {
        /// The field's name on the wire.
        field: &'static str,
        /// Why.
        because: InvalidText,
    },
    /// There is no such widget.
    #[error(transparent)]
    Upscribe(#[from] GetUpscribeError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Notes a referral for each recommendation whose code was sent, and tells for which. Codes
    /// that are nobody's, or another account's, have no effect beside one that is known.
    ///
    /// What was sent is judged before anything is looked up.
    pub async fn subscribe_to_recommendations(
        &self,
        account: &Account,
        signup: Signup,
    ) -> Result<Vec<RecommendationId>, SubscribeError> {
        let (email, codes) = check(&signup)?;
        let upscribe = self.get_upscribe(account, &signup.upscribe).await?;
        let mut known = Vec::new();
        for code in codes {
            let found = self.store.recommendation_of_code(&account.uuid, code);
            known.extend(found.await?.map(|it| it.uuid));
        }
        if known.is_empty() {
            return Err(SubscribeError::NoKnownCode);
        }

        let referral = Referral {
            email,
            upscribe: upscribe.uuid,
            utm_source: signup.utm_source,
            utm_campaign: signup.utm_campaign,
            created_at: self.clock.now(),
        };
        let mut write = self.store.begin_write().await?;
        for recommendation in &known {
            let noted = write.insert_referral(&account.uuid, recommendation, &referral);
            noted.await?;
        }
        write.commit().await?;
        Ok(known)
    }
}

/// The address and the different codes of what was sent.
fn check(signup: &Signup) -> Result<(Email, BTreeSet<&str>), SubscribeError> {
    let email = signup.email.as_deref().filter(|it| !it.trim().is_empty());
    let email = email.ok_or(SubscribeError::EmailMissing)?;
    let email = Email::parse(email).map_err(|_| SubscribeError::EmailInvalid)?;
    let codes = signup.codes.iter().map(|it| it.trim());
    let codes: BTreeSet<_> = codes.filter(|it| !it.is_empty()).collect();
    if codes.is_empty() {
        return Err(SubscribeError::CodesMissing);
    }
    if codes.len() > MAX_CODES {
        return Err(SubscribeError::TooManyCodes);
    }
    let texts = [
        ("utm_source", &signup.utm_source),
        ("utm_campaign", &signup.utm_campaign),
    ];
    for (field, text) in texts {
        text::check(text.as_deref())
            .map_err(|because| SubscribeError::InvalidText { field, because })?;
    }
    Ok((email, codes))
}
