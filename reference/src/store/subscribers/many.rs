//! Inserting many subscribers with one statement, for seeds.

use std::collections::BTreeSet;

use crate::domain::amount::Amount;
use crate::domain::id::{AccountId, SubscriberId};
use crate::domain::subscriber::Subscriber;
use crate::store::error::failed;
use crate::store::sql::{Sql, sql};
use crate::store::{StoreError, WriteTransaction};

impl WriteTransaction {
    /// Inserts subscribers of the account; referrers come before those they refer. Returns the first that was not inserted
    /// because its identifier, address or code is in use; the caller should then roll back.
    pub async fn insert_subscribers<'s>(
        &mut self,
        account: &AccountId,
        subscribers: &'s [Subscriber],
    ) -> Result<Option<&'s Subscriber>, StoreError> {
        if subscribers.is_empty() {
            return Ok(None);
        }
        let mut query = sql("INSERT INTO subscribers
                 (account_uuid, uuid, email, email_normalised, name, status, acquisition, ref_code,
                  referrer_code, referrer_uuid, origin, cpa, ip_address, user_agent, country_code,
                  utm_source, utm_campaign, created_at)
             VALUES ");
        for (index, subscriber) in subscribers.iter().enumerate() {
            query.push(if index == 0 { "" } else { ", " });
            push_row(&mut query, account, subscriber);
        }
        query.push(" ON CONFLICT DO NOTHING RETURNING uuid");
        let inserted: Vec<(String,)> =
            query.fetch_all(&mut self.transaction).await.map_err(failed("insert subscribers"))?;
        let mut inserted: BTreeSet<_> = inserted.into_iter().map(|(uuid,)| uuid).collect();
        let mut all = subscribers.iter();
        // `remove` finds a duplicate identifier only once.
        Ok(all.find(|record| !inserted.remove(record.uuid.as_str())))
    }
}

fn push_row<'v>(query: &mut Sql<'v>, account: &'v AccountId, subscriber: &'v Subscriber) {
    query.push("(").push_bind(account.as_str());
    let mut push = |value: Option<&'v str>| {
        query.push(", ").push_bind(value);
    };
    push(Some(subscriber.uuid.as_str()));
    push(Some(subscriber.email.as_str()));
    push(Some(subscriber.email.normalised()));
    push(subscriber.name.as_deref());
    push(Some(subscriber.status.as_str()));
    push(Some(subscriber.acquisition.as_str()));
    push(Some(subscriber.ref_code.as_str()));
    push(subscriber.referrer_code.as_deref());
    push(subscriber.referrer.as_ref().map(SubscriberId::as_str));
    push(Some(&subscriber.origin));
    push(subscriber.cpa.as_ref().map(Amount::as_str));
    push(subscriber.ip_address.as_deref());
    push(subscriber.user_agent.as_deref());
    push(subscriber.country_code.as_deref());
    push(subscriber.utm_source.as_deref());
    push(subscriber.utm_campaign.as_deref());
    query.push(", ");
    query.push_bind(subscriber.created_at.as_micros()).push(")");
}
