//! The team that owns the key.

use reqwest::Method;
use serde::{Deserialize, Serialize};

use crate::{Client, Error, NONE};

impl Client {
    /// Get the account that the key belongs to.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_account(&self, query: &GetAccountQuery) -> Result<GetAccountAnswer, Error> {
        self.send(Method::GET, &["v3", "account"], Some(query), NONE).await
    }
}

/// Query of `get_account`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GetAccountQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<String>,
}

/// Success body of `get_account`.
#[derive(Clone, Debug, Deserialize)]
pub struct GetAccountAnswer {
    pub account: Account,
}

/// The team that owns the key.
#[derive(Clone, Debug, Deserialize)]
pub struct Account {}
