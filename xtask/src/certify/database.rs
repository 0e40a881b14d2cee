//! A database for each server: a file in its folder, or one of its own beside the one that was named.

use std::cell::Cell;
use std::process::Command;

use anyhow::{Context, bail};

/// Where databases come from.
pub(super) struct Databases {
    /// The database that was named.
    named: Option<String>,
    made: Cell<u32>,
}

impl Databases {
    /// Files, unless a database of PostgreSQL is named.
    pub(super) fn of(named: Option<String>) -> Self {
        Self {
            named,
            made: Cell::default(),
        }
    }

    /// The engine, in a word for people.
    pub(super) fn engine(&self) -> &'static str {
        match self.named {
            None => "SQLite",
            Some(_) => "PostgreSQL",
        }
    }

    /// A database that nothing is in; `None` for a file that the server makes itself.
    pub(super) fn fresh(&self) -> anyhow::Result<Option<String>> {
        let Some(named) = &self.named else {
            return Ok(None);
        };
        self.made.set(self.made.get() + 1);
        // Another certification may use the same server at the same time.
        let name = format!("certify_{}_{}", std::process::id(), self.made.get());
        let Some(url) = renamed(named, &name) else {
            bail!(
                "--rounds makes its databases beside a PostgreSQL one; name it as postgres://USER@HOST/DATABASE"
            );
        };
        tell(named, &format!("create database {name}"))?;
        Ok(Some(url))
    }

    /// Takes away a database that was made.
    pub(super) fn drop(&self, made: Option<&str>) -> anyhow::Result<()> {
        let (Some(named), Some(made)) = (&self.named, made) else {
            return Ok(());
        };
        let name = name(made).unwrap_or_default();
        tell(named, &format!("drop database {name} with (force)"))
    }
}

/// The address with another database.
fn renamed(url: &str, name: &str) -> Option<String> {
    let (before, query) = url.split_once('?').unwrap_or((url, ""));
    let scheme = before.split_once("://")?.0;
    if !scheme.starts_with("postgres") {
        return None;
    }
    let (host, _) = before
        .rsplit_once('/')
        .filter(|(host, _)| *host != format!("{scheme}:/"))?;
    let mark = if query.is_empty() { "" } else { "?" };
    Some(format!("{host}/{name}{mark}{query}"))
}

fn name(url: &str) -> Option<&str> {
    url.split('?').next()?.rsplit('/').next()
}

fn tell(url: &str, statement: &str) -> anyhow::Result<()> {
    let psql = Command::new("psql")
        .args([
            "--no-psqlrc",
            "--quiet",
            "--command",
            statement,
            "--dbname",
            url,
        ])
        .output()
        .context(
            "failed to start `psql`, which makes a database for each server; put it on the PATH",
        )?;
    if !psql.status.success() {
        let said = String::from_utf8_lossy(&psql.stderr).trim().to_owned();
        bail!("`psql` cannot {statement}: {said}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_database_of_the_same_server_is_named() {
        for (url, other) in [
            ("postgres://me@host/one", Some("postgres://me@host/two")),
            (
                "postgres://h/one?host=/tmp/x",
                Some("postgres://h/two?host=/tmp/x"),
            ),
            ("postgres://host", None),
            ("sqlite://one.db", None),
            ("one", None),
        ] {
            assert_eq!(renamed(url, "two").as_deref(), other, "{url}");
        }
        assert_eq!(name("postgres://me@host/one?host=/tmp"), Some("one"));
    }
}
