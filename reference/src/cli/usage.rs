//! What is printed instead of running a command: help, the version, and errors of usage.

use std::io::{Write as _, stdout};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

use crate::cli::output::{UNWRITABLE, note, unless_closed};

/// Exit code of wrong usage.
const WRONG_USAGE: u8 = 2;

/// The exit codes of all commands, with their meaning.
pub const EXIT_CODES: [(u8, &str); 3] = [
    (0, "done; `serve`: stopped by SIGINT or SIGTERM"),
    (1, "failed, for example because of an error in a file or of the database"),
    (WRONG_USAGE, "an error in the command line or an environment variable; nothing was done"),
];

/// The exit codes, for `--help`.
pub fn exit_codes() -> String {
    let lines = EXIT_CODES.map(|(code, meaning)| format!("  {code}  {meaning}\n"));
    format!("Exit codes:\n{}", lines.concat())
}

/// Prints it, and returns the exit code.
pub fn report(mut error: clap::Error) -> ExitCode {
    name_variable(&mut error);
    let printed = error.print();
    if !error.use_stderr()
        && let Err(cause) = unless_closed(printed.and_then(|()| stdout().flush()))
    {
        note(format_args!("error: {UNWRITABLE}\n  caused by: {cause}"));
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(WRONG_USAGE))
}

/// clap names the flag also where the environment has the wrong value.
fn name_variable(error: &mut clap::Error) {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let flag = argument.split([' ', '=']).next().unwrap_or_default();
    let Some(name) = flag.strip_prefix("--") else {
        return;
    };
    let variable = format!("REFERRAL_{}", name.replace('-', "_").to_uppercase());
    let is_flag = |given: String| {
        given.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let mut given = std::env::args_os().map(|given| given.to_string_lossy().into_owned());
    if std::env::var_os(&variable).is_some() && !given.any(is_flag) {
        let named = format!("{argument} (environment variable {variable})");
        error.insert(ContextKind::InvalidArg, ContextValue::String(named));
    }
}
