//! Accounts and their users. They come from seeds; no operation makes them.

use crate::domain::account::{Account, User};
use crate::domain::id::{AccountId, UserId};
use crate::store::error::failed;
use crate::store::{Inserted, Store, StoreError, Write};

impl Store {
    /// The account of this identifier.
    pub async fn account(&self, uuid: &AccountId) -> Result<Option<Account>, StoreError> {
        let row: Option<(String, String)> =
            sqlx::query_as("SELECT uuid, name FROM accounts WHERE uuid = $1")
                .bind(uuid.as_str())
                .fetch_optional(&self.readers)
                .await
                .map_err(failed("find an account"))?;
        Ok(row.map(|(uuid, name)| Account {
            uuid: AccountId::new(uuid),
            name,
        }))
    }
}

impl Write {
    /// Puts an account in.
    pub async fn insert_account(&mut self, account: &Account) -> Result<Inserted, StoreError> {
        let done =
            sqlx::query("INSERT INTO accounts (uuid, name) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(account.uuid.as_str())
                .bind(&account.name)
                .execute(&mut *self.transaction)
                .await
                .map_err(failed("insert an account"))?;
        Ok(Inserted::from_rows(done.rows_affected()))
    }

    /// Puts a user of the account in.
    pub async fn insert_user(
        &mut self,
        account: &AccountId,
        user: &User,
    ) -> Result<Inserted, StoreError> {
        let done = sqlx::query(
            "INSERT INTO users (uuid, account_uuid, name, email) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
        )
        .bind(user.uuid.as_str())
        .bind(account.as_str())
        .bind(&user.name)
        .bind(&user.email)
        .execute(&mut *self.transaction)
        .await
        .map_err(failed("insert a user"))?;
        Ok(Inserted::from_rows(done.rows_affected()))
    }

    /// Takes a user away, who has left. Their keys stay, and have no user from then on.
    pub async fn delete_user(&mut self, uuid: &UserId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM users WHERE uuid = $1")
            .bind(uuid.as_str())
            .execute(&mut *self.transaction)
            .await
            .map_err(failed("delete a user"))?;
        Ok(())
    }
}
