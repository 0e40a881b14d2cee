//! The team that owns the key.

use reqwest::Method;
use serde::{Deserialize, Serialize};

use crate::{Client, Error};

impl Client {
    /// Get the account that the key belongs to.
    ///
    /// # Errors
    /// When no answer came, or none that is a success of this shape.
    pub async fn get_account(&self, query: &GetAccountQuery) -> Result<GetAccountAnswer, Error> {
        self.send(Method::GET, &["v3", "account"], Some(query), None::<&()>)
            .await
    }
}

/// What to ask of `get_account`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GetAccountQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<String>,
}

/// What `get_account` answers.
#[derive(Clone, Debug, Deserialize)]
pub struct GetAccountAnswer {
    pub account: Account,
}

/// The team that owns the key.
#[derive(Clone, Debug, Deserialize)]
pub struct Account {}
