//! Who signed up because of a recommendation.

use crate::domain::email::Email;
use crate::domain::id::UpscribeId;
use crate::domain::timestamp::Timestamp;

/// That a person signed up because of a recommendation; once for each person and recommendation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referral {
    /// The person, who need not be a subscriber.
    pub email: Email,
    /// The widget they signed up through.
    pub upscribe: UpscribeId,
    /// Where they came from.
    pub utm_source: Option<String>,
    /// Because of what they came.
    pub utm_campaign: Option<String>,
    /// When.
    pub created_at: Timestamp,
}
