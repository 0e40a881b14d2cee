//! People who signed up because of a recommendation.

use crate::domain::email::Email;
use crate::domain::id::{AccountId, RecommendationId, UpscribeId};
use crate::domain::referral::Referral;
use crate::store::error::{failed, readable};
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::time;
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

row! {
    struct Row {
        email: String,
        upscribe_uuid: String,
        utm_source: Option<String>,
        utm_campaign: Option<String>,
        created_at: i64,
    }
}

impl TryFrom<Row> for Referral {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Referral, StoreError> {
        Ok(Referral {
            email: readable(Email::parse(&row.email).ok(), "e-mail address")?,
            upscribe: UpscribeId::new(row.upscribe_uuid),
            utm_source: row.utm_source,
            utm_campaign: row.utm_campaign,
            created_at: time(row.created_at)?,
        })
    }
}

impl Store {
    /// All referrals of a recommendation of the account, ordered by address.
    pub async fn referrals(
        &self,
        account: &AccountId,
        recommendation: &RecommendationId,
    ) -> Result<Vec<Referral>, StoreError> {
        let rows: Vec<Row> =
            sql("SELECT email, upscribe_uuid, utm_source, utm_campaign, created_at FROM referrals
             WHERE account_uuid = $1 AND recommendation_uuid = $2 ORDER BY email_normalised")
            .bind(account.as_str())
            .bind(recommendation.as_str())
            .fetch_all(&self.pools)
            .await
            .map_err(failed("list referrals"))?;
        rows.into_iter().map(Referral::try_from).collect()
    }
}

impl WriteTransaction {
    /// Inserts a referral, unless the recommendation has already referred this address.
    pub async fn insert_referral(
        &mut self,
        account: &AccountId,
        recommendation: &RecommendationId,
        referral: &Referral,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO referrals
                 (account_uuid, recommendation_uuid, email_normalised, email, upscribe_uuid,
                  utm_source, utm_campaign, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT DO NOTHING")
        .bind(account.as_str())
        .bind(recommendation.as_str())
        .bind(referral.email.normalised())
        .bind(referral.email.as_str())
        .bind(referral.upscribe.as_str())
        .bind(&referral.utm_source)
        .bind(&referral.utm_campaign)
        .bind(referral.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a referral"))?;
        Ok(Inserted::from_rows(done))
    }
}
