//! Which lines are written: a level for all, and others for parts of the program.

use std::fmt;
use std::str::FromStr;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;

/// The words for levels, from none to everything.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// A level, or several in a list: `info`, `warn,sqlx=debug`.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    written: String,
    targets: Targets,
}

/// The text is no filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseFilterError {
    /// A word stands where a level should.
    #[error(
        "`{word}` is no level; write one of off, error, warn, info, debug, trace, or PART=LEVEL, with commas between"
    )]
    Level {
        /// The word.
        word: String,
    },
    /// A part of the program is not named as modules are.
    #[error("`{part}` names no part of a program; write a module, as in `sqlx=debug`")]
    Part {
        /// What stands there.
        part: String,
    },
}

impl Filter {
    /// As the subscriber takes it.
    pub(super) fn targets(&self) -> Targets {
        self.targets.clone()
    }
}

impl FromStr for Filter {
    type Err = ParseFilterError;

    /// The library's own reading takes any unknown word for the name of a part.
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
        Ok(Filter {
            written: text.to_owned(),
            targets,
        })
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

fn level(word: &str) -> Result<LevelFilter, ParseFilterError> {
    let known = LEVELS.contains(&word).then(|| word.parse().ok()).flatten();
    known.ok_or_else(|| ParseFilterError::Level {
        word: word.to_owned(),
    })
}

fn is_module(part: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'-');
    !part.is_empty() && part.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_parts_are_read_and_shown_as_written() {
        for text in ["info", "off", "warn,sqlx=debug", "error, sqlx::query=trace"] {
            assert_eq!(text.parse::<Filter>().unwrap().to_string(), text);
        }
        let filter: Filter = "warn,sqlx=debug".parse().unwrap();
        let targets = filter.targets();
        assert!(targets.would_enable("sqlx::query", &tracing::Level::DEBUG));
        assert!(!targets.would_enable("other", &tracing::Level::INFO));
    }

    #[test]
    fn a_slip_is_no_name_of_a_part() {
        for text in [
            "",
            "inof",
            "INFO",
            "1",
            "info,",
            "sqlx=loud",
            "=info",
            "a b=info",
        ] {
            assert!(text.parse::<Filter>().is_err(), "{text}");
        }
    }
}
