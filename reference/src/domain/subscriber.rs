//! The subscriber, from what a caller sends to what is kept.

pub mod change;

use crate::domain::amount::Amount;
use crate::domain::email::Email;
use crate::domain::id::{RefCode, SubscriberId};
use crate::domain::status::{Acquisition, Status};
use crate::domain::text::{self, InvalidText};
use crate::domain::timestamp::Timestamp;

/// A person who reads, or is about to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscriber {
    /// Identifies the subscriber.
    pub uuid: SubscriberId,
    /// Their address; one subscriber per address and account.
    pub email: Email,
    /// Their name.
    pub name: Option<String>,
    /// Where they are in their life.
    pub status: Status,
    /// How they came.
    pub acquisition: Acquisition,
    /// The code by which they refer others.
    pub ref_code: RefCode,
    /// The code they came with, as it was sent, even when it is nobody's.
    pub referrer_code: Option<String>,
    /// Who referred them.
    pub referrer: Option<SubscriberId>,
    /// What entered them here.
    pub origin: String,
    /// What is paid for them, when they were acquired from a partner.
    pub cpa: Option<Amount>,
    /// The address of the machine they signed up from.
    pub ip_address: Option<String>,
    /// The browser they signed up with.
    pub user_agent: Option<String>,
    /// Their country, alpha-2, as it was sent.
    pub country_code: Option<String>,
    /// Where they came from.
    pub utm_source: Option<String>,
    /// Because of what they came.
    pub utm_campaign: Option<String>,
    /// When they signed up.
    pub created_at: Timestamp,
}

impl Subscriber {
    /// Whether another subscriber referred them.
    pub fn referred(&self) -> bool {
        self.referrer.is_some()
    }
}

/// What a caller sends to create a subscriber, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewSubscriber {
    /// The address.
    pub email: Option<String>,
    /// The name.
    pub name: Option<String>,
    /// The code of who referred them.
    pub referrer_code: Option<String>,
    /// The address of the machine they signed up from.
    pub ip_address: Option<String>,
    /// The browser they signed up with.
    pub user_agent: Option<String>,
    /// Where they came from.
    pub utm_source: Option<String>,
    /// Because of what they came.
    pub utm_campaign: Option<String>,
    /// When they signed up, as text.
    pub created_at: Option<String>,
    /// Their country.
    pub country_code: Option<String>,
    /// Whether they are to be unsubscribed from the beginning.
    pub unsubscribed: bool,
}

/// Why what a caller sent cannot become a subscriber.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSubscriber {
    /// There is no address, or only white space.
    #[error("there is no e-mail address")]
    EmailMissing,
    /// The address is none.
    #[error("the e-mail address is malformed")]
    EmailInvalid,
    /// Another field holds what it cannot.
    #[error("`{field}` is malformed")]
    Field {
        /// The field's name on the wire.
        field: &'static str,
    },
    /// A text cannot be kept.
    #[error("`{field}` {error}")]
    Text {
        /// The field's name on the wire.
        field: &'static str,
        /// Why it is invalid.
        error: InvalidText,
    },
}

/// A [`NewSubscriber`] that has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    email: Email,
    created_at: Option<Timestamp>,
    sent: NewSubscriber,
}

impl NewSubscriber {
    /// Checks everything that can be checked without knowing the other subscribers.
    pub fn check(self) -> Result<Candidate, InvalidSubscriber> {
        let email = self.email.as_deref().filter(|it| !it.trim().is_empty());
        let email = email.ok_or(InvalidSubscriber::EmailMissing)?;
        let email = Email::parse(email).map_err(|_| InvalidSubscriber::EmailInvalid)?;
        self.check_texts()?;
        let created_at = self.created_at.as_deref().map(Timestamp::parse).transpose();
        let created_at = created_at.map_err(|_| InvalidSubscriber::Field {
            field: "created_at",
        })?;
        if self
            .country_code
            .as_deref()
            .is_some_and(|it| !is_alpha_2(it))
        {
            return Err(InvalidSubscriber::Field {
                field: "country_code",
            });
        }
        Ok(Candidate {
            email,
            created_at,
            sent: self,
        })
    }

    /// Checks those texts that may say anything.
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

fn is_alpha_2(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic())
}

impl Candidate {
    /// The code of who referred them, if they named one.
    pub fn referrer_code(&self) -> Option<&str> {
        self.sent.referrer_code.as_deref()
    }

    /// The subscriber this becomes.
    ///
    /// Who was referred by an existing subscriber of the account came through the referral program
    /// and waits to be confirmed. A code that is nobody's has no effect: its bearer came on their
    /// own.
    pub fn admit(
        self,
        uuid: SubscriberId,
        ref_code: RefCode,
        referrer: Option<SubscriberId>,
        now: Timestamp,
    ) -> Subscriber {
        let acquisition = if referrer.is_some() {
            Acquisition::ReferralProgram
        } else {
            Acquisition::Direct
        };
        let status = match self.sent.unsubscribed {
            true => Status::Unsubscribed,
            false => acquisition.first_status(),
        };
        Subscriber {
            uuid,
            email: self.email,
            name: self.sent.name,
            status,
            acquisition,
            ref_code,
            referrer_code: self.sent.referrer_code,
            referrer,
            origin: "api".to_owned(),
            cpa: None,
            ip_address: self.sent.ip_address,
            user_agent: self.sent.user_agent,
            country_code: self.sent.country_code,
            utm_source: self.sent.utm_source,
            utm_campaign: self.sent.utm_campaign,
            created_at: self.created_at.unwrap_or(now),
        }
    }
}

/// Which subscribers a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Audience {
    /// All of the account's.
    #[default]
    All,
    /// Those whom another subscriber referred.
    Referrals,
    /// Those who have referred another.
    Advocates,
}

impl Audience {
    /// The word for it, in queries.
    pub fn as_str(self) -> &'static str {
        match self {
            Audience::All => "all",
            Audience::Referrals => "referrals",
            Audience::Advocates => "advocates",
        }
    }

    /// The audience a word stands for.
    pub fn from_word(word: &str) -> Option<Audience> {
        Some(match word {
            "all" => Audience::All,
            "referrals" => Audience::Referrals,
            "advocates" => Audience::Advocates,
            _ => return None,
        })
    }
}

/// How a caller addresses one subscriber: by UUID, or by e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscriberIdentifier {
    /// By UUID.
    Uuid(SubscriberId),
    /// By e-mail address, in the form in which addresses are compared.
    Email(String),
}

impl SubscriberIdentifier {
    /// Reads an identifier. No UUID has an `@` in it, and every address has.
    pub fn parse(identifier: &str) -> SubscriberIdentifier {
        if identifier.contains('@') {
            SubscriberIdentifier::Email(Email::normalise(identifier))
        } else {
            SubscriberIdentifier::Uuid(SubscriberId::new(identifier))
        }
    }
}

#[cfg(test)]
mod tests;
