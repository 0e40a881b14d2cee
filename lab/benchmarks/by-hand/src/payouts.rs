//! Payouts of partner-network commissions; the account sees them one way (v3), the partner profile another (v2).

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Get a payout of the partner profile.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_partner_profile_payout(&self, identifier: &str) -> Result<Value, Error> {
        self.send(Method::GET, &["v2", "partner_profile", "payouts", identifier], NONE, NONE).await
    }

    /// Get a payout of the account.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_payout(
        &self,
        uuid: &str,
        query: &GetPayoutQuery,
    ) -> Result<GetPayoutAnswer, Error> {
        self.send(Method::GET, &["v3", "payouts", uuid], Some(query), NONE).await
    }

    /// List the payouts of the partner profile.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_partner_profile_payouts(
        &self,
    ) -> Result<ListPartnerProfilePayoutsAnswer, Error> {
        self.send(Method::GET, &["v2", "partner_profile", "payouts"], NONE, NONE).await
    }

    /// List the payouts of the account, newest first.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_payouts(&self, query: &ListPayoutsQuery) -> Result<ListPayoutsAnswer, Error> {
        self.send(Method::GET, &["v3", "payouts"], Some(query), NONE).await
    }
}

/// Query of `get_payout`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GetPayoutQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<String>,
}

/// Success body of `get_payout`.
#[derive(Clone, Debug, Deserialize)]
pub struct GetPayoutAnswer {
    pub payout: Payout,
}

/// Paging data of `list_partner_profile_payouts`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPartnerProfilePayoutsMeta {
    pub per_page: Value,
    pub page: Value,
    pub total_pages: Value,
    pub total_payours: Value,
}

/// Success body of `list_partner_profile_payouts`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPartnerProfilePayoutsAnswer {
    pub payouts: Vec<PartnerProfilePayout>,
    pub meta: ListPartnerProfilePayoutsMeta,
}

/// Query of `list_payouts`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ListPayoutsQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<String>,
}

/// Paging data of `list_payouts`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPayoutsMeta {
    pub per_page: Value,
    pub page: Value,
    pub total_pages: Value,
    pub total_payouts: Value,
}

/// Success body of `list_payouts`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListPayoutsAnswer {
    pub payouts: Vec<Payout>,
    pub meta: ListPayoutsMeta,
}

/// A payment for partner-network referral commissions, made or being prepared.
#[derive(Clone, Debug, Deserialize)]
pub struct Payout {
    pub uuid: Option<String>,
}

/// A payout as the partner profile sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct PartnerProfilePayout {
    pub uuid: String,
    pub amount_in_dollars: f64,
    pub start_period: String,
    pub end_period: String,
    pub paid: bool,
}
