//! `account`: adds, shows, renames and removes accounts.

mod removal;

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use referral_reference::domain::account::{Account, User};
use referral_reference::domain::email::Email;
use referral_reference::domain::id::{AccountId, UserId};
use referral_reference::ids::IdGenerator;
use referral_reference::store::{AccountRenamed, Inserted, Store};

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::named;
use crate::cli::output::{note, write_stdout};
use crate::cli::settings::Database;
use crate::cli::table::{self, ListFormat};

/// Manage accounts
#[derive(Debug, Args)]
pub struct AccountArgs {
    #[command(subcommand)]
    command: AccountCommand,
}

#[derive(Debug, Subcommand)]
enum AccountCommand {
    /// Add an account with its owner, and print its identifier
    Add {
        /// Account name (unique)
        name: String,
        /// Name of the owner
        #[arg(long, value_name = "NAME")]
        owner: String,
        /// E-mail address of the owner
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        #[command(flatten)]
        database: Database,
    },
    /// List all accounts, sorted by name
    List {
        /// Output format
        #[arg(long, value_enum, default_value = "table")]
        format: ListFormat,
        #[command(flatten)]
        database: Database,
    },
    /// List the users of an account, the owner first
    Show {
        /// Account identifier or name
        account: String,
        /// Output format
        #[arg(long, value_enum, default_value = "table")]
        format: ListFormat,
        #[command(flatten)]
        database: Database,
    },
    /// Rename an account
    Rename {
        /// Account identifier or name
        account: String,
        /// New account name (unique)
        name: String,
        #[command(flatten)]
        database: Database,
    },
    /// Remove an account and all its data permanently
    ///
    /// Prints what belongs to the account, and asks before it removes anything. Keys are removed first,
    /// then users, subscribers, campaigns, publications, widgets, partner programs, recommendations and
    /// payouts. If it is interrupted, call it again. An account whose partner programs other accounts
    /// recommend is not removed. To block access and keep the data, revoke the keys of the account.
    Remove {
        /// Account identifier or name
        account: String,
        /// Remove it without asking; required where the input is not a terminal
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        database: Database,
    },
}

/// Runs an `account` subcommand.
pub async fn run(args: AccountArgs, sources: &ArgumentSources<'_>) -> anyhow::Result<ExitCode> {
    match args.command {
        AccountCommand::Add { name, owner, email, database } => {
            let email = validate(&name, &owner, &email)?;
            add(&database.open(sources).await?, name, owner, &email).await?;
        }
        AccountCommand::List { format, database } => {
            list(&database.open_existing(sources).await?, format).await?;
        }
        AccountCommand::Show { account, format, database } => {
            show(&database.open_existing(sources).await?, &account, format).await?
        }
        AccountCommand::Rename { account, name, database } => {
            rename(&database.open_existing(sources).await?, &account, &name).await?
        }
        AccountCommand::Remove { account, yes, database } => {
            removal::remove(&database.open_existing(sources).await?, &account, yes).await?
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Validates the arguments before the database is opened.
fn validate(name: &str, owner: &str, email: &str) -> anyhow::Result<Email> {
    not_blank("an account", name)?;
    not_blank("an owner", owner)?;
    Email::parse(email).context("--email cannot have this value; write NAME@HOST.TLD")
}

fn not_blank(what: &str, name: &str) -> anyhow::Result<()> {
    if name.trim().is_empty() {
        bail!("the name of {what} cannot be blank");
    }
    Ok(())
}

async fn add(store: &Store, name: String, owner: String, email: &Email) -> anyhow::Result<()> {
    let ids = IdGenerator::from_os().context("cannot generate an identifier")?;
    let account = Account { uuid: AccountId::generate(&ids), name, esp: None };
    let owner = User {
        uuid: UserId::generate(&ids),
        name: owner,
        email: email.as_str().to_owned(),
        is_owner: true,
    };
    let mut write = store.begin_write().await?;
    let new = write.insert_account(&account).await? == Inserted::New
        && write.insert(&account.uuid, &owner).await? == Inserted::New;
    if !new {
        drop(write);
        check_name_is_free(store, &account.name).await?;
        bail!("the generated identifiers are taken; try again");
    }
    write.commit().await?;
    let unprinted =
        || format!("the account {} was added, but cannot be printed to stdout", account.uuid);
    write_stdout(&format!("{}\n", account.uuid)).with_context(unprinted)?;
    note(format_args!("added {}, owned by {}", account.uuid, owner.uuid));
    Ok(())
}

/// Fails when another account has the name: operators address accounts by name.
async fn check_name_is_free(store: &Store, name: &str) -> anyhow::Result<()> {
    let accounts = store.accounts().await?;
    match accounts.iter().find(|summary| summary.account.name == name) {
        Some(taken) => bail!(
            "the account {} already has the name `{name}`; choose another name",
            taken.account.uuid
        ),
        None => Ok(()),
    }
}

async fn list(store: &Store, format: ListFormat) -> anyhow::Result<()> {
    let accounts = store.accounts().await?;
    let rows = accounts.into_iter().map(|account| {
        let Account { uuid, name, esp } = account.account;
        vec![
            uuid.as_str().into(),
            name.into(),
            esp.into(),
            account.users.into(),
            account.keys.into(),
        ]
    });
    let columns = ["account", "name", "esp", "users", "keys"];
    table::print(format, &columns, &rows.collect::<Vec<_>>())
}

async fn show(store: &Store, called: &str, format: ListFormat) -> anyhow::Result<()> {
    let account = named::account(store, called).await?.account;
    let users = store.users(&account.uuid).await?;
    let rows = users.into_iter().map(|user| {
        let role = if user.is_owner { "owner" } else { "member" };
        vec![user.uuid.as_str().into(), user.name.into(), user.email.into(), role.into()]
    });
    let columns = ["user", "name", "email", "role"];
    table::print(format, &columns, &rows.collect::<Vec<_>>())
}

async fn rename(store: &Store, called: &str, name: &str) -> anyhow::Result<()> {
    not_blank("an account", name)?;
    let account = named::account(store, called).await?.account;
    let mut write = store.begin_write().await?;
    match write.rename_account(&account.uuid, name).await? {
        AccountRenamed::Done => write.commit().await?,
        AccountRenamed::NotFound => bail!("{} is gone", account.uuid),
        AccountRenamed::NameTaken => {
            drop(write);
            check_name_is_free(store, name).await?;
            bail!("another account had the name `{name}` a moment ago; try again");
        }
    }
    note(format_args!("renamed {}", account.uuid));
    Ok(())
}
