//! The source of an argument's value: its flag, its environment variable, or the default.

use clap::ArgMatches;
use clap::parser::ValueSource;
use referral_reference::config::{FileSetting, Origin, Setting};

/// The parsed arguments of the innermost command, with their sources.
pub struct ArgumentSources<'m> {
    matches: &'m ArgMatches,
}

impl<'m> ArgumentSources<'m> {
    /// The arguments of the innermost command.
    pub fn new(mut matches: &'m ArgMatches) -> ArgumentSources<'m> {
        while let Some((_, inner)) = matches.subcommand() {
            matches = inner;
        }
        ArgumentSources { matches }
    }

    /// The effective value: of the flag or the variable, else of the file, else the default. clap has
    /// put the default into `value` when neither flag nor variable is set.
    pub fn resolve<T>(&self, id: &str, value: T, filed: FileSetting<T>) -> Setting<T> {
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
