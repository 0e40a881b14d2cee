//! `key`: issues, lists, revokes and rotates API keys.
//!
//! A key is shown once, alone on stdout, before what made it lasts: a key that could not be shown
//! was never issued, and with it no other was revoked.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use referral_reference::clock::{Clock, SystemClock};
use referral_reference::domain::account::IssuedKey;
use referral_reference::domain::id::{AccountId, KeyId, UserId};
use referral_reference::ids::IdGenerator;
use referral_reference::keys::ApiKey;
use referral_reference::store::{Inserted, Store, WriteTransaction as Writing};

use crate::cli::given::Given;
use crate::cli::named;
use crate::cli::settings::Database;
use crate::cli::table::{self, ListFormat};

/// Manage API keys
///
/// A key is shown once, when it is issued; the database keeps its hash alone. A key that is revoked
/// is refused by every server on the database from the next request on.
#[derive(Debug, Args)]
pub struct KeyArgs {
    #[command(subcommand)]
    command: KeyCommand,
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    /// Issue a key to a user, and show it this once
    Issue {
        /// The account the key opens, by identifier or name
        #[arg(long, value_name = "ACCOUNT")]
        account: String,
        /// The user it is issued to, by identifier, e-mail address or name; left out, the owner
        #[arg(long, value_name = "USER")]
        user: Option<String>,
        #[command(flatten)]
        database: Database,
    },
    /// List all keys, oldest first; never the keys themselves
    List {
        /// Only those of this account, by identifier or name
        #[arg(long, value_name = "ACCOUNT")]
        account: Option<String>,
        /// The form of the list
        #[arg(long, value_enum, default_value = "table")]
        format: ListFormat,
        #[command(flatten)]
        database: Database,
    },
    /// Revoke a key, at once and for good
    Revoke {
        /// The key, as `list` names it
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        database: Database,
    },
    /// Issue a key in place of another, which is revoked at once
    ///
    /// The new key is for the same user, and is shown this once. To let both work for a while,
    /// `issue` a second key, and `revoke` the first when nobody uses it any more.
    Rotate {
        /// The key to replace, as `list` names it
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        database: Database,
    },
}

/// Does what was asked of the keys.
pub async fn run(args: KeyArgs, given: &Given<'_>) -> anyhow::Result<ExitCode> {
    match args.command {
        KeyCommand::Issue {
            account,
            user,
            database,
        } => {
            let store = database.open(given).await?;
            let account = named::account(&store, &account).await?;
            let user = named::user(&store, &account, user.as_deref()).await?;
            issue(&store, account.account.uuid, user.uuid).await?;
        }
        KeyCommand::List {
            account,
            format,
            database,
        } => list(&database.open(given).await?, account.as_deref(), format).await?,
        KeyCommand::Revoke { key, database } => {
            revoke(&database.open(given).await?, &key).await?;
        }
        KeyCommand::Rotate { key, database } => {
            rotate(&database.open(given).await?, &key).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn issue(store: &Store, account: AccountId, user: UserId) -> anyhow::Result<()> {
    let mut write = store.begin_write().await?;
    let issued = insert_and_show(&mut write, account, user).await?;
    write.commit().await.context(NOT_ISSUED)?;
    eprintln!("issued {issued}");
    Ok(())
}

/// What is to be said of a key on the screen that nobody will accept.
const NOT_ISSUED: &str = "the key shown above was not issued; forget it";

async fn insert_and_show(
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
        bail!("the account has no such user any more; `account show` shows those it has");
    }
    let mut stdout = stdout().lock();
    writeln!(stdout, "{}", key.reveal()).context("cannot show the key; none was issued")?;
    stdout
        .flush()
        .context("cannot show the key; none was issued")?;
    Ok(issued.uuid)
}

async fn list(store: &Store, account: Option<&str>, format: ListFormat) -> anyhow::Result<()> {
    let account = match account {
        Some(called) => Some(named::account(store, called).await?.account.uuid),
        None => None,
    };
    let keys = store.keys().await?.into_iter();
    let keys = keys.filter(|it| {
        account
            .as_ref()
            .is_none_or(|account| *account == it.account)
    });
    let rows = keys.map(|it| {
        vec![
            it.uuid.as_str().into(),
            it.account.as_str().into(),
            it.user.map(|it| it.as_str().to_owned()).into(),
            it.created_at.to_string().into(),
        ]
    });
    let columns = ["key", "account", "user", "issued"];
    table::print(format, &columns, &rows.collect::<Vec<_>>())
}

async fn revoke(store: &Store, called: &str) -> anyhow::Result<()> {
    let key = named::key(store, called).await?.uuid;
    let mut write = store.begin_write().await?;
    take_away(&mut write, &key).await?;
    write.commit().await?;
    eprintln!("revoked {key}");
    Ok(())
}

async fn rotate(store: &Store, called: &str) -> anyhow::Result<()> {
    let old = named::key(store, called).await?;
    let Some(user) = old.user else {
        bail!(
            "the user of {} is gone, so that there is nobody to issue a key to; revoke it",
            old.uuid
        );
    };
    let mut write = store.begin_write().await?;
    // First, so that of two who rotate the same key one is told that it is gone.
    take_away(&mut write, &old.uuid).await?;
    let issued = insert_and_show(&mut write, old.account, user).await?;
    write.commit().await.context(NOT_ISSUED)?;
    eprintln!("issued {issued}, revoked {}", old.uuid);
    Ok(())
}

async fn take_away(write: &mut Writing, key: &KeyId) -> anyhow::Result<()> {
    if !write.delete_key(key).await? {
        bail!("{key} was revoked in the meantime");
    }
    Ok(())
}
