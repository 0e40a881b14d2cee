//! `config`: shows the settings in force and where each came from.

use std::process::ExitCode;

use clap::Args;
use referral_reference::config::{CONFIG, LIMITS, LOG};
use serde_json::Value;

use crate::cli::files::format_of;
use crate::cli::given::Given;
use crate::cli::settings::Settings;
use crate::cli::table::{self, ListFormat};

/// Show the settings that would be in force, and where each came from
///
/// Flags come before the environment, the environment before the file, the file before defaults.
/// Nothing is opened or started. Passwords are not shown.
#[derive(Debug, Args)]
#[command(after_long_help = format_of("configuration file", &[&CONFIG, &LOG, &LIMITS]))]
pub struct ConfigArgs {
    /// The form of the list
    #[arg(long, value_enum, default_value = "table")]
    format: ListFormat,
    #[command(flatten)]
    settings: Settings,
}

/// Shows them.
pub fn run(args: ConfigArgs, given: &Given<'_>) -> anyhow::Result<ExitCode> {
    let shown = args.settings.settle(given)?.shown();
    let rows = shown.into_iter().map(|it| {
        let from = it.origin.kind();
        let place = it.origin.place().map_or(Value::Null, Value::from);
        vec![it.key.into(), it.value, from.into(), place]
    });
    let columns = ["setting", "value", "from", "place"];
    table::print(args.format, &columns, &rows.collect::<Vec<_>>())?;
    Ok(ExitCode::SUCCESS)
}
