//! A seed that has been checked: the things to plant, account by account.

use crate::domain::account::{Account, User};
use crate::domain::campaign::{Campaign, Membership};
use crate::domain::id::{KeyId, PartnerProfileId, RecommendationId, UserId};
use crate::domain::partner_program::PartnerProgram;
use crate::domain::payout::Payout;
use crate::domain::publication::Publication;
use crate::domain::recommendation::Recommendation;
use crate::domain::referral::Referral;
use crate::domain::subscriber::Subscriber;
use crate::domain::upscribe::Upscribe;

/// Everything a seed file describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// The accounts, in the order of the file.
    pub accounts: Vec<SeedAccount>,
}

/// An account and all it owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedAccount {
    /// The word by which the file, and a target file, speak of the account.
    pub word: String,
    /// The account.
    pub account: Account,
    /// Its users who are there.
    pub users: Vec<User>,
    /// Its users who have left, whose keys are therefore refused.
    pub former_users: Vec<User>,
    /// The keys to generate.
    pub keys: Vec<SeedKey>,
    /// Its campaign.
    pub campaign: Option<Campaign>,
    /// Its publications.
    pub publications: Vec<Publication>,
    /// Its widgets.
    pub upscribes: Vec<Upscribe>,
    /// Its subscribers; who refers others stands before them.
    pub subscribers: Vec<Subscriber>,
    /// Who takes part in the campaign.
    pub memberships: Vec<Membership>,
    /// What its publications offer others.
    pub partner_programs: Vec<PartnerProgram>,
    /// The account in its role as a partner.
    pub partner_profile: PartnerProfileId,
    /// The programs it has joined, of any account.
    pub recommendations: Vec<Recommendation>,
    /// Who signed up because of which of its recommendations.
    pub referrals: Vec<(RecommendationId, Referral)>,
    /// What it is paid.
    pub payouts: Vec<Payout>,
}

/// A key to generate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedKey {
    /// The word by which a target file speaks of the key; unique in the whole seed.
    pub word: String,
    /// Names the key in the database.
    pub uuid: KeyId,
    /// Whom it is issued to.
    pub user: UserId,
}
