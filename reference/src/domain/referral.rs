//! Signups that a recommendation caused.

use crate::domain::email::Email;
use crate::domain::id::UpscribeId;
use crate::domain::timestamp::Timestamp;

/// A signup because of a recommendation, at most one for each person and recommendation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referral {
    /// Address of the person, who need not be a subscriber.
    pub email: Email,
    /// Widget of the signup.
    pub upscribe: UpscribeId,
    /// Source (UTM parameter).
    pub utm_source: Option<String>,
    /// Campaign (UTM parameter).
    pub utm_campaign: Option<String>,
    /// Time of creation.
    pub created_at: Timestamp,
}
