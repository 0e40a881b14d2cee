//! A checked seed: the records to insert, by account.

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

/// A checked seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// The accounts, in the order of the file.
    pub accounts: Vec<SeedAccount>,
}

/// An account and its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedAccount {
    /// The name of the account in the seed and the target file.
    pub label: String,
    /// The account.
    pub account: Account,
    /// Current users.
    pub users: Vec<User>,
    /// Deleted users, whose keys are refused.
    pub former_users: Vec<User>,
    /// Keys to generate.
    pub keys: Vec<SeedKey>,
    /// Referral campaign.
    pub campaign: Option<Campaign>,
    /// Publications.
    pub publications: Vec<Publication>,
    /// Signup widgets.
    pub upscribes: Vec<Upscribe>,
    /// Subscribers; a referrer precedes those it refers.
    pub subscribers: Vec<Subscriber>,
    /// Members of the campaign.
    pub memberships: Vec<Membership>,
    /// Partner programs of its publications.
    pub partner_programs: Vec<PartnerProgram>,
    /// The account in its role as a partner.
    pub partner_profile: PartnerProfileId,
    /// Recommendations of programs of any account.
    pub recommendations: Vec<Recommendation>,
    /// Referrals of its recommendations.
    pub referrals: Vec<(RecommendationId, Referral)>,
    /// Payouts.
    pub payouts: Vec<Payout>,
}

/// A key to generate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedKey {
    /// The name of the key in the seed and the target file; unique in the seed.
    pub label: String,
    /// Identifier of the key.
    pub uuid: KeyId,
    /// User that the key is issued to.
    pub user: UserId,
}
