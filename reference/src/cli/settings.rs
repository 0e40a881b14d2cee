//! The flags and variables of the settings, and what is in force together with a file.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use referral_reference::config::{AdminListen, Config, ConfigFile, Filed, Setting, parse_duration};
use referral_reference::log::{Filter, Format};
use referral_reference::store::Store;

use crate::cli::files;
use crate::cli::given::Given;

/// Which database; the same for every command.
#[derive(Debug, Args)]
pub struct Database {
    /// A configuration file in YAML; flags and the environment come before it
    #[arg(
        long,
        value_name = "FILE",
        env = "REFERRAL_CONFIG",
        hide_env_values = true
    )]
    config: Option<PathBuf>,
    /// The database: `sqlite://PATH` (made if there is none), `sqlite::memory:` or
    /// `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(
        long,
        value_name = "URL",
        env = "REFERRAL_DATABASE",
        hide_env_values = true,
        default_value = "sqlite://referral.db"
    )]
    database: String,
}

impl Database {
    /// Opens the database that is in force.
    pub async fn open(self, given: &Given<'_>) -> anyhow::Result<Store> {
        let file = self.file()?;
        let database = self.settle(given, file.database);
        Ok(Store::open(&database.value).await?)
    }

    fn file(&self) -> anyhow::Result<ConfigFile> {
        let read = self.config.as_deref().map(files::configuration);
        Ok(read.transpose()?.unwrap_or_default())
    }

    fn settle(self, given: &Given<'_>, filed: Filed<String>) -> Setting<String> {
        given.settle("database", self.database, filed)
    }
}

/// Everything that can be set.
#[derive(Debug, Args)]
pub struct Settings {
    /// Where to listen; port 0 takes a free one
    #[arg(
        long,
        value_name = "IP:PORT",
        env = "REFERRAL_LISTEN",
        hide_env_values = true,
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,
    /// Where to answer /healthz and /readyz, or `off`
    #[arg(
        long,
        value_name = "IP:PORT",
        env = "REFERRAL_ADMIN_LISTEN",
        hide_env_values = true,
        default_value = "off"
    )]
    admin_listen: AdminListen,
    #[command(flatten)]
    database: Database,
    /// Which lines to log: off, error, warn, info, debug or trace; `warn,sqlx=debug` for parts
    #[arg(
        long,
        value_name = "LEVEL",
        env = "REFERRAL_LOG",
        hide_env_values = true,
        default_value = "info"
    )]
    log: Filter,
    /// The form of a line: human, json, or auto, which is human on a terminal and JSON elsewhere
    #[arg(
        long,
        value_name = "FORMAT",
        env = "REFERRAL_LOG_FORMAT",
        hide_env_values = true,
        default_value = "auto"
    )]
    log_format: Format,
    /// How many bytes the body of a request may have
    #[arg(
        long,
        value_name = "BYTES",
        env = "REFERRAL_BODY_BYTES",
        hide_env_values = true,
        default_value = "1048576",
        value_parser = count
    )]
    body_bytes: usize,
    /// How long a request may take, from its head to its answer
    #[arg(
        long,
        value_name = "TIME",
        env = "REFERRAL_REQUEST_TIME",
        hide_env_values = true,
        default_value = "30s",
        value_parser = parse_duration
    )]
    request_time: Duration,
    /// How long a connection may take to send the head of its next request
    #[arg(
        long,
        value_name = "TIME",
        env = "REFERRAL_HEADER_TIME",
        hide_env_values = true,
        default_value = "10s",
        value_parser = parse_duration
    )]
    header_time: Duration,
    /// How long a connection may wait for a request, or for its client to read an answer
    #[arg(
        long,
        value_name = "TIME",
        env = "REFERRAL_IDLE_TIME",
        hide_env_values = true,
        default_value = "1m",
        value_parser = parse_duration
    )]
    idle_time: Duration,
    /// Connections at once; at the limit a new one closes idle ones, or waits
    #[arg(
        long,
        value_name = "NUMBER",
        env = "REFERRAL_CONNECTIONS",
        hide_env_values = true,
        default_value = "512",
        value_parser = count
    )]
    connections: usize,
    /// How long requests under way may take once the service was told to stop
    #[arg(
        long,
        value_name = "TIME",
        env = "REFERRAL_DRAIN_TIME",
        hide_env_values = true,
        default_value = "10s",
        value_parser = parse_duration
    )]
    drain_time: Duration,
}

impl Settings {
    /// What is in force, and where each came from.
    pub fn settle(self, given: &Given<'_>) -> anyhow::Result<Config> {
        let file = self.database.file()?;
        Ok(Config {
            listen: given.settle("listen", self.listen, file.listen),
            admin_listen: given.settle("admin_listen", self.admin_listen, file.admin_listen),
            database: self.database.settle(given, file.database),
            log_level: given.settle("log", self.log, file.log_level),
            log_format: given.settle("log_format", self.log_format, file.log_format),
            body_bytes: given.settle("body_bytes", self.body_bytes, file.body_bytes),
            request_time: given.settle("request_time", self.request_time, file.request_time),
            header_time: given.settle("header_time", self.header_time, file.header_time),
            idle_time: given.settle("idle_time", self.idle_time, file.idle_time),
            connections: given.settle("connections", self.connections, file.connections),
            drain_time: given.settle("drain_time", self.drain_time, file.drain_time),
        })
    }
}

/// A number from 1 on.
fn count(text: &str) -> anyhow::Result<usize> {
    let number: usize = text.parse().context("not a whole number")?;
    anyhow::ensure!(number > 0, "must be 1 at least");
    Ok(number)
}
