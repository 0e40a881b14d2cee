//! Subscribers of an account.

/// Columns of a [`Row`]. `*` would change under a prepared statement when a later version adds a column.
macro_rules! columns {
    () => {
        "uuid, email, name, status, acquisition, ref_code, referrer_code, referrer_uuid, origin, cpa,
         ip_address, user_agent, country_code, utm_source, utm_campaign, created_at"
    };
}

mod change;
mod many;

pub use change::SubscriberChanged;

use crate::domain::amount::Amount;
use crate::domain::email::Email;
use crate::domain::id::{AccountId, RefCode, SubscriberId};
use crate::domain::page::{Page, PageRequest};
use crate::domain::status::{Acquisition, Status};
use crate::domain::subscriber::{Audience, Subscriber, SubscriberIdentifier};
use crate::store::error::{failed, readable};
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::time;
use crate::store::{Store, StoreError, WriteTransaction};

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

row! {
    struct Row {
        uuid: String,
        email: String,
        name: Option<String>,
        status: String,
        acquisition: String,
        ref_code: String,
        referrer_code: Option<String>,
        referrer_uuid: Option<String>,
        origin: String,
        cpa: Option<String>,
        ip_address: Option<String>,
        user_agent: Option<String>,
        country_code: Option<String>,
        utm_source: Option<String>,
        utm_campaign: Option<String>,
        created_at: i64,
    }
}

impl TryFrom<Row> for Subscriber {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Subscriber, StoreError> {
        let cpa = row.cpa.as_deref().map(Amount::parse).transpose();
        Ok(Subscriber {
            uuid: SubscriberId::new(row.uuid),
            email: readable(Email::parse(&row.email).ok(), "e-mail address")?,
            name: row.name,
            status: readable(Status::from_word(&row.status), "status of a subscriber")?,
            acquisition: readable(Acquisition::from_word(&row.acquisition), "acquisition")?,
            ref_code: RefCode::new(row.ref_code),
            referrer_code: row.referrer_code,
            referrer: row.referrer_uuid.map(SubscriberId::new),
            origin: row.origin,
            cpa: readable(cpa.ok(), "amount")?,
            ip_address: row.ip_address,
            user_agent: row.user_agent,
            country_code: row.country_code,
            utm_source: row.utm_source,
            utm_campaign: row.utm_campaign,
            created_at: time(row.created_at)?,
        })
    }
}

/// A total of the account `$1`, which triggers maintain.
macro_rules! total {
    ($total:literal) => {
        concat!(
            "(SELECT CAST(COALESCE(SUM(",
            $total,
            "), 0) AS BIGINT) FROM subscriber_totals WHERE account_uuid = $1)"
        )
    };
}

/// A page (`LIMIT $2 OFFSET $3`) of the subscribers of the account `$1` that meet a condition, each row with their total,
/// and the total alone. One statement reads both, so that they belong to the same state.
macro_rules! page {
    ($total:literal, $condition:literal) => {
        (
            concat!(
                "SELECT ",
                columns!(),
                ", ",
                total!($total),
                " AS total FROM subscribers WHERE account_uuid = $1",
                $condition,
                " ORDER BY created_at DESC, uuid DESC LIMIT $2 OFFSET $3"
            ),
            concat!("SELECT ", total!($total)),
        )
    };
}

/// The statements for a page of an audience and for its total alone.
fn page_of(audience: Audience) -> (&'static str, &'static str) {
    match audience {
        Audience::All => page!("subscribers", ""),
        Audience::Referrals => page!("referrals", " AND referrer_uuid IS NOT NULL"),
        Audience::Advocates => page!("advocates", " AND advocate"),
    }
}

/// A subscriber with the total of the list.
type Listed = (Row, i64);

impl Store {
    /// The account's subscriber with this UUID or address.
    pub async fn subscriber(
        &self,
        account: &AccountId,
        addressed: &SubscriberIdentifier,
    ) -> Result<Option<Subscriber>, StoreError> {
        let (query, text) = match addressed {
            SubscriberIdentifier::Uuid(uuid) => (
                concat!(
                    "SELECT ",
                    columns!(),
                    " FROM subscribers WHERE account_uuid = $1 AND uuid = $2"
                ),
                uuid.as_str(),
            ),
            SubscriberIdentifier::Email(email) => (
                concat!(
                    "SELECT ",
                    columns!(),
                    " FROM subscribers WHERE account_uuid = $1 AND email_normalised = $2"
                ),
                email.as_str(),
            ),
        };
        let row: Option<Row> = sql(query)
            .bind(account.as_str())
            .bind(text)
            .fetch_optional(&self.pools)
            .await
            .map_err(failed("find a subscriber"))?;
        row.map(Subscriber::try_from).transpose()
    }

    /// The account's subscriber with this referral code.
    pub async fn referrer(
        &self,
        account: &AccountId,
        ref_code: &str,
    ) -> Result<Option<SubscriberId>, StoreError> {
        let row: Option<(String,)> =
            sql("SELECT uuid FROM subscribers WHERE account_uuid = $1 AND ref_code = $2")
                .bind(account.as_str())
                .bind(ref_code)
                .fetch_optional(&self.pools)
                .await
                .map_err(failed("find a referrer"))?;
        Ok(row.map(|(uuid,)| SubscriberId::new(uuid)))
    }

    /// A page of the account's subscribers, newest first.
    pub async fn subscribers(
        &self,
        account: &AccountId,
        audience: Audience,
        page: PageRequest,
    ) -> Result<Page<Subscriber>, StoreError> {
        let doing = "list subscribers";
        let (page_of, total_of) = page_of(audience);
        let rows: Vec<Listed> = sql(page_of)
            .bind(account.as_str())
            .bind(page.limit())
            .bind(page.offset())
            .after(page.offset())
            .fetch_all(&self.pools)
            .await
            .map_err(failed(doing))?;
        let total = match rows.first() {
            Some((_, total)) => *total,
            None if page.offset() == 0 => 0,
            // A page past the end has no row with the total.
            None => {
                let total = sql(total_of).bind(account.as_str());
                let (total,): (i64,) = total.fetch_one(&self.pools).await.map_err(failed(doing))?;
                total
            }
        };
        let items = rows.into_iter().map(|(row, _)| row.try_into());
        let items: Result<Vec<_>, _> = items.collect();
        Ok(Page::new(page, items?, total))
    }

    /// Inserts a subscriber of the account and commits.
    pub async fn insert_subscriber(
        &self,
        account: &AccountId,
        subscriber: &Subscriber,
    ) -> Result<SubscriberInserted, StoreError> {
        let done = sql(
            "INSERT INTO subscribers
                 (account_uuid, uuid, email, email_normalised, name, status, acquisition, ref_code,
                  referrer_code, referrer_uuid, origin, cpa, ip_address, user_agent, country_code,
                  utm_source, utm_campaign, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
             ON CONFLICT DO NOTHING",
        )
        .bind(account.as_str())
        .bind(subscriber.uuid.as_str())
        .bind(subscriber.email.as_str())
        .bind(subscriber.email.normalised())
        .bind(&subscriber.name)
        .bind(subscriber.status.as_str())
        .bind(subscriber.acquisition.as_str())
        .bind(subscriber.ref_code.as_str())
        .bind(&subscriber.referrer_code)
        .bind(subscriber.referrer.as_ref().map(SubscriberId::as_str))
        .bind(&subscriber.origin)
        .bind(subscriber.cpa.as_ref().map(Amount::as_str))
        .bind(&subscriber.ip_address)
        .bind(&subscriber.user_agent)
        .bind(&subscriber.country_code)
        .bind(&subscriber.utm_source)
        .bind(&subscriber.utm_campaign)
        .bind(subscriber.created_at.as_micros())
        .execute_and_commit(&self.pools)
        .await
        .map_err(failed("insert a subscriber"))?;
        match done {
            0 => {
                let mut write = self.begin_write().await?;
                write.which_is_taken(account, &subscriber.email).await
            }
            _ => Ok(SubscriberInserted::New),
        }
    }
}

impl WriteTransaction {
    /// Which constraint an insert violated. A write transaction is needed: the conflicting row may belong to a batch that
    /// is not committed yet. Subscribers are never deleted; if the address was changed meanwhile, the next attempt
    /// succeeds.
    async fn which_is_taken(
        &mut self,
        account: &AccountId,
        email: &Email,
    ) -> Result<SubscriberInserted, StoreError> {
        let (taken,): (bool,) = sql("SELECT EXISTS (
                 SELECT 1 FROM subscribers WHERE account_uuid = $1 AND email_normalised = $2)")
        .bind(account.as_str())
        .bind(email.normalised())
        .fetch_one(&mut self.transaction)
        .await
        .map_err(failed("look for an address"))?;
        Ok(if taken { SubscriberInserted::EmailTaken } else { SubscriberInserted::CodeTaken })
    }
}
