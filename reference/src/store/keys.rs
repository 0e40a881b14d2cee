//! API keys, of which only the hash is kept.

mod desk;

use std::collections::BTreeMap;

use crate::domain::account::{Account, IssuedKey};
use crate::domain::id::{AccountId, KeyId, UserId};
use crate::keys::KeyHash;
use crate::store::engine::Pools;
use crate::store::error::failed;
use crate::store::sql::sql;
use crate::store::text::time;
use crate::store::{DatabaseError, Inserted, Store, StoreError, WriteTransaction};

pub(super) use desk::Desk;

/// Whose a presented key is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    /// The account it opens.
    pub account: Account,
    /// Whom it was issued to; nobody when that user is gone.
    pub user: Option<UserId>,
}

/// Hash of the key; account, its name and provider; user.
type OwnerRow = (String, String, String, Option<String>, Option<String>);

/// The owners of the keys whose hash is, or is one of, what follows.
macro_rules! owners {
    ($condition:literal) => {
        concat!(
            "SELECT api_keys.hash, accounts.uuid, accounts.name, accounts.esp, api_keys.user_uuid
             FROM api_keys JOIN accounts ON accounts.uuid = api_keys.account_uuid
             WHERE api_keys.hash ",
            $condition
        )
    };
}

/// The owners of those of these hashes that there are, by hash. There is at least one hash.
///
/// The list is filled up to a power of two with its last hash, so that there are few different statements to prepare.
async fn owners<'v>(
    pools: &Pools,
    hashes: impl IntoIterator<Item = &'v str>,
) -> Result<BTreeMap<String, KeyOwner>, DatabaseError> {
    let mut hashes: Vec<_> = hashes.into_iter().collect();
    if let Some(&last) = hashes.last() {
        hashes.resize(hashes.len().next_power_of_two(), last);
    }
    let mut query = sql(owners!("IN "));
    query.push_list(hashes);
    let rows: Vec<OwnerRow> = query.fetch_all(pools).await?;
    Ok(rows.into_iter().map(owned).collect())
}

/// The hash that is found by this one, and its owner.
async fn owner(pools: &Pools, hash: &str) -> Result<Option<(String, KeyOwner)>, DatabaseError> {
    let query = sql(owners!("= $1")).bind(hash);
    let row: Option<OwnerRow> = query.fetch_optional(pools).await?;
    Ok(row.map(owned))
}

fn owned((hash, uuid, name, esp, user): OwnerRow) -> (String, KeyOwner) {
    let account = Account {
        uuid: AccountId::new(uuid),
        name,
        esp,
    };
    let user = user.map(UserId::new);
    (hash, KeyOwner { account, user })
}

impl Store {
    /// Whose key has this hash.
    pub async fn key_owner(&self, hash: &KeyHash) -> Result<Option<KeyOwner>, StoreError> {
        let owner = self.desk.owner(&self.pools, hash).await;
        owner.map_err(failed("find a key"))
    }

    /// Every key of every account, oldest first.
    pub async fn keys(&self) -> Result<Vec<IssuedKey>, StoreError> {
        let rows: Vec<(String, String, Option<String>, i64)> = sql(
            "SELECT uuid, account_uuid, user_uuid, created_at FROM api_keys ORDER BY created_at, uuid",
        )
        .fetch_all(&self.pools)
        .await
        .map_err(failed("list the keys"))?;
        rows.into_iter()
            .map(|(uuid, account, user, created_at)| {
                Ok(IssuedKey {
                    uuid: KeyId::new(uuid),
                    account: AccountId::new(account),
                    user: user.map(UserId::new),
                    created_at: time(created_at)?,
                })
            })
            .collect()
    }
}

impl WriteTransaction {
    /// Puts a key in. The user it names must be of the key's account, or nothing goes in.
    pub async fn insert_key(
        &mut self,
        key: &IssuedKey,
        hash: &KeyHash,
    ) -> Result<Inserted, StoreError> {
        let done = sql(
            "INSERT INTO api_keys (uuid, account_uuid, user_uuid, hash, created_at)
             SELECT $1, $2, $3, $4, $5
             WHERE $3 IS NULL OR EXISTS (SELECT 1 FROM users WHERE uuid = $3 AND account_uuid = $2)",
        )
        .bind(key.uuid.as_str())
        .bind(key.account.as_str())
        .bind(key.user.as_ref().map(UserId::as_str))
        .bind(hash.as_str())
        .bind(key.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a key"))?;
        Ok(Inserted::from_rows(done))
    }

    /// Takes a key away for good. Tells whether there was one.
    pub async fn delete_key(&mut self, uuid: &KeyId) -> Result<bool, StoreError> {
        let done = sql("DELETE FROM api_keys WHERE uuid = $1")
            .bind(uuid.as_str())
            .execute(&mut self.transaction)
            .await
            .map_err(failed("delete a key"))?;
        Ok(done > 0)
    }
}
