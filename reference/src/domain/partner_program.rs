//! Partner programs: the terms on which a publication pays for recommendations. Every account sees all programs.

use std::collections::BTreeSet;

use strum::{AsRefStr, EnumIter, EnumString, VariantNames};

use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::id::{PartnerProgramId, PublicationId};
use crate::domain::publication::Publication;
use crate::domain::timestamp::Timestamp;

/// Days before a referral counts, unless a program has others.
const PENDING_DAYS: i64 = 30;

/// A partner program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerProgram {
    /// Identifier, unique across accounts.
    pub uuid: PartnerProgramId,
    /// Publication that offers the program.
    pub publication: Sponsor,
    /// Whether the program is active.
    pub status: ProgramStatus,
    /// Price per referred subscriber.
    pub cpa: Dollars,
    /// Most that one partner is paid.
    pub max_payout: Dollars,
    /// Terms that a partner accepts.
    pub terms: Option<String>,
    /// Days before a referral counts.
    pub referral_pending_duration: i64,
    /// Countries from which referrals are accepted.
    pub geo: GeoRestrictions,
    /// Channels in which the publication can be recommended.
    pub channels: Vec<Channel>,
    /// Whether the sponsor must approve a partner.
    pub requires_approval: bool,
    /// Time of creation.
    pub created_at: Timestamp,
}

impl PartnerProgram {
    /// An active program that pays nothing, accepts no country and no channel, and requires no approval.
    pub fn new(
        uuid: PartnerProgramId,
        publication: &Publication,
        created_at: Timestamp,
    ) -> PartnerProgram {
        PartnerProgram {
            uuid,
            publication: publication.into(),
            status: ProgramStatus::Active,
            cpa: Dollars::default(),
            max_payout: Dollars::default(),
            terms: None,
            referral_pending_duration: PENDING_DAYS,
            geo: GeoRestrictions { worldwide: false, allowed: Vec::new(), blocked: Vec::new() },
            channels: Vec::new(),
            requires_approval: false,
            created_at,
        }
    }
}

/// The publication of a program, as the program shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sponsor {
    /// Identifier of the publication.
    pub uuid: PublicationId,
    /// Name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Address of its page.
    pub url: Option<String>,
    /// Address of its logo.
    pub logo_url: Option<String>,
}

impl From<&Publication> for Sponsor {
    fn from(publication: &Publication) -> Sponsor {
        Sponsor {
            uuid: publication.uuid.clone(),
            name: publication.name.clone(),
            description: publication.description.clone(),
            url: publication.publication_url.clone(),
            logo_url: publication.logo_url.clone(),
        }
    }
}

/// Countries from which referrals are accepted. No country is in both lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeoRestrictions {
    /// Whether all but the blocked countries are accepted; otherwise only the allowed ones are.
    pub worldwide: bool,
    /// Allowed countries, in order.
    pub allowed: Vec<Country>,
    /// Blocked countries, in order.
    pub blocked: Vec<Country>,
}

impl GeoRestrictions {
    /// Whether referrals from the country are accepted.
    pub fn accept(&self, country: &Country) -> bool {
        let among = |list: &[Country]| list.contains(country);
        !among(&self.blocked) && (self.worldwide || among(&self.allowed))
    }
}

/// Status of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum ProgramStatus {
    /// Active.
    Active,
    /// Paused; it can still be joined.
    Paused,
}

/// A channel in which a program can be recommended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumIter, EnumString, AsRefStr, VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum Channel {
    /// A link that signs the reader up at once.
    MagicLink,
    /// A partner's own link.
    PartnerLink,
    /// A signup widget.
    Upscribe,
}

/// Filter of a list of programs; all conditions must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramFilter {
    /// Exclusive lower bound of the price per subscriber.
    pub cpa_above: Option<Dollars>,
    /// Exclusive lower bound of the largest payout.
    pub max_payout_above: Option<Dollars>,
    /// Countries, of which the program must accept at least one; empty for any.
    pub countries: BTreeSet<Country>,
    /// Channels, of which the program must have at least one; empty for any.
    pub channels: BTreeSet<Channel>,
}

/// Order of a list of programs. Equal programs are sorted newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum ProgramOrder {
    /// Newest first; without a name in queries.
    #[default]
    #[strum(disabled)]
    Newest,
    /// Highest price per subscriber first.
    Cpa,
    /// Highest payout first.
    MaxPayout,
}
