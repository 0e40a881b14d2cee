//! Publications of the account; recommendations, signup flow and partner program are scoped to one.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Get a publication.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_publication(&self, uuid: &str) -> Result<Value, Error> {
        self.send(Method::GET, &["v3", "publications", uuid], NONE, NONE).await
    }

    /// List the publications of the account, newest first.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_publications(
        &self,
        query: &ListPublicationsQuery,
    ) -> Result<ListPublicationsAnswer, Error> {
        self.send(Method::GET, &["v3", "publications"], Some(query), NONE).await
    }
}

/// Query of `list_publications`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ListPublicationsQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_page: Option<i64>,
}

/// Paging data of `list_publications`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPublicationsMeta {
    pub per_page: Value,
    pub page: Value,
    pub total_pages: Value,
    pub total_publications: Value,
}

/// Success body of `list_publications`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPublicationsAnswer {
    pub publications: Vec<Publication>,
    pub meta: ListPublicationsMeta,
}

/// A publication.
#[derive(Clone, Debug, Deserialize)]
pub struct Publication {
    pub uuid: Option<String>,
}
