//! Creates a database for each server: a SQLite file in its folder, or a PostgreSQL database beside a given one.

use std::cell::Cell;
use std::process::Command;

use anyhow::{Context, bail};

pub(super) struct DatabaseSource {
    /// URL of a PostgreSQL database; `None` for SQLite.
    url: Option<String>,
    created: Cell<u32>,
}

impl DatabaseSource {
    /// SQLite files, unless the URL of a PostgreSQL database is given.
    pub(super) fn new(url: Option<String>) -> Self {
        Self { url, created: Cell::default() }
    }

    pub(super) fn engine(&self) -> &'static str {
        match self.url {
            None => "SQLite",
            Some(_) => "PostgreSQL",
        }
    }

    /// URL of a new database; `None` for a SQLite file that the server creates.
    pub(super) fn create(&self) -> anyhow::Result<Option<String>> {
        let Some(url) = &self.url else {
            return Ok(None);
        };
        self.created.set(self.created.get() + 1);
        // Another process may create databases on the same server.
        let name = format!("certify_{}_{}", std::process::id(), self.created.get());
        let Some(created) = with_database(url, &name) else {
            bail!(
                "--rounds creates databases on a PostgreSQL server: give --database as postgres://USER@HOST/DATABASE"
            );
        };
        execute(url, &format!("create database {name}"))?;
        Ok(Some(created))
    }

    /// Drops a database that was created.
    pub(super) fn drop(&self, created: Option<&str>) -> anyhow::Result<()> {
        let (Some(url), Some(created)) = (&self.url, created) else {
            return Ok(());
        };
        let name = database_name(created).unwrap_or_default();
        execute(url, &format!("drop database {name} with (force)"))
    }
}

/// The URL with another database.
fn with_database(url: &str, name: &str) -> Option<String> {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let scheme = base.split_once("://")?.0;
    if !scheme.starts_with("postgres") {
        return None;
    }
    let (host, _) = base.rsplit_once('/').filter(|(host, _)| *host != format!("{scheme}:/"))?;
    let mark = if query.is_empty() { "" } else { "?" };
    Some(format!("{host}/{name}{mark}{query}"))
}

fn database_name(url: &str) -> Option<&str> {
    url.split('?').next()?.rsplit('/').next()
}

fn execute(url: &str, statement: &str) -> anyhow::Result<()> {
    let psql = Command::new("psql")
        .args(["--no-psqlrc", "--quiet", "--command", statement])
        .args(["--dbname", url])
        .output()
        .context(
            "failed to start `psql`, which creates the databases; install it or add it to the PATH",
        )?;
    if !psql.status.success() {
        let stderr = String::from_utf8_lossy(&psql.stderr);
        bail!("`psql` failed to {statement}: {}", stderr.trim());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_in_a_url_is_replaced() {
        for (url, expected) in [
            ("postgres://me@host/one", Some("postgres://me@host/two")),
            ("postgres://h/one?host=/tmp/x", Some("postgres://h/two?host=/tmp/x")),
            ("postgres://host", None),
            ("sqlite://one.db", None),
            ("one", None),
        ] {
            assert_eq!(with_database(url, "two").as_deref(), expected, "{url}");
        }
        let url = "postgres://me@host/one?host=/tmp";
        assert_eq!(database_name(url), Some("one"));
    }
}
