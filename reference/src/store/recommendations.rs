//! Recommendations of an account.

use crate::domain::recommendation::{Recommendation, RecommendationStatus};
use crate::store::DatabaseError;
use crate::store::list_totals::total_of;
use crate::store::prelude::*;
use crate::store::row::{Columns, Row};

/// Outcome of inserting a recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecommendationInserted {
    /// It was inserted.
    New,
    /// The account has already joined the program.
    Joined,
    /// The generated identifier or code is in use; try another.
    CodeTaken,
}

impl Row for RecommendationStatus {
    fn read(columns: &mut Columns<'_>) -> Result<RecommendationStatus, DatabaseError> {
        let status: String = columns.next("status")?;
        let archived_by = columns.next("archived_by")?;
        let resumes_as = columns.next("resumes_as")?;
        RecommendationStatus::from_parts(&status, archived_by, resumes_as)
            .ok_or(DatabaseError::Unreadable { kind: "status of a recommendation" })
    }
}

/// Referrals are counted by triggers.
impl Record for Recommendation {
    const COLUMNS: &'static str = "recommendations.uuid, publication_uuid, profiles.uuid AS profile_uuid,
                 status, archived_by, resumes_as, ref_code, cpa, max_payout, program_uuid, campaign_type,
                 thankyou_page_url, accepted_terms_at, name, referral_pending_period, reason,
                 (SELECT CAST(COALESCE(SUM(totals.referrals), 0) AS BIGINT) FROM referral_totals AS totals
                  WHERE totals.account_uuid = recommendations.account_uuid
                    AND totals.recommendation_uuid = recommendations.uuid) AS referrals, created_at";
}

impl Row for Recommendation {
    fn read(columns: &mut Columns<'_>) -> Result<Recommendation, DatabaseError> {
        Ok(Recommendation {
            uuid: columns.next("uuid")?,
            publication: columns.next("publication_uuid")?,
            partner_profile: columns.next("profile_uuid")?,
            status: columns.next("status")?,
            ref_code: columns.next("ref_code")?,
            cpa: columns.next("cpa")?,
            max_payout: columns.next("max_payout")?,
            partner_program: columns.next("program_uuid")?,
            campaign_type: columns.next("campaign_type")?,
            thankyou_page_url: columns.next("thankyou_page_url")?,
            accepted_terms_at: columns.next("accepted_terms_at")?,
            name: columns.next("name")?,
            referral_pending_period: columns.next("referral_pending_period")?,
            reason: columns.next("reason")?,
            referrals: columns.next("referrals")?,
            created_at: columns.next("created_at")?,
        })
    }
}

fn from_recommendations(account: &AccountId) -> Sql<'_> {
    sql(" FROM recommendations
             JOIN partner_profiles AS profiles
               ON profiles.account_uuid = recommendations.account_uuid
             WHERE recommendations.account_uuid = $1")
    .bind(account)
}

impl Store {
    /// The account's recommendation with this identifier.
    pub async fn recommendation(
        &self,
        account: &AccountId,
        uuid: &RecommendationId,
    ) -> Result<Option<Recommendation>, StoreError> {
        let mut query = from_recommendations(account);
        query.push(" AND recommendations.uuid = ").push_bind(uuid);
        let query = query.select(Recommendation::COLUMNS);
        query.fetch_optional("find a recommendation", &self.pools).await
    }

    /// The account's recommendation with this referral code.
    pub async fn recommendation_of_code(
        &self,
        account: &AccountId,
        code: &str,
    ) -> Result<Option<Recommendation>, StoreError> {
        let mut query = from_recommendations(account);
        query.push(" AND recommendations.ref_code = ").push_bind(code);
        let query = query.select(Recommendation::COLUMNS);
        query.fetch_optional("find a recommendation by its code", &self.pools).await
    }

    /// A page of the account's recommendations, newest first.
    pub async fn recommendations(
        &self,
        account: &AccountId,
        page: PageRequest,
    ) -> Result<Page<Recommendation>, StoreError> {
        let doing = "list recommendations";
        let mut reading = self.begin_read(doing).await?;
        let order = "recommendations.created_at DESC, recommendations.uuid DESC";
        let total = total_of(account, "recommendations");
        let query = from_recommendations(account);
        query.fetch_page_with(total, doing, order, page, &mut reading).await
    }
}

impl WriteTransaction {
    /// Inserts a recommendation of the account, which must have a partner profile.
    pub async fn insert_recommendation(
        &mut self,
        account: &AccountId,
        recommendation: &Recommendation,
    ) -> Result<RecommendationInserted, StoreError> {
        let inserted = insert_into("recommendations")
            .set("account_uuid", account)
            .set("uuid", &recommendation.uuid)
            .set("publication_uuid", &recommendation.publication)
            .set("program_uuid", &recommendation.partner_program)
            .set("status", recommendation.status.as_ref())
            .set("archived_by", &recommendation.status.archiver())
            .set("resumes_as", &recommendation.status.resumes())
            .set("ref_code", &recommendation.ref_code)
            .set("cpa", &recommendation.cpa)
            .set("max_payout", &recommendation.max_payout)
            .set("campaign_type", &recommendation.campaign_type)
            .set("thankyou_page_url", &recommendation.thankyou_page_url)
            .set("accepted_terms_at", &recommendation.accepted_terms_at)
            .set("name", &recommendation.name)
            .set("referral_pending_period", &recommendation.referral_pending_period)
            .set("reason", &recommendation.reason)
            .set("created_at", &recommendation.created_at)
            .unless_present()
            .execute("insert a recommendation", &mut self.transaction)
            .await?;
        if inserted > 0 {
            return Ok(RecommendationInserted::New);
        }
        // Which constraint was violated. Rows are never deleted, so the conflicting one still exists.
        let query = sql("SELECT EXISTS (
                 SELECT 1 FROM recommendations WHERE account_uuid = $1 AND program_uuid = $2)");
        let query = query.bind(account).bind(&recommendation.partner_program);
        let joined = query.fetch_one("look for a recommendation", &mut self.transaction).await?;
        Ok(if joined { RecommendationInserted::Joined } else { RecommendationInserted::CodeTaken })
    }

    /// Changes the status of a recommendation and returns whether it still had the status `from`.
    pub async fn move_recommendation(
        &mut self,
        account: &AccountId,
        uuid: &RecommendationId,
        from: RecommendationStatus,
        to: RecommendationStatus,
    ) -> Result<bool, StoreError> {
        let changed =
            sql("UPDATE recommendations SET status = $6, archived_by = $7, resumes_as = $8
             WHERE account_uuid = $1 AND uuid = $2 AND status = $3
               AND COALESCE(archived_by, '') = $4 AND COALESCE(resumes_as, '') = $5")
            .bind(account)
            .bind(uuid)
            .bind(from.as_ref())
            .bind(from.archiver().map_or("", <&str>::from))
            .bind(from.resumes().map_or("", <&str>::from))
            .bind(to.as_ref())
            .bind(&to.archiver())
            .bind(&to.resumes())
            .execute("change the state of a recommendation", &mut self.transaction)
            .await?;
        Ok(changed > 0)
    }
}
