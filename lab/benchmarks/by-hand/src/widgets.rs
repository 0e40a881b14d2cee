//! Signup widgets, called upscribes in paths and bodies.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Get a signup widget.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_upscribe(&self, identifier: &str) -> Result<GetUpscribeAnswer, Error> {
        self.send(Method::GET, &["v2", "upscribes", identifier], NONE, NONE).await
    }

    /// Switch the auto-pilot of a signup widget on or off.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn update_upscribe(
        &self,
        identifier: &str,
        body: &UpdateUpscribeBody,
    ) -> Result<Value, Error> {
        self.send(Method::PUT, &["v2", "upscribes", identifier], NONE, Some(body)).await
    }

    /// List signup widgets.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_upscribes(&self) -> Result<ListUpscribesAnswer, Error> {
        self.send(Method::GET, &["v2", "upscribes"], NONE, NONE).await
    }

    /// Subscribe a person to several recommendations at once.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn subscribe_to_recommendations(
        &self,
        identifier: &str,
        body: &SubscribeToRecommendationsBody,
    ) -> Result<Value, Error> {
        self.send(Method::POST, &["v2", "upscribes", identifier, "subscribe"], NONE, Some(body))
            .await
    }
}

/// Success body of `get_upscribe`.
#[derive(Clone, Debug, Deserialize)]
pub struct GetUpscribeAnswer {
    pub upscribe: Upscribe,
}

/// The body of `update_upscribe`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct UpdateUpscribeBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_pilot: Option<bool>,
}

/// Success body of `list_upscribes`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListUpscribesAnswer {
    pub upscribes: Vec<Upscribe>,
}

/// The body of `subscribe_to_recommendations`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SubscribeToRecommendationsBody {
    pub subscriber_email: String,
    pub recommendations: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utm_source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utm_campaign: Option<String>,
}

/// A signup widget.
#[derive(Clone, Debug, Deserialize)]
pub struct Upscribe {
    pub uuid: Option<String>,
    pub auto_pilot: bool,
}
