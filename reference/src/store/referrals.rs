//! People who signed up because of a recommendation.

use crate::domain::referral::Referral;
use crate::store::prelude::*;

record! { Referral in "referrals", "insert a referral" { email, utm_source, utm_campaign, created_at } as { upscribe: upscribe_uuid } }

impl Store {
    /// All referrals of a recommendation of the account, ordered by address.
    pub async fn referrals(
        &self,
        account: &AccountId,
        recommendation: &RecommendationId,
    ) -> Result<Vec<Referral>, StoreError> {
        select::<Referral>(
            " FROM referrals WHERE account_uuid = $1 AND recommendation_uuid = $2 ORDER BY email_normalised",
        )
        .bind(account)
        .bind(recommendation)
        .fetch_all("list referrals", &self.pools)
        .await
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
        insert(referral)
            .set("account_uuid", account)
            .set("recommendation_uuid", recommendation)
            .set("email_normalised", referral.email.normalised())
            .unless_present()
            .insert("insert a referral", &mut self.transaction)
            .await
    }
}
