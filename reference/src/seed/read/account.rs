//! Reads an account, with its users, keys, campaign, publications and widgets.

use std::collections::BTreeMap;

use reader::quoted;
use serde::Deserialize;

use crate::domain::account::{Account, User};
use crate::domain::campaign::Campaign;
use crate::domain::email::Email;
use crate::domain::id::{
    AccountId, CampaignId, KeyId, PartnerProfileId, PublicationId, UpscribeId, UserId,
};
use crate::domain::publication::{Publication, PublicationStatus};
use crate::domain::timestamp::Timestamp;
use crate::domain::upscribe::{AfterSubmission, Upscribe};
use crate::seed::read::network::{WrittenPartnerProgram, WrittenPayout, WrittenRecommendation};
use crate::seed::read::subscriber::WrittenSubscriber;
use crate::seed::read::values::{Count, Secret, Text, entries, unknown};
use crate::seed::read::{InvalidSeed, Known, network, records, subscriber};
use crate::seed::{SeedAccount, SeedKey, subscribers};

/// The keys of its records.
pub(super) const FORMAT: &str = "\
account: A team and its records.
  uuid: text; identifier [default: derived from the position in the file]
* name: text; name
  esp: text; e-mail service provider
  owner: text; label of the owner in `users` [default: the first user that is not `gone`]
  users: a map from free keys to a map of `user`; members by label
  keys: a map from free keys to a map of `key`; API keys by label, unique in the file
  campaign: a map of `campaign`; referral campaign; at most one
  publications: a list of a map of `publication`; publications
  upscribes: a list of a map of `upscribe`; signup widgets
  subscribers: a list of a map of `subscriber`; subscribers; a referrer comes before the subscribers it referred
  more_subscribers: a whole number; number of subscribers to generate (deterministic), at most 10 million
  partner_programs: a list of a map of `partner program`; partner programs of its publications
  partner_profile: text; identifier of the partner profile [default: generated]
  recommendations: a list of a map of `recommendation`; joined partner programs
  payouts: a list of a map of `payout`; payouts

user: A member of the account's team.
  uuid: text; identifier [default: derived from the position in the file]
* name: text; name
* email: text; e-mail address
  gone: `true` or `false`; whether the user was deleted; its keys are refused

key: An API key. A seed never contains the secret.
  uuid: text; identifier [default: derived from the position in the file]
* user: text; label of its user in `users`
* secret: `generate`; always `generate`: a new secret for every seeding

campaign: A referral campaign.
  uuid: text; identifier [default: derived from the position in the file]
* name: text; name

publication: A newsletter of the account.
  uuid: text; identifier [default: derived from the position in the file]
* name: text; name
* created_at: text; creation time
  publication_url: text; URL of the publication
  description: text; description
  auto_pilot: `true` or `false`; whether recommendations are chosen automatically [default: false]
  partner_categories: a list of text; accepted partner categories
  status: one of `draft`, `active`, `archived`; status [default: active]
  logo_url: text; URL of the logo

upscribe: A signup widget.
  uuid: text; identifier [default: derived from the position in the file]
  auto_pilot: `true` or `false`; whether recommendations are chosen automatically [default: false]
  active: `true` or `false`; whether it is shown [default: true]
  after_submission_behaviour: one of `redirect`, `hide_widget`; behaviour after a signup [default: hide_widget]
  redirect_url: text; target of the redirect after a signup
  visibility_rules: a list of text; pages on which it is shown
  after_submission_rules: a list of text; pages shown after a signup
  created_at: text; creation time [default: 1970-01-01T00:00:00Z]
";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of an account")]
pub(super) struct WrittenAccount {
    uuid: Option<Text>,
    name: Text,
    esp: Option<Text>,
    owner: Option<Text>,
    #[serde(default, deserialize_with = "entries")]
    users: Vec<(String, WrittenUser)>,
    #[serde(default, deserialize_with = "entries")]
    keys: Vec<(String, WrittenKey)>,
    campaign: Option<WrittenCampaign>,
    #[serde(default)]
    publications: Vec<WrittenPublication>,
    #[serde(default)]
    upscribes: Vec<WrittenUpscribe>,
    #[serde(default)]
    subscribers: Vec<WrittenSubscriber>,
    more_subscribers: Option<Count>,
    #[serde(default)]
    partner_programs: Vec<WrittenPartnerProgram>,
    partner_profile: Option<Text>,
    #[serde(default)]
    pub(super) recommendations: Vec<WrittenRecommendation>,
    #[serde(default)]
    payouts: Vec<WrittenPayout>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a user")]
pub(super) struct WrittenUser {
    uuid: Option<Text>,
    name: Text,
    email: Email,
    #[serde(default)]
    gone: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a key")]
pub(super) struct WrittenKey {
    uuid: Option<Text>,
    user: Text,
    #[serde(rename = "secret")]
    _secret: Secret,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a campaign")]
pub(super) struct WrittenCampaign {
    uuid: Option<Text>,
    name: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a publication")]
pub(super) struct WrittenPublication {
    uuid: Option<Text>,
    name: Text,
    created_at: Timestamp,
    publication_url: Option<Text>,
    description: Option<Text>,
    #[serde(default)]
    auto_pilot: bool,
    #[serde(default)]
    partner_categories: Vec<Text>,
    status: Option<PublicationStatus>,
    logo_url: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a widget")]
pub(super) struct WrittenUpscribe {
    uuid: Option<Text>,
    #[serde(default)]
    auto_pilot: bool,
    active: Option<bool>,
    after_submission_behaviour: Option<AfterSubmission>,
    redirect_url: Option<Text>,
    #[serde(default)]
    visibility_rules: Vec<Text>,
    #[serde(default)]
    after_submission_rules: Vec<Text>,
    created_at: Option<Timestamp>,
}

/// Reads an account, except for its recommendations.
pub(super) fn read(
    label: String,
    written: WrittenAccount,
    known: &mut Known,
) -> Result<SeedAccount, InvalidSeed> {
    check_label("", &label, "an account")?;
    let uuid = known.id(&label, "uuid", written.uuid, AccountId::generate)?;
    let name = name(&label, written.name)?;
    if !known.account_names.insert(name.clone()) {
        let message = format!("two accounts have the name {}; rename one of them", quoted(&name));
        return Err(InvalidSeed::new(&label, "name", message));
    }
    let users = users(&label, written.users, written.owner, known)?;
    let keys = keys(&label, written.keys, &users, known)?;
    let campaign = written.campaign.map(|written| campaign(&label, written, known)).transpose()?;
    let publications = records(&label, "publications", written.publications, |path, written| {
        publication(path, written, known)
    })?;
    let upscribes = records(&label, "upscribes", written.upscribes, |path, written| {
        upscribe(path, written, known)
    })?;
    let (subscribers, memberships) =
        subscriber::read(&label, written.subscribers, campaign.as_ref(), known)?;
    let partner_programs =
        network::partner_programs(&label, written.partner_programs, &publications, known)?;
    let payouts = network::payouts(&label, written.payouts, &publications, known)?;
    let partner_profile =
        known.id(&label, "partner_profile", written.partner_profile, PartnerProfileId::generate)?;
    let (former_users, users): (Vec<_>, Vec<_>) = users.into_values().partition(|(_, gone)| *gone);
    let mut account = SeedAccount {
        account: Account { uuid, esp: written.esp.map(String::from), name },
        users: users.into_iter().map(|(user, _)| user).collect(),
        former_users: former_users.into_iter().map(|(user, _)| user).collect(),
        keys,
        campaign,
        publications,
        upscribes,
        subscribers,
        memberships,
        partner_programs,
        partner_profile,
        recommendations: Vec::new(),
        referrals: Vec::new(),
        payouts,
        label,
    };
    let more = written.more_subscribers.map_or(0, |more| more.0);
    match usize::try_from(more) {
        Ok(more @ ..=subscribers::MOST_SUBSCRIBERS) => {
            subscribers::add_more_subscribers(&mut account, more)
        }
        _ => {
            let most = subscribers::MOST_SUBSCRIBERS;
            let message = format!("{more} is above {most}; write a smaller number");
            return Err(InvalidSeed::new(&account.label, "more_subscribers", message));
        }
    }
    Ok(account)
}

/// Refuses a label that cannot be written to a target file unquoted; `path` is that of its map.
fn check_label(path: &str, label: &str, what: &str) -> Result<(), InvalidSeed> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if label.is_empty() || !label.bytes().all(allowed) {
        let label = quoted(label);
        let message = format!("{label} cannot name {what}; use letters, digits, `_` and `-`");
        return Err(InvalidSeed::new(path, "", message));
    }
    Ok(())
}

fn name(path: &str, Text(name): Text) -> Result<String, InvalidSeed> {
    if name.trim().is_empty() {
        let message = "a name cannot be blank; write one, or take the record out";
        return Err(InvalidSeed::new(path, "name", message));
    }
    Ok(name)
}

/// The users by label, each with whether the user is deleted.
type Users = BTreeMap<String, (User, bool)>;

fn users(
    account: &str,
    written: Vec<(String, WrittenUser)>,
    owner: Option<Text>,
    known: &mut Known,
) -> Result<Users, InvalidSeed> {
    let (mut users, mut current) = (BTreeMap::new(), Vec::new());
    for (label, written) in written {
        let path = format!("{account}/users/{label}");
        let user = User {
            uuid: known.id(&path, "uuid", written.uuid, UserId::generate)?,
            name: name(&path, written.name)?,
            email: written.email.as_str().to_owned(),
            is_owner: false,
        };
        if !written.gone {
            current.push(label.clone());
        }
        users.insert(label, (user, written.gone));
    }
    let owner = match owner {
        Some(Text(owner)) if !current.contains(&owner) => {
            let current: Vec<_> = current.iter().map(String::as_str).collect();
            let message = unknown(&owner, "current user", &current);
            return Err(InvalidSeed::new(account, "owner", message));
        }
        Some(Text(owner)) => Some(owner),
        None => current.into_iter().next(),
    };
    if let Some((owner, _)) = owner.and_then(|label| users.get_mut(&label)) {
        owner.is_owner = true;
    }
    Ok(users)
}

/// The keys; their labels become keys of the target file and names of key files.
fn keys(
    account: &str,
    written: Vec<(String, WrittenKey)>,
    users: &Users,
    known: &mut Known,
) -> Result<Vec<SeedKey>, InvalidSeed> {
    let key = |(label, written): (String, WrittenKey)| {
        let path = format!("{account}/keys");
        check_label(&path, &label, "a key")?;
        if !known.key_names.insert(label.clone()) {
            let message = format!("two keys have the name {}; rename one of them", quoted(&label));
            return Err(InvalidSeed::new(&path, "", message));
        }
        let path = format!("{path}/{label}");
        let uuid = known.id(&path, "uuid", written.uuid, KeyId::generate)?;
        let Some((user, _)) = users.get(&written.user.0) else {
            let users: Vec<_> = users.keys().map(String::as_str).collect();
            let message = unknown(&written.user.0, "user", &users);
            return Err(InvalidSeed::new(&path, "user", message));
        };
        Ok(SeedKey { label, uuid, user: user.uuid.clone() })
    };
    written.into_iter().map(key).collect()
}

fn campaign(
    account: &str,
    written: WrittenCampaign,
    known: &mut Known,
) -> Result<Campaign, InvalidSeed> {
    let path = format!("{account}/campaign");
    let uuid = known.id(&path, "uuid", written.uuid, CampaignId::generate)?;
    Ok(Campaign { uuid, name: written.name.into() })
}

fn publication(
    path: &str,
    written: WrittenPublication,
    known: &mut Known,
) -> Result<Publication, InvalidSeed> {
    Ok(Publication {
        uuid: known.id(path, "uuid", written.uuid, PublicationId::generate)?,
        name: written.name.into(),
        created_at: written.created_at,
        publication_url: written.publication_url.map(String::from),
        description: written.description.map(String::from),
        auto_pilot: written.auto_pilot,
        partner_categories: texts(written.partner_categories),
        status: written.status.unwrap_or(PublicationStatus::Active),
        logo_url: written.logo_url.map(String::from),
    })
}

fn upscribe(
    path: &str,
    written: WrittenUpscribe,
    known: &mut Known,
) -> Result<Upscribe, InvalidSeed> {
    let behaviour = written.after_submission_behaviour;
    Ok(Upscribe {
        uuid: known.id(path, "uuid", written.uuid, UpscribeId::generate)?,
        auto_pilot: written.auto_pilot,
        active: written.active.unwrap_or(true),
        after_submission_behaviour: behaviour.unwrap_or(AfterSubmission::HideWidget),
        redirect_url: written.redirect_url.map(String::from),
        visibility_rules: texts(written.visibility_rules),
        after_submission_rules: texts(written.after_submission_rules),
        created_at: written.created_at.unwrap_or(Timestamp::EPOCH),
    })
}

fn texts(texts: Vec<Text>) -> Vec<String> {
    texts.into_iter().map(String::from).collect()
}
