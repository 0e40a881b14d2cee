//! Accounts and their users. They come from seeds; no operation makes them.

use crate::domain::account::{Account, Team, User};
use crate::domain::id::{AccountId, UserId};
use crate::store::error::{failed, readable};
use crate::store::sql::sql;
use crate::store::{Inserted, Store, StoreError, Write};

impl Store {
    /// The account of this identifier.
    pub async fn account(&self, uuid: &AccountId) -> Result<Option<Account>, StoreError> {
        let row: Option<(String, String, Option<String>)> =
            sql("SELECT uuid, name, esp FROM accounts WHERE uuid = $1")
                .bind(uuid.as_str())
                .fetch_optional(&self.pools)
                .await
                .map_err(failed("find an account"))?;
        Ok(row.map(|(uuid, name, esp)| Account {
            uuid: AccountId::new(uuid),
            name,
            esp,
        }))
    }

    /// The people of the account, who are at least its owner.
    pub async fn team(&self, account: &AccountId) -> Result<Team, StoreError> {
        let rows: Vec<(String, String, String, bool)> = sql(
            "SELECT uuid, name, email, is_owner FROM users WHERE account_uuid = $1
             ORDER BY is_owner DESC, name, uuid",
        )
        .bind(account.as_str())
        .fetch_all(&self.pools)
        .await
        .map_err(failed("list the team of an account"))?;
        let members = rows.into_iter();
        let members: Vec<_> = members
            .map(|(uuid, name, email, is_owner)| User {
                uuid: UserId::new(uuid),
                name,
                email,
                is_owner,
            })
            .collect();
        let owner = members.first().filter(|it| it.is_owner).cloned();
        Ok(Team {
            owner: readable(owner, "team without an owner")?,
            members,
        })
    }
}

impl Write {
    /// Puts an account in.
    pub async fn insert_account(&mut self, account: &Account) -> Result<Inserted, StoreError> {
        let done = sql(
            "INSERT INTO accounts (uuid, name, esp) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(account.uuid.as_str())
        .bind(&account.name)
        .bind(&account.esp)
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert an account"))?;
        Ok(Inserted::from_rows(done))
    }

    /// Puts a user of the account in.
    pub async fn insert_user(
        &mut self,
        account: &AccountId,
        user: &User,
    ) -> Result<Inserted, StoreError> {
        let done = sql(
            "INSERT INTO users (uuid, account_uuid, name, email, is_owner)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
        )
        .bind(user.uuid.as_str())
        .bind(account.as_str())
        .bind(&user.name)
        .bind(&user.email)
        .bind(user.is_owner)
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a user"))?;
        Ok(Inserted::from_rows(done))
    }

    /// Takes a user away, who has left. Their keys stay, and have no user from then on.
    pub async fn delete_user(&mut self, uuid: &UserId) -> Result<(), StoreError> {
        sql("DELETE FROM users WHERE uuid = $1")
            .bind(uuid.as_str())
            .execute(&mut self.transaction)
            .await
            .map_err(failed("delete a user"))?;
        Ok(())
    }
}
