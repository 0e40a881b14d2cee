//! Programs of others that can be recommended for money.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Get a partner program.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_partner_program(&self, identifier: &str) -> Result<Value, Error> {
        self.send(
            Method::GET,
            &["v2", "partner_network", "partner_programs", identifier],
            NONE,
            NONE,
        )
        .await
    }

    /// Join a partner program.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn join_partner_program(
        &self,
        identifier: &str,
        body: &JoinPartnerProgramBody,
    ) -> Result<Value, Error> {
        self.send(
            Method::POST,
            &["v2", "partner_network", "partner_programs", identifier, "join"],
            NONE,
            Some(body),
        )
        .await
    }

    /// Browse partner programs.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_partner_programs(
        &self,
        query: &ListPartnerProgramsQuery,
    ) -> Result<ListPartnerProgramsAnswer, Error> {
        self.send(Method::GET, &["v2", "partner_network", "partner_programs"], Some(query), NONE)
            .await
    }
}

/// The body of `join_partner_program`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JoinPartnerProgramBody {
    pub reason_for_recommending: String,
}

/// Query of `list_partner_programs`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ListPartnerProgramsQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpa: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_payout: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_countries: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_be_recommended_via: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
}

/// Paging data of `list_partner_programs`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPartnerProgramsMeta {
    pub per_page: i64,
    pub page: i64,
    pub total_pages: i64,
    pub total_partner_programs: i64,
}

/// Success body of `list_partner_programs`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPartnerProgramsAnswer {
    pub partner_programs: Vec<PartnerProgram>,
    pub meta: ListPartnerProgramsMeta,
}

/// A partner program.
#[derive(Clone, Debug, Deserialize)]
pub struct PartnerProgram {
    pub uuid: Option<String>,
    pub cpa: f64,
    pub max_payout: f64,
}
