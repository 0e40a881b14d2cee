//! The settings of the program: what each is, where it came from, and how a file gives it.
//!
//! A flag comes before the environment, the environment before the file, the file before the
//! default. Flags and environment are read by the command line; here is the rest.

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

pub use duration::{NoDuration, parse as parse_duration, shown as shown_duration};
pub use file::{ConfigFile, Filed, read};
pub use listen::{AdminListen, NoAddress};
pub use mask::{in_text as mask_in_text, url as mask_url};
pub use tables::{CONFIG, LIMITS, LOG};

use crate::log::{Filter, Format};

/// Where the value of a setting came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A flag, as it is written.
    Flag(String),
    /// A variable of the environment.
    Environment(String),
    /// A line of the file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Nobody gave one.
    Default,
}

impl Origin {
    /// The kind of place, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Origin::Flag(_) => "flag",
            Origin::Environment(_) => "environment",
            Origin::File { .. } => "file",
            Origin::Default => "default",
        }
    }

    /// Which flag, variable or line; nothing for a default.
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

/// A value, and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    /// What is in force.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

/// Everything that can be set.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the service listens.
    pub listen: Setting<SocketAddr>,
    /// Where the questions of an operator's machines are answered, if anywhere.
    pub admin_listen: Setting<AdminListen>,
    /// The address of the database; it may hold a password.
    pub database: Setting<String>,
    /// Which lines are logged.
    pub log_level: Setting<Filter>,
    /// In which form.
    pub log_format: Setting<Format>,
    /// How many bytes the body of a request may have.
    pub body_bytes: Setting<usize>,
    /// How long a request may take in all.
    pub request_time: Setting<Duration>,
    /// How long the head of a request may take to arrive.
    pub header_time: Setting<Duration>,
    /// How long a connection may stay without anything moving.
    pub idle_time: Setting<Duration>,
    /// How many connections there may be at once.
    pub connections: Setting<usize>,
    /// How long requests under way may take once the service was told to stop.
    pub drain_time: Setting<Duration>,
}

/// One setting, to be shown: nothing of it is secret any more.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// Its key in a file, with those around it: `limits.body_bytes`.
    pub key: &'static str,
    /// What is in force.
    pub value: Value,
    /// Where it came from.
    pub origin: Origin,
}

impl Config {
    /// All settings in the order of the file, secrets masked.
    pub fn shown(&self) -> Vec<Shown> {
        vec![
            row("listen", &self.listen, |it| it.to_string().into()),
            row("admin_listen", &self.admin_listen, |it| {
                it.to_string().into()
            }),
            row("database", &self.database, |it| mask_url(it).into()),
            row("log.level", &self.log_level, |it| it.to_string().into()),
            row("log.format", &self.log_format, |it| it.to_string().into()),
            row("limits.body_bytes", &self.body_bytes, |it| (*it).into()),
            row("limits.request_time", &self.request_time, time),
            row("limits.header_time", &self.header_time, time),
            row("limits.idle_time", &self.idle_time, time),
            row("limits.connections", &self.connections, |it| (*it).into()),
            row("drain_time", &self.drain_time, time),
        ]
    }
}

fn row<T>(key: &'static str, setting: &Setting<T>, show: impl Fn(&T) -> Value) -> Shown {
    Shown {
        key,
        value: show(&setting.value),
        origin: setting.origin.clone(),
    }
}

fn time(time: &Duration) -> Value {
    shown_duration(*time).into()
}
