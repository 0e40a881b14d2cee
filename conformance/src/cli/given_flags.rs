//! Flags of the process as text, for the commands that a report suggests.

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::text::shell_word;

/// The flags that another command against the same service needs.
pub(super) const SERVICE_FLAGS: &[&str] = &[
    "target",
    "base_url",
    "api_key_file",
    "state_dir",
    "contract",
    "scenarios",
    "overlay",
    "rate",
    "timeout",
    "cacert",
    "header",
    "allow_plain_http",
];

/// The flags that a run needs in addition to be repeated.
pub(super) const RUN_FLAGS: &[&str] = &["depth", "jobs", "fresh_fixtures", "alone"];

/// The flags that random walks need in addition to be repeated.
pub(super) const EXPLORE_FLAGS: &[&str] = &["only", "failed_from", "profile", "jobs", "alone"];

/// Those of the flags that were given, with their values.
pub(super) fn given_flags<'f>(
    matches: &ArgMatches,
    ids: impl IntoIterator<Item = &'f &'f str>,
) -> String {
    let mut flags = Vec::new();
    for id in ids {
        let flag = format!("--{}", id.replace('_', "-"));
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        if matches!(matches.try_get_one::<bool>(id), Ok(Some(true))) {
            flags.push(flag);
            continue;
        }
        let values = matches.get_raw(id).into_iter().flatten();
        flags
            .extend(values.map(|value| format!("{flag} {}", shell_word(&value.to_string_lossy()))));
    }
    flags.join(" ")
}
