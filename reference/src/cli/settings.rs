//! The flags and environment variables of the settings, and their merge with a configuration file.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use referral_reference::config::{
    AdminListen, ConfigFile, CorsOrigin, FileSetting, Origin, RateLimit, TimeLimit, listen_address,
    mask_url,
};
use referral_reference::log::{Filter, Format};
use referral_reference::store::Store;
use serde_json::Value;

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::files;

/// The database arguments of every command.
#[derive(Debug, Args)]
pub struct Database {
    /// Configuration file (YAML); flags and environment variables override it
    #[arg(long, value_name = "FILE", env = "REFERRAL_CONFIG")]
    config: Option<PathBuf>,
    /// Database URL: `sqlite://PATH` (created if absent), `sqlite::memory:` or
    /// `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(
        long,
        value_name = "URL",
        env = "REFERRAL_DATABASE",
        default_value = "sqlite://referral.db"
    )]
    pub database: String,
}

impl Database {
    /// Opens the effective database, and creates a missing file.
    pub async fn open(self, sources: &ArgumentSources<'_>) -> anyhow::Result<Store> {
        Ok(Store::open(&self.url(sources)?).await?)
    }

    /// Opens the effective database, which must exist.
    pub async fn open_existing(self, sources: &ArgumentSources<'_>) -> anyhow::Result<Store> {
        Ok(Store::open_existing(&self.url(sources)?).await?)
    }

    fn url(mut self, sources: &ArgumentSources<'_>) -> anyhow::Result<String> {
        let file = self.file()?;
        sources.resolve("database", &mut self.database, file.database);
        Ok(self.database)
    }

    fn file(&self) -> anyhow::Result<ConfigFile> {
        let read = self.config.as_deref().map(files::configuration);
        Ok(read.transpose()?.unwrap_or_default())
    }
}

/// All settings.
#[derive(Debug, Args)]
pub struct Settings {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "IP:PORT", env = "REFERRAL_LISTEN", default_value = "127.0.0.1:8080", value_parser = listen_address)]
    pub listen: SocketAddr,
    /// Address of the admin listener (/healthz, /readyz and /metrics), or `off`
    #[arg(long, value_name = "IP:PORT", env = "REFERRAL_ADMIN_LISTEN", default_value = "off")]
    pub admin_listen: AdminListen,
    #[command(flatten)]
    pub database: Database,
    /// Origin of web pages that may call the service from a browser, such as
    /// http://localhost:3000; can be repeated
    #[arg(long, value_name = "ORIGIN", env = "REFERRAL_CORS_ORIGIN", value_delimiter = ',')]
    pub cors_origin: Vec<CorsOrigin>,
    /// Log filter: off, error, warn, info, debug or trace; `warn,sqlx=debug` per target
    #[arg(long, value_name = "LEVEL", env = "REFERRAL_LOG", default_value = "info")]
    pub log: Filter,
    /// Log format: human, json, or auto (human on a terminal, else json)
    #[arg(long, value_name = "FORMAT", env = "REFERRAL_LOG_FORMAT", default_value = "auto")]
    pub log_format: Format,
    /// Largest request body, in bytes
    #[arg(
        long,
        value_name = "BYTES",
        env = "REFERRAL_BODY_BYTES",
        default_value = "1048576",
        value_parser = count
    )]
    pub body_bytes: usize,
    /// Memory that the bodies of unanswered requests may take together, in bytes
    #[arg(
        long,
        value_name = "BYTES",
        env = "REFERRAL_BODY_MEMORY",
        default_value = "67108864",
        value_parser = count
    )]
    pub body_memory: usize,
    /// Time limit of a request, from its head to its answer
    #[arg(long, value_name = "TIME", env = "REFERRAL_REQUEST_TIME", default_value = "30s")]
    pub request_time: TimeLimit,
    /// How long a connection may take to send the head of its next request, before a key was
    /// accepted
    #[arg(long, value_name = "TIME", env = "REFERRAL_HEADER_TIME", default_value = "10s")]
    pub header_time: TimeLimit,
    /// How long a connection may wait for a request after a key was accepted, or for its client to
    /// read an answer
    #[arg(long, value_name = "TIME", env = "REFERRAL_IDLE_TIME", default_value = "1m")]
    pub idle_time: TimeLimit,
    /// Connections at once; at the limit a new one closes the one that is idle longest, or waits
    #[arg(
        long,
        value_name = "NUMBER",
        env = "REFERRAL_CONNECTIONS",
        default_value = "512",
        value_parser = count
    )]
    pub connections: usize,
    /// Connections of one client address at once, where no proxy is in front; 0 for no limit
    #[arg(
        long,
        value_name = "NUMBER",
        env = "REFERRAL_CONNECTIONS_PER_ADDRESS",
        default_value = "0"
    )]
    pub connections_per_address: usize,
    /// Requests of each key, such as `50/s`, or `off`; beyond it 429
    #[arg(long, value_name = "N/s", env = "REFERRAL_RATE_LIMIT", default_value = "off")]
    pub rate_limit: RateLimit,
    /// Time limit for in-flight requests after a stop signal
    #[arg(long, value_name = "TIME", env = "REFERRAL_DRAIN_TIME", default_value = "10s")]
    pub drain_time: TimeLimit,
}

/// A setting as the `config` command prints it, with secrets masked.
pub struct EffectiveSetting {
    /// Key in the configuration file, with its path: `limits.body_bytes`.
    pub key: &'static str,
    pub value: Value,
    pub origin: Origin,
}

impl Settings {
    /// Replaces defaults by the values of the configuration file. Returns all settings in the order of the file.
    pub fn resolve(
        &mut self,
        sources: &ArgumentSources<'_>,
    ) -> anyhow::Result<Vec<EffectiveSetting>> {
        let file = self.database.file()?;
        let mut all = Resolver { sources, settings: Vec::new() };
        all.add("listen", "listen", &mut self.listen, file.listen, text);
        all.add("admin_listen", "admin_listen", &mut self.admin_listen, file.admin_listen, text);
        let masked = |url: &String| mask_url(url).into();
        all.add("database", "database", &mut self.database.database, file.database, masked);
        let cors_origin = &mut self.cors_origin;
        let origins =
            |all: &Vec<CorsOrigin>| all.iter().map(ToString::to_string).collect::<Vec<_>>().into();
        all.add("cors_origin", "cors_origin", cors_origin, file.cors_origin, origins);
        all.add("log.level", "log", &mut self.log, file.log_level, text);
        all.add("log.format", "log_format", &mut self.log_format, file.log_format, text);
        all.add("limits.body_bytes", "body_bytes", &mut self.body_bytes, file.body_bytes, number);
        let body_memory = &mut self.body_memory;
        all.add("limits.body_memory", "body_memory", body_memory, file.body_memory, number);
        let request_time = &mut self.request_time;
        all.add("limits.request_time", "request_time", request_time, file.request_time, text);
        all.add("limits.header_time", "header_time", &mut self.header_time, file.header_time, text);
        all.add("limits.idle_time", "idle_time", &mut self.idle_time, file.idle_time, text);
        let connections = &mut self.connections;
        all.add("limits.connections", "connections", connections, file.connections, number);
        let per_address = &mut self.connections_per_address;
        let filed = file.connections_per_address;
        let key = "limits.connections_per_address";
        all.add(key, "connections_per_address", per_address, filed, number);
        let rate_limit = &mut self.rate_limit;
        all.add("limits.rate_limit", "rate_limit", rate_limit, file.rate_limit, text);
        all.add("drain_time", "drain_time", &mut self.drain_time, file.drain_time, text);
        Ok(all.settings)
    }
}

struct Resolver<'s, 'm> {
    sources: &'s ArgumentSources<'m>,
    settings: Vec<EffectiveSetting>,
}

impl Resolver<'_, '_> {
    fn add<T>(
        &mut self,
        key: &'static str,
        argument: &str,
        value: &mut T,
        filed: FileSetting<T>,
        show: impl Fn(&T) -> Value,
    ) {
        let origin = self.sources.resolve(argument, value, filed);
        self.settings.push(EffectiveSetting { key, value: show(value), origin });
    }
}

fn text(value: &impl ToString) -> Value {
    value.to_string().into()
}

fn number(value: &usize) -> Value {
    (*value).into()
}

/// A number that is at least 1.
fn count(text: &str) -> anyhow::Result<usize> {
    let number: usize = text.parse().context("not a whole number")?;
    anyhow::ensure!(number > 0, "must be 1 at least");
    Ok(number)
}
