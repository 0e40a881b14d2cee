//! API keys; only hashes are stored.

use crate::domain::account::IssuedKey;
use crate::domain::id::KeyId;
use crate::keys::KeyHash;
use crate::store::prelude::*;

record! { IssuedKey in "api_keys", "insert a key" { uuid, created_at } as { account: account_uuid, user: user_uuid } }

impl Store {
    /// The key with this hash. The database is asked each time, so a revoked key is refused from the next request on,
    /// whichever process revoked it.
    pub async fn key(&self, hash: &KeyHash) -> Result<Option<IssuedKey>, StoreError> {
        let query = select::<IssuedKey>(" FROM api_keys WHERE hash = $1").bind(hash.as_str());
        query.fetch_optional("find a key", &self.pools).await
    }

    /// All keys of all accounts, oldest first.
    pub async fn keys(&self) -> Result<Vec<IssuedKey>, StoreError> {
        let query = select::<IssuedKey>(" FROM api_keys ORDER BY created_at, uuid");
        query.fetch_all("list the keys", &self.pools).await
    }
}

impl WriteTransaction {
    /// Inserts a key, unless its user is not a member of its account.
    pub async fn insert_key(
        &mut self,
        key: &IssuedKey,
        hash: &KeyHash,
    ) -> Result<Inserted, StoreError> {
        sql(
            "INSERT INTO api_keys (uuid, account_uuid, user_uuid, hash, created_at)
             SELECT $1, $2, $3, $4, $5
             WHERE $3 IS NULL OR EXISTS (SELECT 1 FROM users WHERE uuid = $3 AND account_uuid = $2)",
        )
        .bind(&key.uuid)
        .bind(&key.account)
        .bind(&key.user)
        .bind(hash.as_str())
        .bind(&key.created_at)
        .insert("insert a key", &mut self.transaction)
        .await
    }

    /// Deletes a key and returns whether it existed.
    pub async fn delete_key(&mut self, uuid: &KeyId) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM api_keys WHERE uuid = $1").bind(uuid);
        Ok(delete.execute("delete a key", &mut self.transaction).await? > 0)
    }
}
