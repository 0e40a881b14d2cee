//! The records of a seed file as they are written. `format.txt` describes their keys.

mod values;

use serde::Deserialize;

use crate::domain::amount::Amount;
use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::email::Email;
use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::publication::PublicationStatus;
use crate::domain::recommendation::ArchivedBy;
use crate::domain::status::{Acquisition, Status};
use crate::domain::timestamp::Timestamp;
use crate::domain::upscribe::AfterSubmission;

use values::entries;
pub(super) use values::{Count, Price, RecommendationWord, Secret, Text, unknown};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map with `seed` and `accounts`")]
pub(super) struct File {
    pub(super) seed: Count,
    #[serde(deserialize_with = "entries")]
    pub(super) accounts: Vec<(String, Account)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of an account")]
pub(super) struct Account {
    pub(super) uuid: Option<Text>,
    pub(super) name: Text,
    pub(super) esp: Option<Text>,
    pub(super) owner: Option<Text>,
    #[serde(default, deserialize_with = "entries")]
    pub(super) users: Vec<(String, User)>,
    #[serde(default, deserialize_with = "entries")]
    pub(super) keys: Vec<(String, Key)>,
    pub(super) campaign: Option<Campaign>,
    #[serde(default)]
    pub(super) publications: Vec<Publication>,
    #[serde(default)]
    pub(super) upscribes: Vec<Upscribe>,
    #[serde(default)]
    pub(super) subscribers: Vec<Subscriber>,
    pub(super) more_subscribers: Option<Count>,
    #[serde(default)]
    pub(super) partner_programs: Vec<PartnerProgram>,
    pub(super) partner_profile: Option<Text>,
    #[serde(default)]
    pub(super) recommendations: Vec<Recommendation>,
    #[serde(default)]
    pub(super) payouts: Vec<Payout>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a user")]
pub(super) struct User {
    pub(super) uuid: Option<Text>,
    pub(super) name: Text,
    pub(super) email: Email,
    #[serde(default)]
    pub(super) gone: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a key")]
pub(super) struct Key {
    pub(super) uuid: Option<Text>,
    pub(super) user: Text,
    #[serde(rename = "secret")]
    pub(super) _secret: Secret,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a campaign")]
pub(super) struct Campaign {
    pub(super) uuid: Option<Text>,
    pub(super) name: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a publication")]
pub(super) struct Publication {
    pub(super) uuid: Option<Text>,
    pub(super) name: Text,
    pub(super) created_at: Timestamp,
    pub(super) publication_url: Option<Text>,
    pub(super) description: Option<Text>,
    #[serde(default)]
    pub(super) auto_pilot: bool,
    #[serde(default)]
    pub(super) partner_categories: Vec<Text>,
    pub(super) status: Option<PublicationStatus>,
    pub(super) logo_url: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a widget")]
pub(super) struct Upscribe {
    pub(super) uuid: Option<Text>,
    #[serde(default)]
    pub(super) auto_pilot: bool,
    pub(super) active: Option<bool>,
    pub(super) after_submission_behaviour: Option<AfterSubmission>,
    pub(super) redirect_url: Option<Text>,
    #[serde(default)]
    pub(super) visibility_rules: Vec<Text>,
    #[serde(default)]
    pub(super) after_submission_rules: Vec<Text>,
    pub(super) created_at: Option<Timestamp>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a subscriber")]
pub(super) struct Subscriber {
    pub(super) uuid: Option<Text>,
    pub(super) email: Email,
    pub(super) created_at: Timestamp,
    pub(super) name: Option<Text>,
    pub(super) acquired: Option<Acquisition>,
    pub(super) referred_by: Option<Text>,
    pub(super) status: Option<Status>,
    #[serde(default)]
    pub(super) in_campaign: bool,
    pub(super) ref_code: Option<Text>,
    pub(super) cpa: Option<Amount>,
    pub(super) origin: Option<Text>,
    pub(super) ip_address: Option<Text>,
    pub(super) user_agent: Option<Text>,
    pub(super) country_code: Option<Text>,
    pub(super) utm_source: Option<Text>,
    pub(super) utm_campaign: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a partner program")]
pub(super) struct PartnerProgram {
    pub(super) uuid: Option<Text>,
    pub(super) publication: Text,
    pub(super) created_at: Timestamp,
    pub(super) cpa: Price,
    pub(super) max_payout: Price,
    pub(super) status: Option<ProgramStatus>,
    pub(super) terms: Option<Text>,
    pub(super) referral_pending_duration: Option<Count>,
    #[serde(default)]
    pub(super) worldwide: bool,
    #[serde(default)]
    pub(super) allowed_countries: Vec<Country>,
    #[serde(default)]
    pub(super) blocked_countries: Vec<Country>,
    pub(super) channels: Vec<Channel>,
    #[serde(default)]
    pub(super) requires_approval: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a recommendation")]
pub(super) struct Recommendation {
    pub(super) uuid: Option<Text>,
    pub(super) program: Text,
    pub(super) publication: Text,
    pub(super) created_at: Timestamp,
    pub(super) status: Option<RecommendationWord>,
    pub(super) archived_by: Option<ArchivedBy>,
    pub(super) ref_code: Option<Text>,
    pub(super) name: Option<Text>,
    pub(super) cpa: Option<Price>,
    pub(super) max_payout: Option<Price>,
    pub(super) thankyou_page_url: Option<Text>,
    pub(super) accepted_terms_at: Option<Timestamp>,
    pub(super) reason: Option<Text>,
    #[serde(default)]
    pub(super) referrals: Vec<Referral>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a referral")]
pub(super) struct Referral {
    pub(super) email: Email,
    pub(super) created_at: Timestamp,
    pub(super) upscribe: Option<Text>,
    pub(super) utm_source: Option<Text>,
    pub(super) utm_campaign: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a payout")]
pub(super) struct Payout {
    pub(super) uuid: Option<Text>,
    pub(super) partner_uuid: Option<Text>,
    pub(super) period_start: Timestamp,
    pub(super) period_end: Timestamp,
    pub(super) created_at: Timestamp,
    pub(super) paid_at: Option<Timestamp>,
    #[serde(default)]
    pub(super) commissions: Vec<Commission>,
    #[serde(default)]
    pub(super) affiliate_commissions: Vec<Dollars>,
    #[serde(default)]
    pub(super) adjustments: Vec<Dollars>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a commission")]
pub(super) struct Commission {
    pub(super) publication: Text,
    pub(super) amount: Price,
    pub(super) confirmations: Count,
    #[serde(default)]
    pub(super) deferred: bool,
    pub(super) expected_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;

    /// The keys of a record, which the error for an unknown key lists.
    fn keys<T: DeserializeOwned>() -> Vec<String> {
        let error = serde_yaml::from_str::<T>("unknown: 1").err().unwrap().to_string();
        let (_, keys) = error.split_once("expected ").unwrap();
        keys.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn the_description_has_every_key() {
        let tables = [
            ("seed", keys::<File>()),
            ("account", keys::<Account>()),
            ("user", keys::<User>()),
            ("key", keys::<Key>()),
            ("campaign", keys::<Campaign>()),
            ("publication", keys::<Publication>()),
            ("upscribe", keys::<Upscribe>()),
            ("subscriber", keys::<Subscriber>()),
            ("partner program", keys::<PartnerProgram>()),
            ("recommendation", keys::<Recommendation>()),
            ("referral", keys::<Referral>()),
            ("payout", keys::<Payout>()),
            ("commission", keys::<Commission>()),
        ];
        let described = crate::seed::FORMAT.trim_end().split("\n\n").skip(1).map(|table| {
            let name = |line: &str| line.split_once(": ").unwrap().0.to_owned();
            let mut lines = table.lines();
            (name(lines.next().unwrap()), lines.map(|line| name(&line[2..])).collect())
        });
        let described: Vec<(_, Vec<_>)> = described.collect();
        assert_eq!(described, tables.map(|(name, keys)| (name.to_owned(), keys)));
    }
}
