//! `key`: issues, lists, revokes and rotates API keys.
//!
//! A key is printed once, alone on stdout, before the transaction commits: if it cannot be printed, no key is issued
//! and none is revoked.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use referral_reference::clock::{Clock, SystemClock};
use referral_reference::domain::account::IssuedKey;
use referral_reference::domain::id::{AccountId, KeyId, UserId};
use referral_reference::ids::IdGenerator;
use referral_reference::keys::ApiKey;
use referral_reference::store::{Inserted, Store, WriteTransaction as Writing};

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::named;
use crate::cli::output::{note, write_stdout};
use crate::cli::settings::Database;
use crate::cli::table::{self, ListFormat};

/// Manage API keys
///
/// A key is printed once, when it is issued; the database stores its hash only. Every server on the
/// database refuses a revoked key from the next request on.
#[derive(Debug, Args)]
pub struct KeyArgs {
    #[command(subcommand)]
    command: KeyCommand,
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    /// Issue a key to a user and print it
    Issue {
        /// Account identifier or name
        #[arg(long, value_name = "ACCOUNT")]
        account: String,
        /// User identifier, e-mail address or name [default: the owner]
        #[arg(long, value_name = "USER")]
        user: Option<String>,
        #[command(flatten)]
        database: Database,
    },
    /// List the identifiers of all keys, oldest first
    List {
        /// List the keys of this account only (identifier or name)
        #[arg(long, value_name = "ACCOUNT")]
        account: Option<String>,
        /// Output format
        #[arg(long, value_enum, default_value = "table")]
        format: ListFormat,
        #[command(flatten)]
        database: Database,
    },
    /// Revoke a key permanently
    Revoke {
        /// Key identifier, as `key list` prints it
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        database: Database,
    },
    /// Issue a new key for the same user and revoke the old one
    ///
    /// The new key is printed once. To keep both valid for a while, use `issue`, and `revoke` the old key
    /// later.
    Rotate {
        /// Identifier of the key to replace, as `key list` prints it
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        database: Database,
    },
}

/// Runs a `key` subcommand.
pub async fn run(args: KeyArgs, sources: &ArgumentSources<'_>) -> anyhow::Result<ExitCode> {
    match args.command {
        KeyCommand::Issue { account, user, database } => {
            let store = database.open_existing(sources).await?;
            let account = named::account(&store, &account).await?;
            let user = named::user(&store, &account, user.as_deref()).await?;
            issue(&store, account.account.uuid, user.uuid).await?;
        }
        KeyCommand::List { account, format, database } => {
            list(&database.open_existing(sources).await?, account.as_deref(), format).await?
        }
        KeyCommand::Revoke { key, database } => {
            revoke(&database.open_existing(sources).await?, &key).await?;
        }
        KeyCommand::Rotate { key, database } => {
            rotate(&database.open_existing(sources).await?, &key).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn issue(store: &Store, account: AccountId, user: UserId) -> anyhow::Result<()> {
    let mut write = store.begin_write().await?;
    let issued = insert_and_print(&mut write, account, user).await?;
    write.commit().await.context(NOT_ISSUED)?;
    note(format_args!("issued {issued}"));
    Ok(())
}

/// The error when a key was printed but its transaction failed.
const NOT_ISSUED: &str = "the key printed above was not issued; discard it";

async fn insert_and_print(
    write: &mut Writing,
    account: AccountId,
    user: UserId,
) -> anyhow::Result<KeyId> {
    let key = ApiKey::generate().context("cannot generate a key")?;
    let issued = IssuedKey {
        uuid: KeyId::generate(&IdGenerator::from_os().context("cannot generate an identifier")?),
        account,
        user: Some(user),
        created_at: SystemClock.now(),
    };
    if write.insert_key(&issued, &key.hash()).await? == Inserted::Exists {
        bail!("the account no longer has this user; `account show` lists its users");
    }
    let line = format!("{}\n", key.reveal());
    write_stdout(&line).context("cannot print the key to stdout; none was issued")?;
    Ok(issued.uuid)
}

async fn list(store: &Store, account: Option<&str>, format: ListFormat) -> anyhow::Result<()> {
    let account = match account {
        Some(called) => Some(named::account(store, called).await?.account.uuid),
        None => None,
    };
    let keys = store.keys().await?.into_iter();
    let keys = keys.filter(|key| account.as_ref().is_none_or(|account| *account == key.account));
    let rows = keys.map(|key| {
        vec![
            key.uuid.as_str().into(),
            key.account.as_str().into(),
            key.user.map(|user| user.as_str().to_owned()).into(),
            key.created_at.to_string().into(),
        ]
    });
    let columns = ["key", "account", "user", "issued"];
    table::print(format, &columns, &rows.collect::<Vec<_>>())
}

async fn revoke(store: &Store, called: &str) -> anyhow::Result<()> {
    let key = named::key(store, called).await?.uuid;
    let mut write = store.begin_write().await?;
    delete_key_row(&mut write, &key).await?;
    write.commit().await?;
    note(format_args!("revoked {key}"));
    Ok(())
}

async fn rotate(store: &Store, called: &str) -> anyhow::Result<()> {
    let old = named::key(store, called).await?;
    let Some(user) = old.user else {
        bail!("the user of {} was deleted, so that no new key can be issued; revoke it", old.uuid);
    };
    let mut write = store.begin_write().await?;
    // Deleted first, so that of two concurrent rotations of a key one fails.
    delete_key_row(&mut write, &old.uuid).await?;
    let issued = insert_and_print(&mut write, old.account, user).await?;
    write.commit().await.context(NOT_ISSUED)?;
    note(format_args!("issued {issued}, revoked {}", old.uuid));
    Ok(())
}

async fn delete_key_row(write: &mut Writing, key: &KeyId) -> anyhow::Result<()> {
    if !write.delete_key(key).await? {
        bail!("{key} was revoked concurrently");
    }
    Ok(())
}
