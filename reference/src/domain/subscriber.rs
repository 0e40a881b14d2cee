//! Subscribers, from the request to the stored record.

pub mod change;

use strum::{AsRefStr, EnumString};

use crate::domain::amount::Amount;
use crate::domain::country::Country;
use crate::domain::email::Email;
use crate::domain::id::{RefCode, SubscriberId};
use crate::domain::status::{Acquisition, Status};
use crate::domain::text::{self, InvalidText};
use crate::domain::timestamp::Timestamp;

/// A subscriber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscriber {
    /// Identifier.
    pub uuid: SubscriberId,
    /// E-mail address, unique within the account.
    pub email: Email,
    /// Name.
    pub name: Option<String>,
    /// Status.
    pub status: Status,
    /// How the subscriber was acquired.
    pub acquisition: Acquisition,
    /// Code by which the subscriber refers others.
    pub ref_code: RefCode,
    /// Referral code of the signup, unchanged, also if no subscriber has it.
    pub referrer_code: Option<String>,
    /// The subscriber who referred this one.
    pub referrer: Option<SubscriberId>,
    /// Origin of the record.
    pub origin: String,
    /// Price that a partner is paid for the subscriber.
    pub cpa: Option<Amount>,
    /// IP address of the signup.
    pub ip_address: Option<String>,
    /// Browser of the signup.
    pub user_agent: Option<String>,
    /// Two-letter country code, unchanged.
    pub country_code: Option<String>,
    /// Source (UTM parameter).
    pub utm_source: Option<String>,
    /// Campaign (UTM parameter).
    pub utm_campaign: Option<String>,
    /// Time of the signup.
    pub created_at: Timestamp,
}

impl Subscriber {
    /// A subscriber of whom nothing else is known, in the first status of the acquisition.
    pub fn new(
        uuid: SubscriberId,
        email: Email,
        acquisition: Acquisition,
        ref_code: RefCode,
        created_at: Timestamp,
    ) -> Subscriber {
        Subscriber {
            uuid,
            email,
            name: None,
            status: acquisition.first_status(),
            acquisition,
            ref_code,
            referrer_code: None,
            referrer: None,
            origin: "api".to_owned(),
            cpa: None,
            ip_address: None,
            user_agent: None,
            country_code: None,
            utm_source: None,
            utm_campaign: None,
            created_at,
        }
    }

    /// Whether another subscriber referred this one.
    pub fn referred(&self) -> bool {
        self.referrer.is_some()
    }
}

/// The values of a request to create a subscriber, before they are checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewSubscriber {
    /// E-mail address.
    pub email: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Code of the referrer.
    pub referrer_code: Option<String>,
    /// IP address of the signup.
    pub ip_address: Option<String>,
    /// Browser of the signup.
    pub user_agent: Option<String>,
    /// Source (UTM parameter).
    pub utm_source: Option<String>,
    /// Campaign (UTM parameter).
    pub utm_campaign: Option<String>,
    /// Time of the signup, as text.
    pub created_at: Option<String>,
    /// Country code.
    pub country_code: Option<String>,
    /// Whether the new subscriber is unsubscribed.
    pub unsubscribed: bool,
}

/// Why a request cannot create a subscriber.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSubscriber {
    /// The address is absent or only white space.
    #[error("there is no e-mail address")]
    EmailMissing,
    /// The address is malformed.
    #[error("the e-mail address is malformed")]
    EmailInvalid,
    /// Another field is malformed.
    #[error("`{field}` is malformed")]
    Field {
        /// Name of the field in the API.
        field: &'static str,
    },
    /// A text is not accepted.
    #[error("`{field}` {error}")]
    Text {
        /// Name of the field in the API.
        field: &'static str,
        /// Why it is invalid.
        error: InvalidText,
    },
}

/// A checked [`NewSubscriber`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    email: Email,
    created_at: Option<Timestamp>,
    sent: NewSubscriber,
}

impl NewSubscriber {
    /// Checks all that does not depend on other subscribers.
    pub fn check(self) -> Result<Candidate, InvalidSubscriber> {
        let email = self.email.as_deref().filter(|email| !email.trim().is_empty());
        let email = email.ok_or(InvalidSubscriber::EmailMissing)?;
        let email = Email::parse(email).map_err(|_| InvalidSubscriber::EmailInvalid)?;
        self.check_texts()?;
        let created_at = self.created_at.as_deref().map(Timestamp::parse).transpose();
        let created_at =
            created_at.map_err(|_| InvalidSubscriber::Field { field: "created_at" })?;
        if self.country_code.as_deref().is_some_and(|code| Country::parse(code).is_err()) {
            return Err(InvalidSubscriber::Field { field: "country_code" });
        }
        Ok(Candidate { email, created_at, sent: self })
    }

    /// Checks the texts without a format.
    fn check_texts(&self) -> Result<(), InvalidSubscriber> {
        let texts = [
            ("name", &self.name),
            ("referrer_code", &self.referrer_code),
            ("ip_address", &self.ip_address),
            ("user_agent", &self.user_agent),
            ("utm_source", &self.utm_source),
            ("utm_campaign", &self.utm_campaign),
        ];
        texts.into_iter().try_for_each(|(field, text)| {
            text::check(text.as_deref()).map_err(|error| InvalidSubscriber::Text { field, error })
        })
    }
}

impl Candidate {
    /// The code of the referrer, if there is one.
    pub fn referrer_code(&self) -> Option<&str> {
        self.sent.referrer_code.as_deref()
    }

    /// Creates the subscriber.
    ///
    /// A subscriber with the code of another subscriber of the account was acquired through the referral program and
    /// is pending. An unknown code has no effect: the subscriber was acquired directly.
    pub fn admit(
        self,
        uuid: SubscriberId,
        ref_code: RefCode,
        referrer: Option<SubscriberId>,
        now: Timestamp,
    ) -> Subscriber {
        let acquisition =
            if referrer.is_some() { Acquisition::ReferralProgram } else { Acquisition::Direct };
        let created_at = self.created_at.unwrap_or(now);
        let mut subscriber = Subscriber {
            name: self.sent.name,
            referrer_code: self.sent.referrer_code,
            referrer,
            ip_address: self.sent.ip_address,
            user_agent: self.sent.user_agent,
            country_code: self.sent.country_code,
            utm_source: self.sent.utm_source,
            utm_campaign: self.sent.utm_campaign,
            ..Subscriber::new(uuid, self.email, acquisition, ref_code, created_at)
        };
        if self.sent.unsubscribed {
            subscriber.status = Status::Unsubscribed;
        }
        subscriber
    }
}

/// Filter of a list of subscribers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum Audience {
    /// All subscribers.
    #[default]
    All,
    /// Subscribers who were referred by another.
    Referrals,
    /// Subscribers who referred another.
    Advocates,
}

/// The identifier of a subscriber in a request: a UUID or an e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscriberIdentifier {
    /// By UUID.
    Uuid(SubscriberId),
    /// By e-mail address, in the form in which addresses are compared.
    Email(String),
}

impl SubscriberIdentifier {
    /// Parses an identifier. An address contains an `@` and a UUID does not.
    pub fn parse(identifier: &str) -> SubscriberIdentifier {
        if identifier.contains('@') {
            SubscriberIdentifier::Email(Email::normalise(identifier))
        } else {
            SubscriberIdentifier::Uuid(SubscriberId::new(identifier))
        }
    }
}
