//! The source of an argument's value: its flag, its environment variable, or the default.

use clap::ArgMatches;
use clap::parser::ValueSource;
use referral_reference::config::{FileSetting, Origin};

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

    /// Replaces a default by the value of the file, if it has one, and returns the origin of the effective value. clap has
    /// put the default into `value` when neither flag nor variable is set.
    pub fn resolve<T>(&self, id: &str, value: &mut T, filed: FileSetting<T>) -> Origin {
        match (self.matches.value_source(id), filed) {
            (Some(ValueSource::CommandLine), _) => {
                Origin::Flag(format!("--{}", id.replace('_', "-")))
            }
            (Some(ValueSource::EnvVariable), _) => {
                Origin::Environment(format!("REFERRAL_{}", id.to_uppercase()))
            }
            (_, Some((filed, origin))) => {
                *value = filed;
                origin
            }
            (_, None) => Origin::Default,
        }
    }
}
