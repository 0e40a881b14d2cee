//! The people who signed up for a newsletter.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Create a subscriber.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn create_subscriber(
        &self,
        body: &CreateSubscriberBody,
    ) -> Result<CreateSubscriberAnswer, Error> {
        self.send(Method::POST, &["v2", "subscribers"], NONE, Some(body)).await
    }

    /// List subscribers, latest signup first.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_subscribers(&self, query: &ListSubscribersQuery) -> Result<Value, Error> {
        self.send(Method::GET, &["v2", "subscribers"], Some(query), NONE).await
    }

    /// Get a subscriber.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_subscriber(
        &self,
        identifier: &str,
        query: &GetSubscriberQuery,
    ) -> Result<Value, Error> {
        self.send(Method::GET, &["v2", "subscribers", identifier], Some(query), NONE).await
    }

    /// Change the name, the address or the status of a subscriber.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn update_subscriber(
        &self,
        identifier: &str,
        body: &UpdateSubscriberBody,
    ) -> Result<Value, Error> {
        self.send(Method::PUT, &["v2", "subscribers", identifier], NONE, Some(body)).await
    }

    /// Reject a pending subscriber, one who was acquired via a partner program or the referral program.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn reject_subscriber(&self, identifier: &str) -> Result<Value, Error> {
        self.send(Method::PUT, &["v2", "subscribers", identifier, "reject"], NONE, NONE).await
    }

    /// Unsubscribe a subscriber.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn unsubscribe_subscriber(&self, identifier: &str) -> Result<Value, Error> {
        self.send(Method::PUT, &["v2", "subscribers", identifier, "unsubscribe"], NONE, NONE).await
    }
}

/// The body of `create_subscriber`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CreateSubscriberBody {
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ip_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utm_source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utm_campaign: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_code: Option<String>,
}

/// Success body of `create_subscriber`.
#[derive(Clone, Debug, Deserialize)]
pub struct CreateSubscriberAnswer {
    pub subscriber: Subscriber,
}

/// Query of `list_subscribers`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ListSubscribersQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<String>,
}

/// Query of `get_subscriber`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GetSubscriberQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<String>,
}

/// The body of `update_subscriber`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct UpdateSubscriberBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A person who signed up.
#[derive(Clone, Debug, Deserialize)]
pub struct Subscriber {
    pub email: Option<String>,
    pub name: Option<String>,
    pub referrer_code: Option<String>,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
    pub utm_source: Option<String>,
    pub utm_campaign: Option<String>,
    pub created_at: Option<String>,
    pub country_code: Option<String>,
}
