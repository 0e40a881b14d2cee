//! `account remove`: shows what belongs to an account, asks, and removes it.

use std::io::{BufRead, IsTerminal, stdin};

use anyhow::{Context, bail};
use reader::counted;
use referral_reference::domain::account::Account;
use referral_reference::store::{AccountContents, Store};

use crate::cli::named;
use crate::cli::output::{note, write_stderr};

/// Removes the account, after a confirmation unless `yes`.
pub(super) async fn remove(store: &Store, called: &str, yes: bool) -> anyhow::Result<()> {
    let account = named::account(store, called).await?.account;
    let contents = store.account_contents(&account.uuid).await?;
    // Only the question must be seen.
    let _ = write_stderr(&describe(&account, &contents));
    match contents.recommended_by_others {
        0 => {}
        number => bail!(
            "other accounts have {} for its partner programs; to block access to the account, \
             revoke its keys",
            counted(number, "recommendation")
        ),
    }
    if !yes {
        if !stdin().is_terminal() {
            bail!("nothing was removed; add --yes to remove all of it");
        }
        if !is_confirmed(&account.name, stdin().lock())? {
            bail!("nothing was removed");
        }
    }
    if !store.remove_account(&account.uuid).await? {
        bail!("{} is gone", account.uuid);
    }
    note(format_args!("removed {}", account.uuid));
    Ok(())
}

/// What would be removed, without kinds of which there are none.
fn describe(account: &Account, contents: &AccountContents) -> String {
    let mut text = format!("the account {} with the name `{}` has:\n", account.uuid, account.name);
    for (kind, number) in contents.records.iter().filter(|(_, number)| *number > 0) {
        text += &format!("  {kind}: {number}\n");
    }
    text + "all of it is removed permanently\n"
}

/// Asks for the name of the account.
fn is_confirmed(name: &str, mut input: impl BufRead) -> anyhow::Result<bool> {
    let question = "type the name of the account to remove it: ";
    write_stderr(question)
        .context("cannot ask on stderr; add --yes to remove it without asking")?;
    let mut line = String::new();
    input.read_line(&mut line).context("cannot read the answer")?;
    Ok(line.trim_end_matches(['\n', '\r']) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_confirms() {
        for (line, expected) in
            [("Letters\n", true), ("Letters\r\n", true), ("y\n", false), ("", false)]
        {
            assert_eq!(is_confirmed("Letters", line.as_bytes()).unwrap(), expected, "{line:?}");
        }
    }
}
