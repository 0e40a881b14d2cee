//! Subscribers of an account.

use std::collections::BTreeSet;

use crate::domain::email::Email;
use crate::domain::subscriber::{Audience, Subscriber, SubscriberIdentifier};
use crate::store::prelude::*;
use crate::store::sql::Insert;

mod change;

pub use change::SubscriberChanged;

/// Outcome of inserting a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriberInserted {
    /// The subscriber was inserted.
    New,
    /// The account has a subscriber with this address.
    EmailTaken,
    /// The generated identifier or referral code is in use; try another.
    CodeTaken,
}

record! {
    Subscriber in "subscribers", "insert a subscriber" {
        uuid, email, name, status, acquisition, ref_code, referrer_code, origin, cpa, ip_address, user_agent,
        country_code, utm_source, utm_campaign, created_at
    } as { referrer: referrer_uuid }
}

/// The total of an audience, which triggers maintain, and the condition on its subscribers.
fn audience_sql(audience: Audience) -> (&'static str, &'static str) {
    macro_rules! total {
        ($total:literal) => {
            concat!(
                "(SELECT CAST(COALESCE(SUM(",
                $total,
                "), 0) AS BIGINT) FROM subscriber_totals WHERE account_uuid = $1)"
            )
        };
    }
    match audience {
        Audience::All => (total!("subscribers"), ""),
        Audience::Referrals => (total!("referrals"), " AND referrer_uuid IS NOT NULL"),
        Audience::Advocates => (total!("advocates"), " AND advocate"),
    }
}

impl Store {
    /// The account's subscriber with this UUID or address.
    pub async fn subscriber(
        &self,
        account: &AccountId,
        addressed: &SubscriberIdentifier,
    ) -> Result<Option<Subscriber>, StoreError> {
        let mut query =
            select::<Subscriber>(" FROM subscribers WHERE account_uuid = $1").bind(account);
        match addressed {
            SubscriberIdentifier::Uuid(uuid) => query.push(" AND uuid = ").push_bind(uuid),
            SubscriberIdentifier::Email(email) => {
                query.push(" AND email_normalised = ").push_bind(email)
            }
        };
        query.fetch_optional("find a subscriber", &self.pools).await
    }

    /// The account's subscriber with this referral code.
    pub async fn referrer(
        &self,
        account: &AccountId,
        ref_code: &str,
    ) -> Result<Option<SubscriberId>, StoreError> {
        sql("SELECT uuid FROM subscribers WHERE account_uuid = $1 AND ref_code = $2")
            .bind(account)
            .bind(ref_code)
            .fetch_optional("find a referrer", &self.pools)
            .await
    }

    /// A page of the account's subscribers, newest first.
    pub async fn subscribers(
        &self,
        account: &AccountId,
        audience: Audience,
        page: PageRequest,
    ) -> Result<Page<Subscriber>, StoreError> {
        let doing = "list subscribers";
        let (total, condition) = audience_sql(audience);
        // One statement reads the page and the total, so that they belong to the same state.
        let mut query = sql("SELECT ");
        query.push(Subscriber::COLUMNS).push(", ").push(total);
        query.push(" AS total FROM subscribers WHERE account_uuid = $1").push(condition);
        query.push(" ORDER BY created_at DESC, uuid DESC LIMIT $2 OFFSET $3");
        let query = query.bind(account).bind(page.limit()).bind(page.offset());
        let rows: Vec<(Subscriber, i64)> =
            query.after(page.offset()).fetch_all(doing, &self.pools).await?;
        let total = match rows.first() {
            Some((_, total)) => *total,
            None if page.offset() == 0 => 0,
            // A page past the end has no row with the total.
            None => {
                let mut query = sql("SELECT ");
                query.push(total);
                query.bind(account).fetch_one(doing, &self.pools).await?
            }
        };
        Ok(Page::new(page, rows.into_iter().map(|(subscriber, _)| subscriber).collect(), total))
    }

    /// Inserts a subscriber of the account and commits.
    pub async fn insert_subscriber(
        &self,
        account: &AccountId,
        subscriber: &Subscriber,
    ) -> Result<SubscriberInserted, StoreError> {
        let insert = row(account, subscriber).unless_present();
        if insert.execute_and_commit("insert a subscriber", &self.pools).await? > 0 {
            return Ok(SubscriberInserted::New);
        }
        let mut write = self.begin_write().await?;
        write.violated_constraint(account, &subscriber.email).await
    }
}

impl WriteTransaction {
    /// Which constraint an insert violated. A write transaction is needed: the conflicting row may belong to a batch that
    /// is not committed yet. Subscribers are never deleted; if the address was changed meanwhile, the next attempt
    /// succeeds.
    async fn violated_constraint(
        &mut self,
        account: &AccountId,
        email: &Email,
    ) -> Result<SubscriberInserted, StoreError> {
        let query = sql("SELECT EXISTS (
                 SELECT 1 FROM subscribers WHERE account_uuid = $1 AND email_normalised = $2)");
        let query = query.bind(account).bind(email.normalised());
        let taken = query.fetch_one("look for an address", &mut self.transaction).await?;
        Ok(if taken { SubscriberInserted::EmailTaken } else { SubscriberInserted::CodeTaken })
    }

    /// Inserts subscribers of the account with one statement; referrers come before those they refer. Returns the first
    /// that was not inserted because its identifier, address or code is in use; the caller should then roll back.
    pub async fn insert_subscribers<'s>(
        &mut self,
        account: &AccountId,
        subscribers: &'s [Subscriber],
    ) -> Result<Option<&'s Subscriber>, StoreError> {
        let rows = subscribers.iter().map(|subscriber| row(account, subscriber));
        let Some(rows) = rows.reduce(Insert::append) else {
            return Ok(None);
        };
        let mut insert = rows.unless_present();
        insert.push(" RETURNING uuid");
        let inserted: Vec<SubscriberId> =
            insert.fetch_all("insert subscribers", &mut self.transaction).await?;
        let mut inserted = BTreeSet::from_iter(inserted);
        // `remove` finds a duplicate identifier only once.
        Ok(subscribers.iter().find(|subscriber| !inserted.remove(&subscriber.uuid)))
    }
}

fn row<'v>(account: &'v AccountId, subscriber: &'v Subscriber) -> Insert<'v> {
    insert(subscriber)
        .set("account_uuid", account)
        .set("email_normalised", subscriber.email.normalised())
}
