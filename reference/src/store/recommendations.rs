//! Recommendations of an account.

use crate::domain::dollars::Dollars;
use crate::domain::id::{
    AccountId, PartnerProfileId, PartnerProgramId, PublicationId, RecommendationCode,
    RecommendationId,
};
use crate::domain::page::{Page, PageRequest};
use crate::domain::recommendation::{
    ArchivedBy, ReactivatedStatus, Recommendation, RecommendationStatus,
};
use crate::domain::timestamp::Timestamp;
use crate::store::error::{failed, readable};
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::time;
use crate::store::{Store, StoreError, WriteTransaction};

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

row! {
    struct Row {
        uuid: String,
        publication_uuid: String,
        profile_uuid: String,
        program_uuid: String,
        status: String,
        archived_by: Option<String>,
        resumes_as: Option<String>,
        ref_code: String,
        cpa: i64,
        max_payout: i64,
        campaign_type: Option<String>,
        thankyou_page_url: Option<String>,
        accepted_terms_at: Option<i64>,
        name: String,
        referral_pending_period: Option<i64>,
        reason: Option<String>,
        created_at: i64,
        referrals: i64,
    }
}

impl TryFrom<Row> for Recommendation {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Recommendation, StoreError> {
        let status = status(&row);
        Ok(Recommendation {
            uuid: RecommendationId::new(row.uuid),
            publication: PublicationId::new(row.publication_uuid),
            partner_profile: PartnerProfileId::new(row.profile_uuid),
            status: readable(status, "status of a recommendation")?,
            ref_code: RecommendationCode::new(row.ref_code),
            cpa: Dollars::from_cents(row.cpa),
            max_payout: Dollars::from_cents(row.max_payout),
            partner_program: PartnerProgramId::new(row.program_uuid),
            campaign_type: row.campaign_type,
            thankyou_page_url: row.thankyou_page_url,
            accepted_terms_at: row.accepted_terms_at.map(time).transpose()?,
            name: row.name,
            referral_pending_period: row.referral_pending_period,
            reason: row.reason,
            referrals: row.referrals,
            created_at: time(row.created_at)?,
        })
    }
}

fn status(row: &Row) -> Option<RecommendationStatus> {
    let archived = match (&row.archived_by, &row.resumes_as) {
        (Some(by), Some(word)) => {
            Some((ArchivedBy::from_word(by)?, ReactivatedStatus::from_word(word)?))
        }
        (None, None) => None,
        _ => return None,
    };
    RecommendationStatus::from_words(&row.status, archived)
}

/// Column value of the status that a reactivated recommendation gets.
fn resumes_as(status: RecommendationStatus) -> Option<&'static str> {
    status.resumes().map(|resume| resume.status().as_str())
}

/// Selects recommendations of the account `$1` with their numbers of referrals, which triggers maintain.
macro_rules! recommendations {
    ($rest:literal) => {
        concat!(
            "SELECT recommendations.uuid, publication_uuid, profiles.uuid AS profile_uuid, program_uuid,
                 status, archived_by, resumes_as, ref_code, cpa, max_payout, campaign_type,
                 thankyou_page_url, accepted_terms_at, name, referral_pending_period, reason, created_at,
                 (SELECT CAST(COALESCE(SUM(totals.referrals), 0) AS BIGINT) FROM referral_totals AS totals
                  WHERE totals.account_uuid = recommendations.account_uuid
                    AND totals.recommendation_uuid = recommendations.uuid) AS referrals
             FROM recommendations
             JOIN partner_profiles AS profiles
               ON profiles.account_uuid = recommendations.account_uuid
             WHERE recommendations.account_uuid = $1 ",
            $rest
        )
    };
}

impl Store {
    /// The account's recommendation with this identifier.
    pub async fn recommendation(
        &self,
        account: &AccountId,
        uuid: &RecommendationId,
    ) -> Result<Option<Recommendation>, StoreError> {
        let query = recommendations!("AND recommendations.uuid = $2");
        let row: Option<Row> = sql(query)
            .bind(account.as_str())
            .bind(uuid.as_str())
            .fetch_optional(&self.pools)
            .await
            .map_err(failed("find a recommendation"))?;
        row.map(Recommendation::try_from).transpose()
    }

    /// The account's recommendation with this referral code.
    pub async fn recommendation_of_code(
        &self,
        account: &AccountId,
        code: &str,
    ) -> Result<Option<Recommendation>, StoreError> {
        let query = recommendations!("AND recommendations.ref_code = $2");
        let row: Option<Row> = sql(query)
            .bind(account.as_str())
            .bind(code)
            .fetch_optional(&self.pools)
            .await
            .map_err(failed("find a recommendation by its code"))?;
        row.map(Recommendation::try_from).transpose()
    }

    /// A page of the account's recommendations, newest first.
    pub async fn recommendations(
        &self,
        account: &AccountId,
        page: PageRequest,
    ) -> Result<Page<Recommendation>, StoreError> {
        let doing = "list recommendations";
        // One transaction, so that the total and the page are of the same moment.
        let mut reading = self.pools.begin_read().await.map_err(failed(doing))?;
        let (total,): (i64,) = sql("SELECT COUNT(*) FROM recommendations WHERE account_uuid = $1")
            .bind(account.as_str())
            .fetch_one(&mut reading)
            .await
            .map_err(failed(doing))?;
        let query = recommendations!(
            "ORDER BY recommendations.created_at DESC, recommendations.uuid DESC
             LIMIT $2 OFFSET $3"
        );
        let rows: Vec<Row> = sql(query)
            .bind(account.as_str())
            .bind(page.limit())
            .bind(page.offset())
            .after(page.offset())
            .fetch_all(&mut reading)
            .await
            .map_err(failed(doing))?;
        let items: Result<Vec<_>, _> = rows.into_iter().map(Recommendation::try_from).collect();
        Ok(Page::new(page, items?, total))
    }
}

impl WriteTransaction {
    /// Inserts a recommendation of the account, which must have a partner profile.
    pub async fn insert_recommendation(
        &mut self,
        account: &AccountId,
        recommendation: &Recommendation,
    ) -> Result<RecommendationInserted, StoreError> {
        let archived_by = recommendation.status.archiver().map(ArchivedBy::as_str);
        let terms_at = recommendation.accepted_terms_at;
        let done = sql("INSERT INTO recommendations
                 (account_uuid, uuid, publication_uuid, program_uuid, status, archived_by, ref_code,
                  cpa, max_payout, campaign_type, thankyou_page_url, accepted_terms_at, name,
                  referral_pending_period, reason, created_at, resumes_as)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
             ON CONFLICT DO NOTHING")
        .bind(account.as_str())
        .bind(recommendation.uuid.as_str())
        .bind(recommendation.publication.as_str())
        .bind(recommendation.partner_program.as_str())
        .bind(recommendation.status.as_str())
        .bind(archived_by)
        .bind(recommendation.ref_code.as_str())
        .bind(recommendation.cpa.as_cents())
        .bind(recommendation.max_payout.as_cents())
        .bind(&recommendation.campaign_type)
        .bind(&recommendation.thankyou_page_url)
        .bind(terms_at.map(Timestamp::as_micros))
        .bind(&recommendation.name)
        .bind(recommendation.referral_pending_period)
        .bind(&recommendation.reason)
        .bind(recommendation.created_at.as_micros())
        .bind(resumes_as(recommendation.status))
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a recommendation"))?;
        match done {
            0 => self.why_not_joined(account, &recommendation.partner_program).await,
            _ => Ok(RecommendationInserted::New),
        }
    }

    /// Which constraint an insert violated. Rows are never deleted, so the conflicting one still exists.
    async fn why_not_joined(
        &mut self,
        account: &AccountId,
        program: &PartnerProgramId,
    ) -> Result<RecommendationInserted, StoreError> {
        let (joined,): (bool,) = sql("SELECT EXISTS (
                 SELECT 1 FROM recommendations WHERE account_uuid = $1 AND program_uuid = $2)")
        .bind(account.as_str())
        .bind(program.as_str())
        .fetch_one(&mut self.transaction)
        .await
        .map_err(failed("look for a recommendation"))?;
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
        let done = sql("UPDATE recommendations SET status = $6, archived_by = $7, resumes_as = $8
             WHERE account_uuid = $1 AND uuid = $2 AND status = $3
               AND COALESCE(archived_by, '') = $4 AND COALESCE(resumes_as, '') = $5")
        .bind(account.as_str())
        .bind(uuid.as_str())
        .bind(from.as_str())
        .bind(from.archiver().map_or("", ArchivedBy::as_str))
        .bind(resumes_as(from).unwrap_or_default())
        .bind(to.as_str())
        .bind(to.archiver().map(ArchivedBy::as_str))
        .bind(resumes_as(to))
        .execute(&mut self.transaction)
        .await
        .map_err(failed("change the state of a recommendation"))?;
        Ok(done > 0)
    }
}
