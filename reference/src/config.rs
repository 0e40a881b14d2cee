//! The settings of the program, their sources, and the configuration file.
//!
//! Precedence: flags, environment variables, configuration file, defaults. The command line parses flags and
//! environment variables.

mod duration;
mod file;
mod listen;
mod mask;
mod tables;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

pub use duration::{InvalidDuration, format_duration, parse_duration};
pub use file::{ConfigFile, FileSetting, read};
pub use listen::{AdminListen, InvalidAddress};
pub use mask::{in_text as mask_in_text, url as mask_url};
pub use tables::{CONFIG, LIMITS, LOG};

use crate::log::{Filter, Format};

/// Where the value of a setting came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A command-line flag, such as `--listen`.
    Flag(String),
    /// An environment variable.
    Environment(String),
    /// A line of the configuration file.
    File {
        /// The file.
        path: PathBuf,
        /// 1-based line number.
        line: usize,
    },
    /// The built-in default.
    Default,
}

impl Origin {
    /// The kind of source: `flag`, `environment`, `file` or `default`.
    pub fn kind(&self) -> &'static str {
        match self {
            Origin::Flag(_) => "flag",
            Origin::Environment(_) => "environment",
            Origin::File { .. } => "file",
            Origin::Default => "default",
        }
    }

    /// The flag, variable or `FILE:LINE`; `None` for a default.
    pub fn place(&self) -> Option<String> {
        match self {
            Origin::Flag(name) | Origin::Environment(name) => Some(name.clone()),
            Origin::File { path, line } => Some(format!("{}:{line}", path.display())),
            Origin::Default => None,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self.place() {
            Some(place) => write!(f, " {place}"),
            None => Ok(()),
        }
    }
}

/// A value and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    /// The effective value.
    pub value: T,
    /// The source of the value.
    pub origin: Origin,
}

/// The effective settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address of the service.
    pub listen: Setting<SocketAddr>,
    /// Address of the admin listener, or off.
    pub admin_listen: Setting<AdminListen>,
    /// Database URL; may contain a password.
    pub database: Setting<String>,
    /// Log filter.
    pub log_level: Setting<Filter>,
    /// Log format.
    pub log_format: Setting<Format>,
    /// Largest request body, in bytes.
    pub body_bytes: Setting<usize>,
    /// Time limit of a request.
    pub request_time: Setting<Duration>,
    /// Time limit to receive the head of a request.
    pub header_time: Setting<Duration>,
    /// Time limit of a connection without progress.
    pub idle_time: Setting<Duration>,
    /// Largest number of concurrent connections.
    pub connections: Setting<usize>,
    /// Time limit for in-flight requests after a stop signal.
    pub drain_time: Setting<Duration>,
}

/// A setting as the `config` command prints it, with secrets masked.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectiveSetting {
    /// Key in the configuration file, with its path: `limits.body_bytes`.
    pub key: &'static str,
    /// The effective value.
    pub value: Value,
    /// The source of the value.
    pub origin: Origin,
}

impl Config {
    /// All settings in the order of the file, secrets masked.
    pub fn effective_settings(&self) -> Vec<EffectiveSetting> {
        vec![
            row("listen", &self.listen, |address| address.to_string().into()),
            row("admin_listen", &self.admin_listen, |address| address.to_string().into()),
            row("database", &self.database, |url| mask_url(url).into()),
            row("log.level", &self.log_level, |filter| filter.to_string().into()),
            row("log.format", &self.log_format, |format| format.to_string().into()),
            row("limits.body_bytes", &self.body_bytes, |bytes| (*bytes).into()),
            row("limits.request_time", &self.request_time, time),
            row("limits.header_time", &self.header_time, time),
            row("limits.idle_time", &self.idle_time, time),
            row("limits.connections", &self.connections, |number| (*number).into()),
            row("drain_time", &self.drain_time, time),
        ]
    }
}

fn row<T>(key: &'static str, setting: &Setting<T>, show: impl Fn(&T) -> Value) -> EffectiveSetting {
    EffectiveSetting { key, value: show(&setting.value), origin: setting.origin.clone() }
}

fn time(time: &Duration) -> Value {
    format_duration(*time).into()
}
