//! Monetary events recorded against a subscriber in a campaign.

use reqwest::Method;
use serde::{Deserialize, Serialize};

use crate::{Client, Error, NONE};

impl Client {
    /// Record a monetary event against a subscriber in a campaign.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn create_event(
        &self,
        campaign_uuid: &str,
        subscriber_uuid: &str,
        body: &CreateEventBody,
    ) -> Result<CreateEventAnswer, Error> {
        self.send(
            Method::POST,
            &["v1", "campaigns", campaign_uuid, "subscribers", subscriber_uuid, "events"],
            NONE,
            Some(body),
        )
        .await
    }
}

/// The body of `create_event`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CreateEventBody {
    pub value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descripton: Option<String>,
}

/// Success body of `create_event`.
#[derive(Clone, Debug, Deserialize)]
pub struct CreateEventAnswer {
    pub event: Event,
}

/// A monetary event.
#[derive(Clone, Debug, Deserialize)]
pub struct Event {
    pub value: f64,
    pub campaign_uuid: String,
    pub subscriber_uuid: String,
    pub created_at: String,
    pub description: Option<String>,
}
