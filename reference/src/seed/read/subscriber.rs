//! Reads the subscribers of an account and checks how they refer to each other.

use std::collections::BTreeMap;

use reader::quoted;
use serde::Deserialize;

use crate::domain::amount::Amount;
use crate::domain::campaign::{Campaign, Membership};
use crate::domain::email::Email;
use crate::domain::id::{MembershipId, RefCode, SubscriberId};
use crate::domain::status::{Acquisition, Status};
use crate::domain::subscriber::Subscriber;
use crate::domain::timestamp::Timestamp;
use crate::ids::IdGenerator;
use crate::seed::read::values::Text;
use crate::seed::read::{InvalidSeed, Known, records};

/// The keys of its records.
pub(super) const FORMAT: &str = "\
subscriber: A subscriber of the account.
  uuid: text; identifier [default: derived from the position in the file]
* email: text; e-mail address, unique in the account
* created_at: text; time of the signup
  name: text; name
  acquired: one of `direct`, `referral_program`, `partner_program`; acquisition channel [default: \
    referral_program with `referred_by`, else direct]
  referred_by: text; e-mail address of the referrer, an earlier subscriber
  status: one of `pending`, `confirmed`, `unsubscribed`, `rejected`; status [default: pending for a program, \
    else confirmed]
  in_campaign: `true` or `false`; whether it is a member of the campaign
  ref_code: text; referral code [default: generated]
  cpa: a number; cost per acquisition, for partner referrals
  origin: text; origin of the signup [default: api]
  ip_address: text; IP address of the signup
  user_agent: text; user agent of the signup
  country_code: text; country code, alpha-2
  utm_source: text; UTM source
  utm_campaign: text; UTM campaign
";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a subscriber")]
pub(super) struct WrittenSubscriber {
    uuid: Option<Text>,
    email: Email,
    created_at: Timestamp,
    name: Option<Text>,
    acquired: Option<Acquisition>,
    referred_by: Option<Text>,
    status: Option<Status>,
    #[serde(default)]
    in_campaign: bool,
    ref_code: Option<Text>,
    cpa: Option<Amount>,
    origin: Option<Text>,
    ip_address: Option<Text>,
    user_agent: Option<Text>,
    country_code: Option<Text>,
    utm_source: Option<Text>,
    utm_campaign: Option<Text>,
}

/// The subscribers so far, by normalised address.
type Earlier = BTreeMap<String, (SubscriberId, RefCode)>;

/// The subscribers of the account, and the memberships of those in the campaign.
pub(super) fn read(
    account: &str,
    written: Vec<WrittenSubscriber>,
    campaign: Option<&Campaign>,
    known: &mut Known,
) -> Result<(Vec<Subscriber>, Vec<Membership>), InvalidSeed> {
    let (mut earlier, mut memberships) = (Earlier::new(), Vec::new());
    let subscribers = records(account, "subscribers", written, |path, written| {
        let in_campaign = written.in_campaign;
        let subscriber = subscriber(path, written, &mut earlier, known)?;
        if in_campaign {
            memberships.push(membership(path, campaign, &subscriber)?);
        }
        Ok(subscriber)
    })?;
    Ok((subscribers, memberships))
}

fn subscriber(
    path: &str,
    written: WrittenSubscriber,
    earlier: &mut Earlier,
    known: &mut Known,
) -> Result<Subscriber, InvalidSeed> {
    let uuid = known.id(path, "uuid", written.uuid, SubscriberId::generate)?;
    let ref_code = known.id(path, "ref_code", written.ref_code, RefCode::generate)?;
    let referrer = written.referred_by.map(|address| referrer(path, &address.0, earlier));
    let referrer = referrer.transpose()?;
    let (acquisition, status) =
        acquisition_and_status(path, referrer.is_some(), written.acquired, written.status)?;
    let email = written.email;
    let entry = (uuid.clone(), ref_code.clone());
    if earlier.insert(email.normalised().to_owned(), entry).is_some() {
        let address = quoted(email.as_str());
        let message = format!("two subscribers have the address {address}; change one of them");
        return Err(InvalidSeed::new(path, "email", message));
    }
    Ok(Subscriber {
        name: written.name.map(String::from),
        status,
        referrer_code: referrer.as_ref().map(|(_, code)| code.to_string()),
        referrer: referrer.map(|(uuid, _)| uuid),
        origin: written.origin.map_or_else(|| "api".to_owned(), String::from),
        cpa: written.cpa,
        ip_address: written.ip_address.map(String::from),
        user_agent: written.user_agent.map(String::from),
        country_code: written.country_code.map(String::from),
        utm_source: written.utm_source.map(String::from),
        utm_campaign: written.utm_campaign.map(String::from),
        ..Subscriber::new(uuid, email, acquisition, ref_code, written.created_at)
    })
}

/// The referrer, who must precede the subscriber in the file.
fn referrer(
    path: &str,
    address: &str,
    earlier: &Earlier,
) -> Result<(SubscriberId, RefCode), InvalidSeed> {
    let found = earlier.get(&Email::normalise(address));
    found.cloned().ok_or_else(|| {
        let help = match reader::did_you_mean(address, earlier.keys().map(String::as_str)) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => "put the referrer before the subscribers it referred".to_owned(),
        };
        let message = format!("there is no subscriber {} before this one; {help}", quoted(address));
        InvalidSeed::new(path, "referred_by", message)
    })
}

/// How the subscriber was acquired and its status, where the two are consistent.
fn acquisition_and_status(
    path: &str,
    is_referred: bool,
    acquired: Option<Acquisition>,
    status: Option<Status>,
) -> Result<(Acquisition, Status), InvalidSeed> {
    let implied = if is_referred { Acquisition::ReferralProgram } else { Acquisition::Direct };
    let acquisition = acquired.unwrap_or(implied);
    if is_referred != (acquisition == Acquisition::ReferralProgram) {
        let message = "`acquired: referral_program` requires `referred_by`; write both, or neither";
        return Err(InvalidSeed::new(path, "acquired", message));
    }
    let status = status.unwrap_or(acquisition.first_status());
    if status == Status::Pending && acquisition == Acquisition::Direct {
        let message = "a pending subscriber came through a program; \
                       add `referred_by`, or `acquired: partner_program`";
        return Err(InvalidSeed::new(path, "status", message));
    }
    Ok((acquisition, status))
}

fn membership(
    path: &str,
    campaign: Option<&Campaign>,
    subscriber: &Subscriber,
) -> Result<Membership, InvalidSeed> {
    let campaign = campaign.ok_or_else(|| {
        let message = "the account has no campaign; give it a `campaign`";
        InvalidSeed::new(path, "in_campaign", message)
    })?;
    let ids = IdGenerator::from_seed(&format!("{path}/membership"));
    Ok(Membership {
        uuid: MembershipId::generate(&ids),
        campaign: campaign.uuid.clone(),
        subscriber: subscriber.uuid.clone(),
        created_at: subscriber.created_at,
    })
}
