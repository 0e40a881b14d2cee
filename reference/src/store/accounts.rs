//! Accounts, their users and partner profiles. Seeds and operators create accounts; no operation does.

mod removal;

use crate::domain::account::{Account, AccountSummary, Team, User};
use crate::domain::id::{PartnerProfileId, UserId};
use crate::store::error::{failed, readable};
use crate::store::prelude::*;

pub use removal::AccountContents;

/// Outcome of renaming an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountRenamed {
    /// The account has the new name.
    Done,
    /// Another account has the name.
    NameTaken,
    /// There is no such account.
    NotFound,
}

record! { Account in "accounts", "insert an account" { uuid, name, esp } }
record! { User in "users", "insert a user" { uuid, name, email, is_owner } }

impl Store {
    /// Checks that the database answers, that its file can be relied on, and that it takes large writes again if
    /// one failed for want of storage.
    pub async fn check_ready(&self) -> Result<(), StoreError> {
        self.pools.check().map_err(failed("answer"))?;
        let query = sql("SELECT uuid FROM accounts LIMIT 1");
        let _: Option<(String,)> = query.fetch_optional("answer", &self.pools).await?;
        self.pools.check_writes().await.map_err(failed("take a write"))
    }

    /// All accounts, ordered by name.
    pub async fn accounts(&self) -> Result<Vec<AccountSummary>, StoreError> {
        let query = sql("SELECT uuid, name, esp,
                    (SELECT COUNT(*) FROM users WHERE users.account_uuid = accounts.uuid),
                    (SELECT COUNT(*) FROM api_keys WHERE api_keys.account_uuid = accounts.uuid)
             FROM accounts ORDER BY name, uuid");
        let rows = query.fetch_all("list the accounts", &self.pools).await?;
        let summary = |(account, users, keys)| AccountSummary { account, users, keys };
        Ok(rows.into_iter().map(summary).collect())
    }

    /// The account with this identifier.
    pub async fn account(&self, uuid: &AccountId) -> Result<Option<Account>, StoreError> {
        let query = select::<Account>(" FROM accounts WHERE uuid = $1").bind(uuid);
        query.fetch_optional("find an account", &self.pools).await
    }

    /// The team of the account, which has an owner.
    pub async fn team(&self, account: &AccountId) -> Result<Team, StoreError> {
        let members = self.users(account).await?;
        let owner = members.first().filter(|user| user.is_owner).cloned();
        Ok(Team { owner: readable(owner, "team without an owner")?, members })
    }

    /// The users of the account: the owner first, then the others by name.
    pub async fn users(&self, account: &AccountId) -> Result<Vec<User>, StoreError> {
        let query = select::<User>(
            " FROM users WHERE account_uuid = $1 ORDER BY is_owner DESC, name, uuid",
        );
        query.bind(account).fetch_all("list the team of an account", &self.pools).await
    }
}

impl WriteTransaction {
    /// Inserts an account, unless another one has its identifier or name.
    pub async fn insert_account(&mut self, account: &Account) -> Result<Inserted, StoreError> {
        let insert = insert(account).unless_present();
        insert.insert("insert an account", &mut self.transaction).await
    }

    /// Renames an account.
    pub async fn rename_account(
        &mut self,
        uuid: &AccountId,
        name: &str,
    ) -> Result<AccountRenamed, StoreError> {
        let update = sql("UPDATE accounts SET name = $1 WHERE uuid = $2").bind(name).bind(uuid);
        match update.execute("rename an account", &mut self.transaction).await {
            Ok(0) => Ok(AccountRenamed::NotFound),
            Ok(_) => Ok(AccountRenamed::Done),
            Err(StoreError::Query { source, .. }) if source.is_unique_violation() => {
                Ok(AccountRenamed::NameTaken)
            }
            Err(error) => Err(error),
        }
    }

    /// Deletes a user. The user's keys stay, without a user.
    pub async fn delete_user(&mut self, uuid: &UserId) -> Result<(), StoreError> {
        let delete = sql("DELETE FROM users WHERE uuid = $1").bind(uuid);
        delete.execute("delete a user", &mut self.transaction).await?;
        Ok(())
    }

    /// The account in its role as a partner: its profile, or `drawn` from now on.
    pub async fn partner_profile(
        &mut self,
        account: &AccountId,
        drawn: PartnerProfileId,
    ) -> Result<PartnerProfileId, StoreError> {
        let doing = "find the partner profile of an account";
        let row = insert_into("partner_profiles").set("account_uuid", account).set("uuid", &drawn);
        let mut insert = row.sql();
        insert.push(" ON CONFLICT (account_uuid) DO NOTHING");
        insert.execute(doing, &mut self.transaction).await?;
        let query = sql("SELECT uuid FROM partner_profiles WHERE account_uuid = $1").bind(account);
        query.fetch_one(doing, &mut self.transaction).await
    }
}
