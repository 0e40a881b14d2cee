//! Inserts a [`Seed`] into the database in the caller's transaction.

use std::fmt::Display;

use crate::domain::account::IssuedKey;
use crate::domain::timestamp::Timestamp;
use crate::keys::ApiKey;
use crate::seed::{Seed, SeedAccount, SeedKey};
use crate::store::{Inserted, RecommendationInserted, StoreError, WriteTransaction};

/// Subscribers per statement. A statement can have some ten thousand values, but its cost per value grows with their
/// number.
const AT_ONCE: usize = 100;

/// A generated key. Its secret is not stored and cannot be read again.
#[derive(Debug)]
pub struct GeneratedKey {
    /// The name of the key in the seed.
    pub label: String,
    /// The key.
    pub key: ApiKey,
}

/// Why a seed was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The database already has the account.
    #[error(
        "the database already holds the account `{account}` of this seed; \
         choose another database with --database, or remove the old one"
    )]
    AlreadyInserted {
        /// Name of the account.
        account: String,
    },
    /// Two records of the seed, or one of the seed and one of the database, have the same identifier.
    #[error("{what} of the account `{account}` is there already; give it a `uuid` of its own")]
    Repeated {
        /// Kind of record.
        what: String,
        /// Name of the account.
        account: String,
    },
    /// The operating system has no randomness for a key.
    #[error("cannot generate a key")]
    Random(#[source] getrandom::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Inserts the seed and returns the generated keys. The caller commits.
pub async fn insert(
    seed: &Seed,
    write: &mut WriteTransaction,
    now: Timestamp,
) -> Result<Vec<GeneratedKey>, SeedError> {
    let mut keys = Vec::new();
    for account in &seed.accounts {
        if write.insert_account(&account.account).await? == Inserted::Exists {
            return Err(SeedError::AlreadyInserted { account: account.label.clone() });
        }
        keys.extend(insert_team(account, write, now).await?);
        insert_records(account, write).await?;
    }
    // All accounts first, because a recommendation may refer to another account's program.
    for account in &seed.accounts {
        insert_recommendations(account, write).await?;
    }
    Ok(keys)
}

impl SeedAccount {
    fn repeated(&self, what: String) -> SeedError {
        SeedError::Repeated { what, account: self.label.clone() }
    }

    /// The error for a record that already exists.
    fn check_new(&self, outcome: Inserted, kind: &str, id: impl Display) -> Result<(), SeedError> {
        match outcome {
            Inserted::New => Ok(()),
            Inserted::Exists => Err(self.repeated(format!("the {kind} {id}"))),
        }
    }
}

/// Inserts users and keys. Former users are deleted after their keys are issued, so that their keys have no user.
async fn insert_team(
    account: &SeedAccount,
    write: &mut WriteTransaction,
    now: Timestamp,
) -> Result<Vec<GeneratedKey>, SeedError> {
    let owner = &account.account.uuid;
    for user in account.users.iter().chain(&account.former_users) {
        account.check_new(write.insert(owner, user).await?, "user", &user.uuid)?;
    }
    let mut issued_keys = Vec::new();
    for SeedKey { label, uuid, user } in &account.keys {
        let key = ApiKey::generate().map_err(SeedError::Random)?;
        let issued = IssuedKey {
            uuid: uuid.clone(),
            account: owner.clone(),
            user: Some(user.clone()),
            created_at: now,
        };
        let outcome = write.insert_key(&issued, &key.hash()).await?;
        account.check_new(outcome, "key", format_args!("`{label}`"))?;
        issued_keys.push(GeneratedKey { label: label.clone(), key });
    }
    for user in &account.former_users {
        write.delete_user(&user.uuid).await?;
    }
    Ok(issued_keys)
}

async fn insert_records(
    account: &SeedAccount,
    write: &mut WriteTransaction,
) -> Result<(), SeedError> {
    let owner = &account.account.uuid;
    if let Some(campaign) = &account.campaign {
        let outcome = write.insert(owner, campaign).await?;
        account.check_new(outcome, "campaign", &campaign.uuid)?;
    }
    for publication in &account.publications {
        let outcome = write.insert(owner, publication).await?;
        account.check_new(outcome, "publication", &publication.uuid)?;
    }
    for upscribe in &account.upscribes {
        let outcome = write.insert(owner, upscribe).await?;
        account.check_new(outcome, "widget", &upscribe.uuid)?;
    }
    for program in &account.partner_programs {
        let outcome = write.insert_partner_program(owner, program).await?;
        account.check_new(outcome, "partner program", &program.uuid)?;
    }
    for subscribers in account.subscribers.chunks(AT_ONCE) {
        if let Some(refused) = write.insert_subscribers(owner, subscribers).await? {
            let what = format!("the subscriber {} or their referral code", refused.uuid);
            return Err(account.repeated(what));
        }
    }
    for membership in &account.memberships {
        let outcome = write.insert_membership(owner, membership).await?;
        account.check_new(outcome, "membership", &membership.uuid)?;
    }
    for payout in &account.payouts {
        let outcome = write.insert_payout(owner, payout).await?;
        let id = format_args!("{} or its `partner_uuid`", payout.uuid);
        account.check_new(outcome, "payout", id)?;
    }
    Ok(())
}

async fn insert_recommendations(
    account: &SeedAccount,
    write: &mut WriteTransaction,
) -> Result<(), SeedError> {
    let owner = &account.account.uuid;
    write.partner_profile(owner, account.partner_profile.clone()).await?;
    for recommendation in &account.recommendations {
        let what = match write.insert_recommendation(owner, recommendation).await? {
            RecommendationInserted::New => continue,
            RecommendationInserted::Joined => {
                format!("a recommendation of {}", recommendation.partner_program)
            }
            RecommendationInserted::CodeTaken => {
                format!("the recommendation {} or its code", recommendation.uuid)
            }
        };
        return Err(account.repeated(what));
    }
    for (recommendation, referral) in &account.referrals {
        let outcome = write.insert_referral(owner, recommendation, referral).await?;
        account.check_new(outcome, "referral of", referral.email.as_str())?;
    }
    Ok(())
}
