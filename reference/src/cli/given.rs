//! Where the value of an argument came from: its flag, its variable, or nowhere.

use clap::ArgMatches;
use clap::parser::ValueSource;
use referral_reference::config::{Filed, Origin, Setting};

/// What was given to the command that runs.
pub struct Given<'m> {
    matches: &'m ArgMatches,
}

impl<'m> Given<'m> {
    /// What was given to the innermost command.
    pub fn of(mut matches: &'m ArgMatches) -> Given<'m> {
        while let Some((_, inner)) = matches.subcommand() {
            matches = inner;
        }
        Given { matches }
    }

    /// The value in force: that of the flag or the variable, else that of the file, else the
    /// default, which is what `value` holds when neither was given.
    pub fn settle<T>(&self, id: &str, value: T, filed: Filed<T>) -> Setting<T> {
        let flag = id.replace('_', "-");
        let origin = match self.matches.value_source(id) {
            Some(ValueSource::CommandLine) => Origin::Flag(format!("--{flag}")),
            Some(ValueSource::EnvVariable) => {
                Origin::Environment(format!("REFERRAL_{}", id.to_uppercase()))
            }
            _ => match filed {
                Some(setting) => return setting,
                None => Origin::Default,
            },
        };
        Setting { value, origin }
    }
}
