//! Inserts a [`Seed`] into the database in the caller's transaction.

use crate::domain::account::IssuedKey;
use crate::domain::timestamp::Timestamp;
use crate::keys::ApiKey;
use crate::seed::{Seed, SeedAccount};
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
    AlreadyPlanted {
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
pub async fn plant(
    seed: &Seed,
    write: &mut WriteTransaction,
    now: Timestamp,
) -> Result<Vec<GeneratedKey>, SeedError> {
    let mut keys = Vec::new();
    for account in &seed.accounts {
        plant_team(account, write).await?;
        keys.extend(plant_keys(account, write, now).await?);
        plant_things(account, write).await?;
        plant_subscribers(account, write).await?;
        plant_payouts(account, write).await?;
    }
    // All accounts first, because a recommendation may refer to another account's program.
    for account in &seed.accounts {
        plant_recommendations(account, write).await?;
    }
    Ok(keys)
}

/// The error for a record that already exists.
fn new_or(outcome: Inserted, account: &SeedAccount, what: String) -> Result<(), SeedError> {
    match outcome {
        Inserted::New => Ok(()),
        Inserted::Exists => Err(SeedError::Repeated { what, account: account.label.clone() }),
    }
}

async fn plant_team(account: &SeedAccount, write: &mut WriteTransaction) -> Result<(), SeedError> {
    if write.insert_account(&account.account).await? == Inserted::Exists {
        return Err(SeedError::AlreadyPlanted { account: account.label.clone() });
    }
    for user in account.users.iter().chain(&account.former_users) {
        let outcome = write.insert_user(&account.account.uuid, user).await?;
        new_or(outcome, account, format!("the user {}", user.uuid))?;
    }
    Ok(())
}

/// Deletes former users after their keys are issued, so that their keys have no user.
async fn plant_keys(
    account: &SeedAccount,
    write: &mut WriteTransaction,
    now: Timestamp,
) -> Result<Vec<GeneratedKey>, SeedError> {
    let mut planted = Vec::new();
    for seed_key in &account.keys {
        let key = ApiKey::generate().map_err(SeedError::Random)?;
        let issued = IssuedKey {
            uuid: seed_key.uuid.clone(),
            account: account.account.uuid.clone(),
            user: Some(seed_key.user.clone()),
            created_at: now,
        };
        let outcome = write.insert_key(&issued, &key.hash()).await?;
        new_or(outcome, account, format!("the key `{}`", seed_key.label))?;
        planted.push(GeneratedKey { label: seed_key.label.clone(), key });
    }
    for user in &account.former_users {
        write.delete_user(&user.uuid).await?;
    }
    Ok(planted)
}

async fn plant_things(
    account: &SeedAccount,
    write: &mut WriteTransaction,
) -> Result<(), SeedError> {
    let owner = &account.account.uuid;
    if let Some(campaign) = &account.campaign {
        let outcome = write.insert_campaign(owner, campaign).await?;
        new_or(outcome, account, format!("the campaign {}", campaign.uuid))?;
    }
    for publication in &account.publications {
        let outcome = write.insert_publication(owner, publication).await?;
        new_or(outcome, account, format!("the publication {}", publication.uuid))?;
    }
    for upscribe in &account.upscribes {
        let outcome = write.insert_upscribe(owner, upscribe).await?;
        new_or(outcome, account, format!("the widget {}", upscribe.uuid))?;
    }
    for program in &account.partner_programs {
        let outcome = write.insert_partner_program(owner, program).await?;
        let what = format!("the partner program {}", program.uuid);
        new_or(outcome, account, what)?;
    }
    Ok(())
}

async fn plant_subscribers(
    account: &SeedAccount,
    write: &mut WriteTransaction,
) -> Result<(), SeedError> {
    let owner = &account.account.uuid;
    for some in account.subscribers.chunks(AT_ONCE) {
        if let Some(refused) = write.insert_subscribers(owner, some).await? {
            let what = format!("the subscriber {} or their referral code", refused.uuid);
            return Err(SeedError::Repeated { what, account: account.label.clone() });
        }
    }
    for membership in &account.memberships {
        let outcome = write.insert_membership(owner, membership).await?;
        new_or(outcome, account, format!("the membership {}", membership.uuid))?;
    }
    Ok(())
}

async fn plant_payouts(
    account: &SeedAccount,
    write: &mut WriteTransaction,
) -> Result<(), SeedError> {
    for payout in &account.payouts {
        let outcome = write.insert_payout(&account.account.uuid, payout).await?;
        let what = format!("the payout {} or its `partner_uuid`", payout.uuid);
        new_or(outcome, account, what)?;
    }
    Ok(())
}

async fn plant_recommendations(
    account: &SeedAccount,
    write: &mut WriteTransaction,
) -> Result<(), SeedError> {
    let owner = &account.account.uuid;
    let profile = account.partner_profile.clone();
    write.partner_profile(owner, profile).await?;
    for recommendation in &account.recommendations {
        let outcome = write.insert_recommendation(owner, recommendation).await?;
        let what = match outcome {
            RecommendationInserted::New => continue,
            RecommendationInserted::Joined => {
                format!("a recommendation of {}", recommendation.partner_program)
            }
            RecommendationInserted::CodeTaken => {
                format!("the recommendation {} or its code", recommendation.uuid)
            }
        };
        return Err(SeedError::Repeated { what, account: account.label.clone() });
    }
    for (recommendation, referral) in &account.referrals {
        let outcome = write.insert_referral(owner, recommendation, referral).await?;
        let who = referral.email.as_str();
        new_or(outcome, account, format!("the referral of {who}"))?;
    }
    Ok(())
}
