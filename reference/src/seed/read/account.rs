//! Parses an account of a seed, with its users and keys.

use std::collections::BTreeMap;

use reader::{Diagnostic, Fields, Node, Reader, Span, Spanned};

use crate::domain::account::{Account, User};
use crate::domain::id::{AccountId, KeyId, PartnerProfileId, UserId};
use crate::ids::IdGenerator;
use crate::seed::read::{fields, partner_programs, payouts, subscriber, things};
use crate::seed::tables::{ACCOUNT, KEY, USER};
use crate::seed::{SeedAccount, SeedKey, grow};

/// Parses an account, except for its recommendations, whose nodes are returned. `key_words` has the names of all keys
/// so far with their spans.
pub(super) fn read<'n>(
    reader: &mut Reader<'_>,
    label: &Spanned<String>,
    node: &'n Node,
    key_words: &mut BTreeMap<String, Span>,
) -> Option<(SeedAccount, Option<&'n Node>)> {
    fields::check_word(reader, label, "an account");
    let map = reader.table(node, &ACCOUNT)?;
    let place = label.value.as_str();
    let uuid = fields::uuid(reader, &map, place, (AccountId::new, AccountId::generate));
    let name = fields::plain(reader, &map, "name");

    let esp = fields::plain(reader, &map, "esp");
    let users = read_users(reader, &map, place);
    let keys = read_keys(reader, &map, place, &users, key_words);
    let campaign = things::campaign(reader, &map, place);
    let publications = things::publications(reader, &map, place);
    let upscribes = things::upscribes(reader, &map, place);
    let (subscribers, memberships) = subscriber::read(reader, &map, place, campaign.as_ref());
    let more_subscribers = fields::count(reader, &map, "more_subscribers");
    let partner_programs = partner_programs::read(reader, &map, place, &publications);
    let payouts = payouts::read(reader, &map, place, &publications);
    let partner_profile = match fields::plain(reader, &map, "partner_profile") {
        Some(text) => PartnerProfileId::new(text),
        None => {
            PartnerProfileId::generate(&IdGenerator::from_seed(&format!("{place}/partner_profile")))
        }
    };

    let (former, present): (Vec<_>, Vec<_>) = users.into_values().partition(|(_, gone)| *gone);
    let without_mark = |users: Vec<(User, bool)>| users.into_iter().map(|(user, _)| user).collect();
    let mut account = SeedAccount {
        label: label.value.clone(),
        account: Account { uuid, name: name?, esp },
        users: without_mark(present),
        former_users: without_mark(former),
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
    };
    let more = more_subscribers.and_then(|number| usize::try_from(number).ok());
    grow::crowd(&mut account, more.unwrap_or_default());
    Some((account, map.get("recommendations")))
}

/// The users by name, each with whether the user is deleted.
fn read_users(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
) -> BTreeMap<String, (User, bool)> {
    let entries =
        account.get("users").map_or(&[][..], |node| reader.entries(node, "a map of users"));
    let mut users = BTreeMap::new();
    for entry in entries {
        let Some(map) = reader.table(&entry.value, &USER) else {
            continue;
        };
        let place = format!("{place}/users/{}", *entry.key);
        let uuid = fields::uuid(reader, &map, &place, (UserId::new, UserId::generate));
        let name = fields::plain(reader, &map, "name").unwrap_or_default();
        let email = fields::email(reader, &map, "email");
        let email = email.map(|email| email.as_str().to_owned()).unwrap_or_default();
        let gone = fields::yes(reader, &map, "gone", false);
        let user = User { uuid, name, email, is_owner: false };
        users.insert(entry.key.value.clone(), (user, gone));
    }
    let there = entries.iter().map(|entry| entry.key.value.as_str());
    let there: Vec<_> =
        there.filter(|name| users.get(*name).is_some_and(|(_, gone)| !gone)).collect();
    if let Some((owner, _)) = owner(reader, account, &there).and_then(|name| users.get_mut(name)) {
        owner.is_owner = true;
    }
    users
}

/// The owner of the account: the user it names, or else the first current user.
fn owner<'w>(reader: &mut Reader<'_>, account: &Fields<'_>, there: &[&'w str]) -> Option<&'w str> {
    match account.get("owner") {
        Some(node) => reader.word(node, "owner", there).map(|text| text.value),
        None => there.first().copied(),
    }
}

fn read_keys(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
    users: &BTreeMap<String, (User, bool)>,
    key_words: &mut BTreeMap<String, Span>,
) -> Vec<SeedKey> {
    let entries = account.get("keys").map_or(&[][..], |node| reader.entries(node, "a map of keys"));
    let mut keys = Vec::new();
    for entry in entries {
        report_repeated(reader, &entry.key, key_words);
        let Some(map) = reader.table(&entry.value, &KEY) else {
            continue;
        };
        let place = format!("{place}/keys/{}", *entry.key);
        let uuid = fields::uuid(reader, &map, &place, (KeyId::new, KeyId::generate));
        if let Some(node) = map.get("secret") {
            reader.word(node, "secret", &["generate"]);
        }
        let known: Vec<_> = users.keys().map(String::as_str).collect();
        let user = map.get("user").and_then(|node| reader.word(node, "user", &known));
        let user = user.and_then(|name| users.get(name.value));
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
    key_words: &mut BTreeMap<String, Span>,
) {
    fields::check_word(reader, label, "a key");
    if let Some(first) = key_words.insert(label.value.clone(), label.span) {
        let message = format!("two keys have the name {}", reader::quoted(label));
        let found = Diagnostic::error("repeated-key-name", message, label.span, "the same name");
        reader.out.push(found.with_label(first, "the first one").with_help("rename one of them"));
    }
}
