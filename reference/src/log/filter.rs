//! Log filters: a level for the whole program, and others for modules.

use std::fmt;
use std::str::FromStr;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;

/// The names of the levels, from nothing to everything.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// A level, or a list with levels for modules: `info`, `warn,sqlx=debug`.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    written: String,
    targets: Targets,
}

/// The text is not a filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseFilterError {
    /// A word is not a level.
    #[error(
        "`{word}` is no level; write one of off, error, warn, info, debug, trace, or PART=LEVEL, with commas between"
    )]
    Level {
        /// The word.
        word: String,
    },
    /// A name is not a module path.
    #[error("`{part}` names no part of a program; write a module, as in `sqlx=debug`")]
    Part {
        /// The name.
        part: String,
    },
}

impl Filter {
    /// The filter for the subscriber.
    pub(super) fn targets(&self) -> Targets {
        self.targets.clone()
    }
}

impl FromStr for Filter {
    type Err = ParseFilterError;

    /// The library's own parser takes any unknown word for a module name.
    fn from_str(text: &str) -> Result<Filter, ParseFilterError> {
        let mut targets = Targets::new();
        for word in text.split(',').map(str::trim) {
            targets = match word.split_once('=') {
                None => targets.with_default(level(word)?),
                Some((part, _)) if !is_module(part) => {
                    let part = part.to_owned();
                    return Err(ParseFilterError::Part { part });
                }
                Some((part, word)) => targets.with_target(part, level(word)?),
            };
        }
        Ok(Filter { written: text.to_owned(), targets })
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

fn level(word: &str) -> Result<LevelFilter, ParseFilterError> {
    let known = LEVELS.contains(&word).then(|| word.parse().ok()).flatten();
    known.ok_or_else(|| ParseFilterError::Level { word: word.to_owned() })
}

fn is_module(part: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'-');
    !part.is_empty() && part.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_modules_round_trip() {
        for text in ["info", "off", "warn,sqlx=debug", "error, sqlx::query=trace"] {
            assert_eq!(text.parse::<Filter>().unwrap().to_string(), text);
        }
        let filter: Filter = "warn,sqlx=debug".parse().unwrap();
        let targets = filter.targets();
        assert!(targets.would_enable("sqlx::query", &tracing::Level::DEBUG));
        assert!(!targets.would_enable("other", &tracing::Level::INFO));
    }

    #[test]
    fn misspelled_filters_are_refused() {
        for text in ["", "inof", "INFO", "1", "info,", "sqlx=loud", "=info", "a b=info"] {
            assert!(text.parse::<Filter>().is_err(), "{text}");
        }
    }
}
