//! Accounts, users and keys by identifier or name, with suggestions for unknown names.

use anyhow::{anyhow, bail};
use referral_reference::domain::account::{AccountSummary, IssuedKey, User};
use referral_reference::store::Store;

/// The most names that an error message lists.
const MAX_LISTED: usize = 10;

/// The account of this identifier or name.
pub async fn account(store: &Store, called: &str) -> anyhow::Result<AccountSummary> {
    let accounts = store.accounts().await?;
    let mut found = accounts.iter().filter(|summary| summary.account.uuid.as_str() == called);
    if let Some(account) = found.next() {
        return Ok(account.clone());
    }
    let mut found = accounts.iter().filter(|summary| summary.account.name == called);
    if let Some(account) = found.next() {
        return Ok(account.clone());
    }
    let uuids = accounts.iter().map(|summary| summary.account.uuid.as_str());
    let names = accounts.iter().map(|summary| summary.account.name.as_str());
    let known: Vec<_> = uuids.chain(names).collect();
    Err(unknown("account", called, &known, "account list"))
}

/// The user of the account by identifier, e-mail address or name; the owner by default.
pub async fn user(
    store: &Store,
    account: &AccountSummary,
    called: Option<&str>,
) -> anyhow::Result<User> {
    let users = store.users(&account.account.uuid).await?;
    let name = &account.account.name;
    let Some(called) = called else {
        let owner = users.into_iter().find(|user| user.is_owner);
        return owner.ok_or_else(|| {
            anyhow!("the account `{name}` has no owner; choose a user with --user")
        });
    };
    let is_called = |user: &&User| [user.uuid.as_str(), &user.email, &user.name].contains(&called);
    let mut found = users.iter().filter(is_called);
    match (found.next(), found.next()) {
        (Some(user), None) => Ok(user.clone()),
        (Some(_), Some(_)) => {
            bail!("several users of `{name}` have the name `{called}`; use an identifier")
        }
        (None, _) => {
            let all = users.iter().flat_map(|user| [user.uuid.as_str(), &user.email, &user.name]);
            let what = format!("user of the account `{name}`");
            Err(unknown(&what, called, &all.collect::<Vec<_>>(), "account show"))
        }
    }
}

/// The key of this identifier.
pub async fn key(store: &Store, called: &str) -> anyhow::Result<IssuedKey> {
    let keys = store.keys().await?;
    if let Some(key) = keys.iter().find(|key| key.uuid.as_str() == called) {
        return Ok(key.clone());
    }
    // The argument may be the secret itself, which the message must not repeat.
    if called.starts_with("rk_") {
        bail!("this is a secret key; use its identifier, as `key list` prints it");
    }
    let known: Vec<_> = keys.iter().map(|key| key.uuid.as_str()).collect();
    Err(unknown("key", called, &known, "key list"))
}

fn unknown(what: &str, called: &str, known: &[&str], list: &str) -> anyhow::Error {
    let quoted = reader::quoted(called);
    if let Some(meant) = reader::did_you_mean(called, known.iter().copied()) {
        return anyhow!("there is no {what} {quoted}; did you mean {}?", reader::quoted(meant));
    }
    if known.is_empty() {
        return anyhow!("there is no {what} {quoted}; no {what} exists");
    }
    if known.len() > MAX_LISTED {
        return anyhow!("there is no {what} {quoted}; `{list}` lists all");
    }
    let names: Vec<_> = known.iter().map(|name| reader::quoted(name)).collect();
    anyhow!("there is no {what} {quoted}; known are {}", names.join(", "))
}
