//! An account of a seed, with its users and keys.

use std::collections::BTreeMap;

use reader::{Diagnostic, Fields, Node, Reader, Span, Spanned};

use crate::domain::account::{Account, User};
use crate::domain::id::{AccountId, KeyId, UserId};
use crate::seed::read::{fields, subscriber, things};
use crate::seed::tables::{ACCOUNT, KEY, USER};
use crate::seed::{SeedAccount, SeedKey};

/// Reads the account of this word. `key_words` holds the words of all keys so far, and where they
/// stand.
pub(super) fn read(
    reader: &mut Reader<'_>,
    word: &Spanned<String>,
    node: &Node,
    key_words: &mut BTreeMap<String, Span>,
) -> Option<SeedAccount> {
    fields::check_word(reader, word, "an account");
    let map = reader.table(node, &ACCOUNT)?;
    let place = word.value.as_str();
    let uuid = fields::uuid(reader, &map, place, (AccountId::new, AccountId::draw));
    let name = fields::plain(reader, &map, "name");

    let users = read_users(reader, &map, place);
    let keys = read_keys(reader, &map, place, &users, key_words);
    let campaign = things::campaign(reader, &map, place);
    let publications = things::publications(reader, &map, place);
    let upscribes = things::upscribes(reader, &map, place);
    let (subscribers, memberships) = subscriber::read(reader, &map, place, campaign.as_ref());

    let (former, present): (Vec<_>, Vec<_>) = users.into_values().partition(|(_, gone)| *gone);
    let without_mark = |users: Vec<(User, bool)>| users.into_iter().map(|(user, _)| user).collect();
    Some(SeedAccount {
        word: word.value.clone(),
        account: Account { uuid, name: name? },
        users: without_mark(present),
        former_users: without_mark(former),
        keys,
        campaign,
        publications,
        upscribes,
        subscribers,
        memberships,
    })
}

/// The users by their word, each with whether they are gone.
fn read_users(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
) -> BTreeMap<String, (User, bool)> {
    let entries = account
        .get("users")
        .map_or(&[][..], |it| reader.entries(it, "a map of users"));
    let mut users = BTreeMap::new();
    for entry in entries {
        let Some(map) = reader.table(&entry.value, &USER) else {
            continue;
        };
        let place = format!("{place}/users/{}", *entry.key);
        let uuid = fields::uuid(reader, &map, &place, (UserId::new, UserId::draw));
        let name = fields::plain(reader, &map, "name").unwrap_or_default();
        let email = fields::email(reader, &map, "email");
        let email = email.map(|it| it.as_str().to_owned()).unwrap_or_default();
        let gone = fields::yes(reader, &map, "gone", false);
        users.insert(entry.key.value.clone(), (User { uuid, name, email }, gone));
    }
    users
}

fn read_keys(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
    users: &BTreeMap<String, (User, bool)>,
    key_words: &mut BTreeMap<String, Span>,
) -> Vec<SeedKey> {
    let entries = account
        .get("keys")
        .map_or(&[][..], |it| reader.entries(it, "a map of keys"));
    let mut keys = Vec::new();
    for entry in entries {
        report_repeated(reader, &entry.key, key_words);
        let Some(map) = reader.table(&entry.value, &KEY) else {
            continue;
        };
        let place = format!("{place}/keys/{}", *entry.key);
        let uuid = fields::uuid(reader, &map, &place, (KeyId::new, KeyId::draw));
        if let Some(node) = map.get("secret") {
            reader.word(node, "secret", &["generate"]);
        }
        let known: Vec<_> = users.keys().map(String::as_str).collect();
        let user = map
            .get("user")
            .and_then(|it| reader.word(it, "user", &known));
        let user = user.and_then(|it| users.get(it.value));
        keys.extend(user.map(|(user, _)| SeedKey {
            word: entry.key.value.clone(),
            uuid,
            user: user.uuid.clone(),
        }));
    }
    keys
}

/// The words of keys are those of the target file and its key files, so no two may be the same.
fn report_repeated(
    reader: &mut Reader<'_>,
    word: &Spanned<String>,
    key_words: &mut BTreeMap<String, Span>,
) {
    fields::check_word(reader, word, "a key");
    if let Some(first) = key_words.insert(word.value.clone(), word.span) {
        let message = format!("two keys are called {}", reader::quoted(word));
        let found = Diagnostic::error("repeated-key-name", message, word.span, "called so as well");
        reader.out.push(
            found
                .with_label(first, "the first one")
                .with_help("rename one of them"),
        );
    }
}
