//! The partner program: what a publication offers others for recommending it. All accounts see all
//! programs; that is what the network is.

use std::collections::BTreeSet;

use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::id::{PartnerProgramId, PublicationId};
use crate::domain::publication::Publication;
use crate::domain::timestamp::Timestamp;

/// A partner program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerProgram {
    /// Identifies it, in all accounts.
    pub uuid: PartnerProgramId,
    /// The publication that is to be recommended.
    pub publication: Sponsor,
    /// Whether it runs.
    pub status: ProgramStatus,
    /// What is paid for each subscriber a partner brings.
    pub cpa: Dollars,
    /// What is paid to one partner at most.
    pub max_payout: Dollars,
    /// What a partner agrees to.
    pub terms: Option<String>,
    /// How many days pass before a referral counts.
    pub referral_pending_duration: i64,
    /// From where referrals are accepted.
    pub geo: GeoRestrictions,
    /// Where it can be recommended.
    pub channels: Vec<Channel>,
    /// Whether partners have to apply, and wait for an answer.
    pub requires_approval: bool,
    /// When it was made.
    pub created_at: Timestamp,
}

/// The publication that offers a program, as shown in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sponsor {
    /// Identifies the publication.
    pub uuid: PublicationId,
    /// What readers call it.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where it is read.
    pub url: Option<String>,
    /// Its logo.
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

/// From where referrals are accepted. No country is in both lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeoRestrictions {
    /// Whether from everywhere but the blocked countries; else from the allowed ones only.
    pub worldwide: bool,
    /// Countries referrals are accepted from, in order.
    pub allowed: Vec<Country>,
    /// Countries referrals are not accepted from, in order.
    pub blocked: Vec<Country>,
}

impl GeoRestrictions {
    /// Whether referrals from the country are accepted.
    pub fn accept(&self, country: &Country) -> bool {
        let among = |list: &[Country]| list.contains(country);
        !among(&self.blocked) && (self.worldwide || among(&self.allowed))
    }
}

/// Whether a program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramStatus {
    /// It does.
    Active,
    /// Not for now; it can be joined all the same.
    Paused,
}

impl ProgramStatus {
    /// Every status, by its word.
    pub const WORDS: [&str; 2] = ["active", "paused"];

    /// The word for it, in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ProgramStatus::Active => "active",
            ProgramStatus::Paused => "paused",
        }
    }

    /// The status a word stands for.
    pub fn from_word(word: &str) -> Option<ProgramStatus> {
        Some(match word {
            "active" => ProgramStatus::Active,
            "paused" => ProgramStatus::Paused,
            _ => return None,
        })
    }
}

/// Where a program can be recommended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// By a link that signs its reader up at once.
    MagicLink,
    /// By a partner's own link.
    PartnerLink,
    /// In a signup widget.
    Upscribe,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Channel; 3] = [Channel::MagicLink, Channel::PartnerLink, Channel::Upscribe];
    /// Every channel, by its word.
    pub const WORDS: [&str; 3] = ["magic_link", "partner_link", "upscribe"];

    /// The word for it, in queries, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Channel::MagicLink => "magic_link",
            Channel::PartnerLink => "partner_link",
            Channel::Upscribe => "upscribe",
        }
    }

    /// The channel a word stands for.
    pub fn from_word(word: &str) -> Option<Channel> {
        Channel::ALL.into_iter().find(|it| it.as_str() == word)
    }
}

/// Which programs a list shows: those that pass everything that is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramFilter {
    /// Pays more for a subscriber than that.
    pub cpa_above: Option<Dollars>,
    /// Pays a partner more in all than that.
    pub max_payout_above: Option<Dollars>,
    /// Accepts referrals from one of these, if there are any.
    pub countries: BTreeSet<Country>,
    /// Can be recommended by one of these, if there are any.
    pub channels: BTreeSet<Channel>,
}

/// In which order programs come; those that are alike newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProgramOrder {
    /// Newest first.
    #[default]
    Newest,
    /// What pays most for a subscriber first.
    Cpa,
    /// What pays a partner most in all first.
    MaxPayout,
}

impl ProgramOrder {
    /// The order a word stands for.
    pub fn from_word(word: &str) -> Option<ProgramOrder> {
        Some(match word {
            "cpa" => ProgramOrder::Cpa,
            "max_payout" => ProgramOrder::MaxPayout,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocked_are_blocked_everywhere() {
        let country = |code| Country::parse(code).unwrap();
        let geo = |worldwide| GeoRestrictions {
            worldwide,
            allowed: vec![country("DK")],
            blocked: vec![country("SE")],
        };
        let accepted =
            |worldwide| ["DK", "SE", "NO"].map(|code| geo(worldwide).accept(&country(code)));
        assert_eq!(accepted(true), [true, false, true]);
        assert_eq!(accepted(false), [true, false, false]);
    }

    #[test]
    fn every_word_means_what_it_was_made_from() {
        for word in Channel::WORDS {
            assert_eq!(Channel::from_word(word).map(Channel::as_str), Some(word));
        }
        for word in ProgramStatus::WORDS {
            let status = ProgramStatus::from_word(word);
            assert_eq!(status.map(ProgramStatus::as_str), Some(word));
        }
        assert_eq!(Channel::from_word("fax"), None);
        assert_eq!(ProgramOrder::from_word("name"), None);
    }
}
