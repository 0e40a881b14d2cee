//! Removing an account and everything that belongs to it, in short transactions.

use crate::store::error::failed;
use crate::store::prelude::*;

/// Rows of a table that one transaction deletes. Other writers wait for no longer than that takes.
const AT_ONCE: i64 = 1000;

/// Tables that may hold very many rows of an account, with their keys. No row refers to one of a table before.
const LARGE: [(&str, &str); 8] = [
    ("events", "uuid"),
    ("campaign_memberships", "uuid"),
    ("referral_totals", "(recommendation_uuid, part)"),
    ("referrals", "(recommendation_uuid, email_normalised)"),
    ("ledger_entries", "(payout_uuid, position)"),
    ("payouts", "uuid"),
    ("recommendations", "uuid"),
    ("subscribers", "uuid"),
];

/// Conditions on the rows of the other tables, in the same order. The account itself comes last.
const SMALL: [&str; 9] = [
    "partner_program_countries WHERE program_uuid IN (
         SELECT uuid FROM partner_programs WHERE account_uuid = $1)",
    "partner_program_channels WHERE program_uuid IN (
         SELECT uuid FROM partner_programs WHERE account_uuid = $1)",
    "partner_programs WHERE account_uuid = $1",
    "partner_profiles WHERE account_uuid = $1",
    "publications WHERE account_uuid = $1",
    "upscribes WHERE account_uuid = $1",
    "campaigns WHERE account_uuid = $1",
    "users WHERE account_uuid = $1",
    "accounts WHERE uuid = $1",
];

/// Records that are shown before an account is removed: their tables, and what they are called.
const SHOWN: [(&str, &str); 12] = [
    ("api_keys", "keys"),
    ("users", "users"),
    ("subscribers", "subscribers"),
    ("campaigns", "campaigns"),
    ("campaign_memberships", "campaign memberships"),
    ("events", "events"),
    ("publications", "publications"),
    ("upscribes", "widgets"),
    ("partner_programs", "partner programs"),
    ("recommendations", "recommendations"),
    ("referrals", "referrals"),
    ("payouts", "payouts"),
];

/// What belongs to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountContents {
    /// The number of records of each kind.
    pub records: Vec<(&'static str, i64)>,
    /// Recommendations of other accounts for its partner programs. While there are any, it cannot be removed.
    pub recommended_by_others: i64,
}

impl Store {
    /// Counts what belongs to the account.
    pub async fn account_contents(
        &self,
        account: &AccountId,
    ) -> Result<AccountContents, StoreError> {
        let doing = "count the records of an account";
        let mut records = Vec::new();
        for (table, kind) in SHOWN {
            let mut query = sql("SELECT COUNT(*) FROM ");
            query.push(table).push(" WHERE account_uuid = $1");
            let count = query.bind(account).long().fetch_one(doing, &self.pools).await?;
            records.push((kind, count));
        }
        let query = sql("SELECT COUNT(*) FROM partner_programs AS programs
                 JOIN recommendations ON recommendations.program_uuid = programs.uuid
             WHERE programs.account_uuid = $1 AND recommendations.account_uuid <> $1");
        let recommended_by_others = query.bind(account).fetch_one(doing, &self.pools).await?;
        Ok(AccountContents { records, recommended_by_others })
    }

    /// Removes the account with everything that belongs to it, and returns whether it existed. Its keys go first, so that
    /// nothing is added meanwhile. If it fails on the way, the rest can be removed by another call.
    pub async fn remove_account(&self, account: &AccountId) -> Result<bool, StoreError> {
        let doing = "remove an account";
        let keys = sql("DELETE FROM api_keys WHERE account_uuid = $1").bind(account);
        keys.execute_and_commit(doing, &self.pools).await?;
        // A subscriber may be deleted before those that it has referred.
        while self.clear_referrers(account).await? > 0 {}
        for (table, key) in LARGE {
            while self.delete_some(account, table, key).await? > 0 {}
        }
        let mut write = self.begin_write().await?;
        let mut deleted = 0;
        for condition in SMALL {
            let mut delete = sql("DELETE FROM ");
            delete.push(condition);
            deleted = delete.bind(account).execute(doing, &mut write.transaction).await?;
        }
        write.transaction.commit().await.map_err(failed(doing))?;
        Ok(deleted > 0)
    }

    async fn clear_referrers(&self, account: &AccountId) -> Result<u64, StoreError> {
        let update = sql("UPDATE subscribers SET referrer_uuid = NULL
             WHERE account_uuid = $1 AND uuid IN (
                 SELECT uuid FROM subscribers WHERE account_uuid = $1 AND referrer_uuid IS NOT NULL LIMIT $2)");
        let update = update.bind(account).bind(AT_ONCE).long();
        update.execute_and_commit("remove an account", &self.pools).await
    }

    async fn delete_some(
        &self,
        account: &AccountId,
        table: &'static str,
        key: &'static str,
    ) -> Result<u64, StoreError> {
        let columns = key.trim_matches(['(', ')']);
        let mut delete = sql("DELETE FROM ");
        delete.push(table).push(" WHERE account_uuid = $1 AND ").push(key).push(" IN (SELECT ");
        delete.push(columns).push(" FROM ").push(table);
        delete.push(" WHERE account_uuid = $1 LIMIT $2)");
        let delete = delete.bind(account).bind(AT_ONCE).long();
        delete.execute_and_commit("remove an account", &self.pools).await
    }
}
