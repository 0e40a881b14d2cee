//! Parses an account of a seed, with its users, keys, campaign, publications and widgets.

use std::collections::BTreeMap;

use reader::{Diagnostic, Entry, Fields, Reader, Span, Spanned, quoted};

use crate::domain::account::{Account, User};
use crate::domain::campaign::Campaign;
use crate::domain::email::Email;
use crate::domain::id::{
    AccountId, CampaignId, KeyId, PartnerProfileId, PublicationId, UpscribeId, UserId,
};
use crate::domain::publication::{Publication, PublicationStatus};
use crate::domain::timestamp::Timestamp;
use crate::domain::upscribe::{AfterSubmission, Upscribe};
use crate::seed::read::record::{KnownIds, Record, check_name};
use crate::seed::read::{partner_programs, payouts, subscriber};
use crate::seed::tables::{ACCOUNT, CAMPAIGN, KEY, PUBLICATION, UPSCRIBE, USER};
use crate::seed::{SeedAccount, SeedKey, grow};

/// The places of what must be unique in the file.
#[derive(Default)]
pub(super) struct Known {
    pub(super) ids: KnownIds,
    key_names: BTreeMap<String, Span>,
    account_names: BTreeMap<String, Span>,
}

/// Parses an account, except for its recommendations; its fields are returned for them.
pub(super) fn read<'n>(
    reader: &mut Reader<'_>,
    entry: &'n Entry,
    known: &mut Known,
) -> Option<(SeedAccount, Fields<'n>)> {
    let label = &entry.key;
    check_name(reader, label, "an account");
    let fields = reader.table(&entry.value, &ACCOUNT)?;
    let path = label.value.clone();
    let record = &mut Record { reader, ids: &mut known.ids, fields, path };
    let uuid = record.id("uuid", AccountId::generate);
    let name = name_of(record, "an account");
    if let Some(name) = &name {
        report_repeated_name(record.reader, name, &mut known.account_names);
    }
    let users = read_users(record);
    let keys = read_keys(record, &users, &mut known.key_names);
    let campaign = read_campaign(record);
    let publications =
        record.records("publications", "a list of publications", &PUBLICATION, publication);
    let (subscribers, memberships) = subscriber::read(record, campaign.as_ref());
    let more = more_subscribers(record);
    let (former, present): (Vec<_>, Vec<_>) = users.into_values().partition(|(_, gone)| *gone);
    let mut account = SeedAccount {
        label: label.value.clone(),
        users: present.into_iter().map(|(user, _)| user).collect(),
        former_users: former.into_iter().map(|(user, _)| user).collect(),
        keys,
        campaign,
        upscribes: record.records("upscribes", "a list of widgets", &UPSCRIBE, upscribe),
        subscribers,
        memberships,
        partner_programs: partner_programs::read(record, &publications),
        partner_profile: record.id("partner_profile", PartnerProfileId::generate),
        recommendations: Vec::new(),
        referrals: Vec::new(),
        payouts: payouts::read(record, &publications),
        publications,
        account: Account { uuid, esp: record.get("esp"), name: name?.value },
    };
    grow::crowd(&mut account, more);
    Some((account, fields))
}

/// The name of a record, which cannot be blank.
fn name_of(record: &mut Record<'_, '_, '_>, what: &str) -> Option<Spanned<String>> {
    let name: Spanned<String> = record.get("name")?;
    if name.trim().is_empty() {
        let message = format!("the name of {what} cannot be blank");
        record.report("name", &message, "no name", "write a name, or take the record out");
        return None;
    }
    Some(name)
}

/// Reports the name of an earlier account.
fn report_repeated_name(
    reader: &mut Reader<'_>,
    name: &Spanned<String>,
    names: &mut BTreeMap<String, Span>,
) {
    if let Some(first) = names.insert(name.value.clone(), name.span) {
        let message = format!("two accounts have the name {}", quoted(name));
        let found = Diagnostic::error("repeated-name", message, name.span, "the same name");
        reader.out.push(found.with_label(first, "the first one").with_help("rename one of them"));
    }
}

/// How many subscribers to generate.
fn more_subscribers(record: &mut Record<'_, '_, '_>) -> usize {
    let Some(number) = record.get::<i64>("more_subscribers") else {
        return 0;
    };
    match usize::try_from(number) {
        Ok(number @ ..=grow::MOST_SUBSCRIBERS) => number,
        _ => {
            let message = format!("`more_subscribers` is above {}", grow::MOST_SUBSCRIBERS);
            record.report("more_subscribers", &message, "too many", "write a smaller number");
            0
        }
    }
}

/// The users by name, each with whether the user is deleted.
fn read_users(account: &mut Record<'_, '_, '_>) -> BTreeMap<String, (User, bool)> {
    let mut users = BTreeMap::new();
    let mut current = Vec::new();
    for entry in account.entries("users", "a map of users") {
        let path = format!("{}/users/{}", account.path, *entry.key);
        let Some(mut user) = account.child(&entry.value, &USER, path) else {
            continue;
        };
        let gone = user.is_set("gone");
        if !gone {
            current.push(entry.key.as_str());
        }
        let email = user.get("email").map(|email: Spanned<Email>| email.as_str().to_owned());
        let user = User {
            uuid: user.id("uuid", UserId::generate),
            name: name_of(&mut user, "a user").map(|name| name.value).unwrap_or_default(),
            email: email.unwrap_or_default(),
            is_owner: false,
        };
        users.insert(entry.key.value.clone(), (user, gone));
    }
    let owner = match account.fields.get("owner") {
        Some(_) => account.one_of("owner", "owner", &current),
        None => current.first().copied(),
    };
    if let Some((owner, _)) = owner.and_then(|name| users.get_mut(name)) {
        owner.is_owner = true;
    }
    users
}

fn read_keys(
    account: &mut Record<'_, '_, '_>,
    users: &BTreeMap<String, (User, bool)>,
    key_names: &mut BTreeMap<String, Span>,
) -> Vec<SeedKey> {
    let user_names: Vec<_> = users.keys().map(String::as_str).collect();
    let mut keys = Vec::new();
    for entry in account.entries("keys", "a map of keys") {
        report_repeated(account.reader, &entry.key, key_names);
        let path = format!("{}/keys/{}", account.path, *entry.key);
        let Some(mut key) = account.child(&entry.value, &KEY, path) else {
            continue;
        };
        let uuid = key.id("uuid", KeyId::generate);
        key.one_of("secret", "secret", &["generate"]);
        let user = key.one_of("user", "user", &user_names).and_then(|name| users.get(name));
        keys.extend(user.map(|(user, _)| SeedKey {
            label: entry.key.value.clone(),
            uuid,
            user: user.uuid.clone(),
        }));
    }
    keys
}

/// Reports a duplicate key name: names become keys of the target file and names of key files.
fn report_repeated(
    reader: &mut Reader<'_>,
    label: &Spanned<String>,
    key_names: &mut BTreeMap<String, Span>,
) {
    check_name(reader, label, "a key");
    if let Some(first) = key_names.insert(label.value.clone(), label.span) {
        let message = format!("two keys have the name {}", quoted(label));
        let found = Diagnostic::error("repeated-key-name", message, label.span, "the same name");
        reader.out.push(found.with_label(first, "the first one").with_help("rename one of them"));
    }
}

fn read_campaign(account: &mut Record<'_, '_, '_>) -> Option<Campaign> {
    let path = format!("{}/campaign", account.path);
    let mut campaign = account.child(account.fields.get("campaign")?, &CAMPAIGN, path)?;
    Some(Campaign { uuid: campaign.id("uuid", CampaignId::generate), name: campaign.get("name")? })
}

fn publication(record: &mut Record<'_, '_, '_>) -> Option<Publication> {
    let name = record.get("name");
    let created_at = record.get("created_at");
    Some(Publication {
        uuid: record.id("uuid", PublicationId::generate),
        publication_url: record.get("publication_url"),
        description: record.get("description"),
        auto_pilot: record.is_set("auto_pilot"),
        partner_categories: record.get("partner_categories").unwrap_or_default(),
        status: record.word("status").unwrap_or(PublicationStatus::Active),
        logo_url: record.get("logo_url"),
        name: name?,
        created_at: created_at?,
    })
}

fn upscribe(record: &mut Record<'_, '_, '_>) -> Option<Upscribe> {
    let behaviour = record.word("after_submission_behaviour");
    Some(Upscribe {
        uuid: record.id("uuid", UpscribeId::generate),
        auto_pilot: record.is_set("auto_pilot"),
        active: record.get("active").unwrap_or(true),
        after_submission_behaviour: behaviour.unwrap_or(AfterSubmission::HideWidget),
        redirect_url: record.get("redirect_url"),
        visibility_rules: record.get("visibility_rules").unwrap_or_default(),
        after_submission_rules: record.get("after_submission_rules").unwrap_or_default(),
        created_at: record.get("created_at").unwrap_or(Timestamp::EPOCH),
    })
}
