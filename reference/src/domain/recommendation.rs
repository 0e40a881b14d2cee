//! Recommendations, called partner campaigns in the API: an account recommends a publication of the network on the
//! terms of its partner program.

mod status;

pub use status::{ArchivedBy, CannotReactivate, ReactivatedStatus, RecommendationStatus};

use crate::domain::dollars::Dollars;
use crate::domain::id::{
    PartnerProfileId, PartnerProgramId, PublicationId, RecommendationCode, RecommendationId,
};
use crate::domain::partner_program::PartnerProgram;
use crate::domain::timestamp::Timestamp;

/// Base of referral links; the code follows.
const LINK_BASE: &str = "https://recommend.example/";

/// A recommendation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    /// Identifier.
    pub uuid: RecommendationId,
    /// Publication of the account that recommends.
    pub publication: PublicationId,
    /// The account in its role as a partner.
    pub partner_profile: PartnerProfileId,
    /// Status.
    pub status: RecommendationStatus,
    /// Referral code.
    pub ref_code: RecommendationCode,
    /// Price per referred subscriber, as the program had it when it was joined.
    pub cpa: Dollars,
    /// Largest payout, as the program had it when it was joined.
    pub max_payout: Dollars,
    /// The joined program. An account joins a program at most once (by constraint in the store).
    pub partner_program: PartnerProgramId,
    /// Kind of campaign.
    pub campaign_type: Option<String>,
    /// Address of the thank-you page.
    pub thankyou_page_url: Option<String>,
    /// When the account accepted the terms of the program.
    pub accepted_terms_at: Option<Timestamp>,
    /// Name.
    pub name: String,
    /// Days before a referral counts.
    pub referral_pending_period: Option<i64>,
    /// Reason that the account gave when it joined.
    pub reason: Option<String>,
    /// Number of referred people.
    pub referrals: i64,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// The values of a new recommendation that do not come from the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecommendation {
    /// Identifier of the recommendation.
    pub uuid: RecommendationId,
    /// Referral code.
    pub ref_code: RecommendationCode,
    /// Publication that recommends.
    pub publication: PublicationId,
    /// The account in its role as a partner.
    pub partner_profile: PartnerProfileId,
    /// Reason that the account gave.
    pub reason: String,
    /// Current time.
    pub now: Timestamp,
}

impl Recommendation {
    /// Creates the recommendation for a joined program. It awaits approval if the program requires it.
    pub fn join(program: PartnerProgram, joining: NewRecommendation) -> Recommendation {
        let status = if program.requires_approval {
            RecommendationStatus::AwaitingApproval
        } else {
            RecommendationStatus::Active
        };
        Recommendation {
            uuid: joining.uuid,
            publication: joining.publication,
            partner_profile: joining.partner_profile,
            status,
            ref_code: joining.ref_code,
            cpa: program.cpa,
            max_payout: program.max_payout,
            partner_program: program.uuid,
            campaign_type: Some("partner_program".to_owned()),
            thankyou_page_url: None,
            accepted_terms_at: program.terms.map(|_| joining.now),
            name: format!("{}'s Partner Program", program.publication.name),
            referral_pending_period: Some(program.referral_pending_duration),
            reason: Some(joining.reason),
            referrals: 0,
            created_at: joining.now,
        }
    }

    /// The referral link.
    pub fn referral_link(&self) -> String {
        format!("{LINK_BASE}{}", self.ref_code)
    }

    /// The largest payout less the price of each referral.
    pub fn remaining_budget(&self) -> Dollars {
        self.max_payout.less(self.cpa.times(self.referrals))
    }
}
