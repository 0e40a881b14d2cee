//! API keys; only hashes are stored.

use crate::domain::account::{Account, IssuedKey};
use crate::domain::id::{AccountId, KeyId, UserId};
use crate::keys::KeyHash;
use crate::store::error::failed;
use crate::store::sql::sql;
use crate::store::text::time;
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

/// Owner of an API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    /// Account that the key authenticates.
    pub account: Account,
    /// User that the key was issued to; `None` once that user is deleted.
    pub user: Option<UserId>,
}

/// Account, its name and provider; user of the key.
type OwnerRow = (String, String, Option<String>, Option<String>);

impl Store {
    /// The owner of the key with this hash. The database is asked each time, so a revoked key is refused from the next
    /// request on, whichever process revoked it.
    pub async fn key_owner(&self, hash: &KeyHash) -> Result<Option<KeyOwner>, StoreError> {
        let row: Option<OwnerRow> =
            sql("SELECT accounts.uuid, accounts.name, accounts.esp, api_keys.user_uuid
             FROM api_keys JOIN accounts ON accounts.uuid = api_keys.account_uuid
             WHERE api_keys.hash = $1")
            .bind(hash.as_str())
            .fetch_optional(&self.pools)
            .await
            .map_err(failed("find a key"))?;
        Ok(row.map(|(uuid, name, esp, user)| KeyOwner {
            account: Account { uuid: AccountId::new(uuid), name, esp },
            user: user.map(UserId::new),
        }))
    }

    /// All keys of all accounts, oldest first.
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
    /// Inserts a key, unless its user is not a member of its account.
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

    /// Deletes a key and returns whether it existed.
    pub async fn delete_key(&mut self, uuid: &KeyId) -> Result<bool, StoreError> {
        let done = sql("DELETE FROM api_keys WHERE uuid = $1")
            .bind(uuid.as_str())
            .execute(&mut self.transaction)
            .await
            .map_err(failed("delete a key"))?;
        Ok(done > 0)
    }
}
