//! The recommendation, which the interface calls a partner campaign: that an account recommends a
//! publication of the network, on the terms of its partner program.

mod status;

pub use status::{Archiver, CannotReactivate, RecommendationStatus, Resumed};

use crate::domain::dollars::Dollars;
use crate::domain::id::{
    PartnerProfileId, PartnerProgramId, PublicationId, RecommendationCode, RecommendationId,
};
use crate::domain::partner_program::PartnerProgram;
use crate::domain::timestamp::Timestamp;

/// Where links of recommendations lead; the code follows.
const LINK_BASE: &str = "https://recommend.example/";

/// A recommendation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    /// Identifies it.
    pub uuid: RecommendationId,
    /// The account's publication that recommends.
    pub publication: PublicationId,
    /// The account in its role as a partner.
    pub partner_profile: PartnerProfileId,
    /// Where it is in its life.
    pub status: RecommendationStatus,
    /// The code its readers come with.
    pub ref_code: RecommendationCode,
    /// What is paid for each subscriber, as the program said when it was joined.
    pub cpa: Dollars,
    /// What is paid in all at most, as the program said when it was joined.
    pub max_payout: Dollars,
    /// The program it stands on; an account joins each at most once (by constraint in the store).
    pub partner_program: PartnerProgramId,
    /// Of what kind it is.
    pub campaign_type: Option<String>,
    /// Where a reader is thanked.
    pub thankyou_page_url: Option<String>,
    /// When the account agreed to the program's terms.
    pub accepted_terms_at: Option<Timestamp>,
    /// What people call it.
    pub name: String,
    /// How many days pass before a referral counts.
    pub referral_pending_period: Option<i64>,
    /// Why the account wants to recommend, in its words.
    pub reason: Option<String>,
    /// How many people it has referred.
    pub referrals: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What only the account that joins a program knows, or draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecommendation {
    /// The identifier of the recommendation.
    pub uuid: RecommendationId,
    /// Its code.
    pub ref_code: RecommendationCode,
    /// The publication that recommends.
    pub publication: PublicationId,
    /// The account in its role as a partner.
    pub partner_profile: PartnerProfileId,
    /// Why the account wants to recommend.
    pub reason: String,
    /// The present moment.
    pub now: Timestamp,
}

impl Recommendation {
    /// The recommendation that joining a program makes. Who has to apply waits for an answer.
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

    /// The link its readers follow.
    pub fn referral_link(&self) -> String {
        format!("{LINK_BASE}{}", self.ref_code)
    }

    /// What can still be earned: each referral takes its price from the most there is.
    pub fn remaining_budget(&self) -> Dollars {
        self.max_payout.less(self.cpa.times(self.referrals))
    }
}
