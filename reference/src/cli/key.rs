//! `key`: issues, lists and revokes API keys.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use referral_reference::clock::{Clock, SystemClock};
use referral_reference::domain::account::IssuedKey;
use referral_reference::domain::id::{AccountId, KeyId, UserId};
use referral_reference::ids::Ids;
use referral_reference::keys::ApiKey;
use referral_reference::store::{Inserted, Store};

use crate::cli::Database;

/// Manage API keys
#[derive(Debug, Args)]
pub struct KeyArgs {
    #[command(subcommand)]
    command: KeyCommand,
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    /// Issue a key to a user, and show it this once
    Issue {
        /// The account the key opens
        #[arg(long, value_name = "UUID")]
        account: String,
        /// The user it is issued to
        #[arg(long, value_name = "UUID")]
        user: String,
        #[command(flatten)]
        database: Database,
    },
    /// List all keys, never their secrets: key, account, user, time of issue
    List {
        #[command(flatten)]
        database: Database,
    },
    /// Revoke a key, at once and for good
    Revoke {
        /// The key, as `list` names it
        #[arg(value_name = "UUID")]
        key: String,
        #[command(flatten)]
        database: Database,
    },
}

/// Does what was asked of the keys.
pub async fn run(args: KeyArgs) -> anyhow::Result<ExitCode> {
    match args.command {
        KeyCommand::Issue {
            account,
            user,
            database,
        } => {
            issue(
                &database.open().await?,
                AccountId::new(account),
                UserId::new(user),
            )
            .await?;
        }
        KeyCommand::List { database } => list(&database.open().await?).await?,
        KeyCommand::Revoke { key, database } => {
            revoke(&database.open().await?, KeyId::new(key)).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn issue(store: &Store, account: AccountId, user: UserId) -> anyhow::Result<()> {
    let key = ApiKey::generate().context("cannot generate a key")?;
    let issued = IssuedKey {
        uuid: KeyId::draw(&Ids::from_os().context("cannot draw an identifier")?),
        account,
        user: Some(user),
        created_at: SystemClock.now(),
    };
    let mut write = store.write().await?;
    if write.insert_key(&issued, &key.hash()).await? == Inserted::Exists {
        bail!("the account has no such user; `key list` shows users who hold a key");
    }
    write.commit().await?;
    let mut stdout = stdout().lock();
    writeln!(stdout, "{}", key.reveal())?;
    stdout.flush().context("cannot show the key")?;
    eprintln!("issued {}", issued.uuid);
    Ok(())
}

async fn list(store: &Store) -> anyhow::Result<()> {
    let keys = store.keys().await?;
    let mut stdout = stdout().lock();
    for key in keys {
        let user = key.user.as_ref().map_or("(gone)", UserId::as_str);
        writeln!(
            stdout,
            "{} {} {user} {}",
            key.uuid, key.account, key.created_at
        )?;
    }
    stdout.flush().context("cannot show the keys")
}

async fn revoke(store: &Store, key: KeyId) -> anyhow::Result<()> {
    let mut write = store.write().await?;
    if !write.delete_key(&key).await? {
        bail!("there is no key {key}; `key list` shows those there are");
    }
    write.commit().await?;
    eprintln!("revoked {key}");
    Ok(())
}
