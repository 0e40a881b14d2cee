//! The settings of the program, their sources, and the configuration file.
//!
//! Precedence: flags, environment variables, configuration file, defaults. The command line parses flags and
//! environment variables.

mod cors;
mod duration;
mod file;
mod listen;
mod mask;
mod rate;
mod tables;

use std::path::PathBuf;

pub use cors::CorsOrigin;
pub use duration::TimeLimit;
pub use file::{ConfigFile, FileSetting, read};
pub use listen::{AdminListen, listen_address};
pub use mask::{in_text as mask_in_text, url as mask_url};
pub use rate::RateLimit;
pub use tables::{CONFIG, LIMITS, LOG};

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
