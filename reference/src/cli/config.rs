//! `config`: prints the effective settings and the source of each.

use std::process::ExitCode;

use clap::Args;
use referral_reference::config::{CONFIG, LIMITS, LOG};
use serde_json::Value;

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::files::format_of;
use crate::cli::settings::Settings;
use crate::cli::table::{self, ListFormat};

/// Print the effective settings and the source of each
///
/// Precedence: flags, environment variables, configuration file, defaults. Nothing is opened or started.
/// Passwords are masked.
#[derive(Debug, Args)]
#[command(after_long_help = format_of("configuration file", &[&CONFIG, &LOG, &LIMITS]))]
pub struct ConfigArgs {
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    format: ListFormat,
    #[command(flatten)]
    settings: Settings,
}

/// Prints the effective settings.
pub fn run(mut args: ConfigArgs, sources: &ArgumentSources<'_>) -> anyhow::Result<ExitCode> {
    let settings = args.settings.resolve(sources)?;
    let rows = settings.into_iter().map(|setting| {
        let from = setting.origin.kind();
        let place = setting.origin.place().map_or(Value::Null, Value::from);
        vec![setting.key.into(), setting.value, from.into(), place]
    });
    let columns = ["setting", "value", "from", "place"];
    table::print(args.format, &columns, &rows.collect::<Vec<_>>())?;
    Ok(ExitCode::SUCCESS)
}
