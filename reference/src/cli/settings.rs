//! The flags and environment variables of the settings, and their merge with a configuration file.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use referral_reference::config::{
    AdminListen, Config, ConfigFile, FileSetting, Setting, parse_duration,
};
use referral_reference::log::{Filter, Format};
use referral_reference::store::Store;

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::files;

/// The database arguments of every command.
#[derive(Debug, Args)]
pub struct Database {
    /// Configuration file (YAML); flags and environment variables override it
    #[arg(long, value_name = "FILE", env = "REFERRAL_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
    /// Database URL: `sqlite://PATH` (created if absent), `sqlite::memory:` or
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
    /// Opens the effective database.
    pub async fn open(self, sources: &ArgumentSources<'_>) -> anyhow::Result<Store> {
        let file = self.file()?;
        let database = self.resolve(sources, file.database);
        Ok(Store::open(&database.value).await?)
    }

    fn file(&self) -> anyhow::Result<ConfigFile> {
        let read = self.config.as_deref().map(files::configuration);
        Ok(read.transpose()?.unwrap_or_default())
    }

    fn resolve(self, sources: &ArgumentSources<'_>, filed: FileSetting<String>) -> Setting<String> {
        sources.resolve("database", self.database, filed)
    }
}

/// All settings.
#[derive(Debug, Args)]
pub struct Settings {
    /// Address to listen on; port 0 picks a free port
    #[arg(
        long,
        value_name = "IP:PORT",
        env = "REFERRAL_LISTEN",
        hide_env_values = true,
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,
    /// Address of the admin listener (/healthz and /readyz), or `off`
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
    /// Log filter: off, error, warn, info, debug or trace; `warn,sqlx=debug` per target
    #[arg(
        long,
        value_name = "LEVEL",
        env = "REFERRAL_LOG",
        hide_env_values = true,
        default_value = "info"
    )]
    log: Filter,
    /// Log format: human, json, or auto (human on a terminal, else json)
    #[arg(
        long,
        value_name = "FORMAT",
        env = "REFERRAL_LOG_FORMAT",
        hide_env_values = true,
        default_value = "auto"
    )]
    log_format: Format,
    /// Largest request body, in bytes
    #[arg(
        long,
        value_name = "BYTES",
        env = "REFERRAL_BODY_BYTES",
        hide_env_values = true,
        default_value = "1048576",
        value_parser = count
    )]
    body_bytes: usize,
    /// Time limit of a request, from its head to its answer
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
    /// Time limit for in-flight requests after a stop signal
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
    /// The effective settings and their sources.
    pub fn resolve(self, sources: &ArgumentSources<'_>) -> anyhow::Result<Config> {
        let file = self.database.file()?;
        Ok(Config {
            listen: sources.resolve("listen", self.listen, file.listen),
            admin_listen: sources.resolve("admin_listen", self.admin_listen, file.admin_listen),
            database: self.database.resolve(sources, file.database),
            log_level: sources.resolve("log", self.log, file.log_level),
            log_format: sources.resolve("log_format", self.log_format, file.log_format),
            body_bytes: sources.resolve("body_bytes", self.body_bytes, file.body_bytes),
            request_time: sources.resolve("request_time", self.request_time, file.request_time),
            header_time: sources.resolve("header_time", self.header_time, file.header_time),
            idle_time: sources.resolve("idle_time", self.idle_time, file.idle_time),
            connections: sources.resolve("connections", self.connections, file.connections),
            drain_time: sources.resolve("drain_time", self.drain_time, file.drain_time),
        })
    }
}

/// A number that is at least 1.
fn count(text: &str) -> anyhow::Result<usize> {
    let number: usize = text.parse().context("not a whole number")?;
    anyhow::ensure!(number > 0, "must be 1 at least");
    Ok(number)
}
