//! Accounts and their users. Seeds and operators create them; no operation does.

use crate::domain::account::{Account, AccountSummary, Team, User};
use crate::domain::id::{AccountId, UserId};
use crate::store::error::{failed, readable};
use crate::store::sql::sql;
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

impl Store {
    /// Checks that the database answers and that its file can be relied on.
    pub async fn check_ready(&self) -> Result<(), StoreError> {
        self.pools.check().map_err(failed("answer"))?;
        let _: Option<(String,)> = sql("SELECT uuid FROM accounts LIMIT 1")
            .fetch_optional(&self.pools)
            .await
            .map_err(failed("answer"))?;
        Ok(())
    }

    /// All accounts, ordered by name.
    pub async fn accounts(&self) -> Result<Vec<AccountSummary>, StoreError> {
        let rows: Vec<(String, String, Option<String>, i64, i64)> = sql("SELECT uuid, name, esp,
                    (SELECT COUNT(*) FROM users WHERE users.account_uuid = accounts.uuid),
                    (SELECT COUNT(*) FROM api_keys WHERE api_keys.account_uuid = accounts.uuid)
             FROM accounts ORDER BY name, uuid")
        .fetch_all(&self.pools)
        .await
        .map_err(failed("list the accounts"))?;
        let rows = rows.into_iter();
        let listed = rows.map(|(uuid, name, esp, users, keys)| AccountSummary {
            account: Account { uuid: AccountId::new(uuid), name, esp },
            users,
            keys,
        });
        Ok(listed.collect())
    }

    /// The account with this identifier.
    pub async fn account(&self, uuid: &AccountId) -> Result<Option<Account>, StoreError> {
        let row: Option<(String, String, Option<String>)> =
            sql("SELECT uuid, name, esp FROM accounts WHERE uuid = $1")
                .bind(uuid.as_str())
                .fetch_optional(&self.pools)
                .await
                .map_err(failed("find an account"))?;
        Ok(row.map(|(uuid, name, esp)| Account { uuid: AccountId::new(uuid), name, esp }))
    }

    /// The team of the account, which has an owner.
    pub async fn team(&self, account: &AccountId) -> Result<Team, StoreError> {
        let members = self.users(account).await?;
        let owner = members.first().filter(|user| user.is_owner).cloned();
        Ok(Team { owner: readable(owner, "team without an owner")?, members })
    }

    /// The users of the account: the owner first, then the others by name.
    pub async fn users(&self, account: &AccountId) -> Result<Vec<User>, StoreError> {
        let rows: Vec<(String, String, String, bool)> =
            sql("SELECT uuid, name, email, is_owner FROM users WHERE account_uuid = $1
             ORDER BY is_owner DESC, name, uuid")
            .bind(account.as_str())
            .fetch_all(&self.pools)
            .await
            .map_err(failed("list the team of an account"))?;
        let users = rows.into_iter();
        let users = users.map(|(uuid, name, email, is_owner)| User {
            uuid: UserId::new(uuid),
            name,
            email,
            is_owner,
        });
        Ok(users.collect())
    }
}

impl WriteTransaction {
    /// Inserts an account.
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

    /// Renames an account and returns whether it exists.
    pub async fn rename_account(
        &mut self,
        uuid: &AccountId,
        name: &str,
    ) -> Result<bool, StoreError> {
        let done = sql("UPDATE accounts SET name = $1 WHERE uuid = $2")
            .bind(name)
            .bind(uuid.as_str())
            .execute(&mut self.transaction)
            .await
            .map_err(failed("rename an account"))?;
        Ok(done > 0)
    }

    /// Inserts a user of the account.
    pub async fn insert_user(
        &mut self,
        account: &AccountId,
        user: &User,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO users (uuid, account_uuid, name, email, is_owner)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING")
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

    /// Deletes a user. The user's keys stay, without a user.
    pub async fn delete_user(&mut self, uuid: &UserId) -> Result<(), StoreError> {
        sql("DELETE FROM users WHERE uuid = $1")
            .bind(uuid.as_str())
            .execute(&mut self.transaction)
            .await
            .map_err(failed("delete a user"))?;
        Ok(())
    }
}
