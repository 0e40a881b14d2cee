//! Text in `--help` after the flags: first steps, sources of keys, exit codes.

use crate::discover::SCHEMA_FILE;
use crate::exit::Exit;
use crate::text::wrapped;

/// What the exit codes of a run do not count.
pub(super) const EXIT_NOTE: &str = "Not shown is what was not exercised or stayed inconclusive. What `--only` left out \
     or `--allow` allows does not count; nor does `legally_absent`, a member that the document allows to be absent and \
     that never came with a value.";

/// Printed after the help of the program.
pub(super) fn first_steps() -> String {
    let program = env!("CARGO_PKG_NAME");
    format!(
        "First steps:\n  \
         {program} discover --base-url URL  what is there; drafts a target file\n  \
         {program} plan --base-url URL      what would be done\n  \
         {program} run --base-url URL       do it\n  \
         {program} explain WORD             what a word of the report means\n"
    )
}

/// Printed after the help of `run`.
pub(super) fn after_run() -> String {
    format!("{}\n{}", keys(), exit_codes())
}

/// Printed after the help of `observe`.
pub(super) fn after_observe() -> String {
    let program = env!("CARGO_PKG_NAME");
    format!(
        "{}\nExamples:\n  \
         {program} observe --target target.yaml --format json > before.json\n  \
         {program} observe --target target.yaml --compare before.json\n  \
         {program} observe --target target.yaml --save-overlay deployment.yaml\n  \
         {program} run --target target.yaml --overlay deployment.yaml\n\n\
         Exit codes (the first that applies):\n    \
         2  the command line or a file is wrong, and nothing was sent\n  \
         130  the run was stopped\n    \
         5  this program is at fault, or could not write what it was asked for\n    \
         1  with `--compare`, the service does something else at a gap than before\n    \
         4  something was not cleaned up that should have been\n    \
         6  could not test: no response, or the key refused everywhere\n    \
         0  anything else: what is seen at a gap is neither right nor wrong\n",
        keys()
    )
}

/// Printed after the help of `report`.
pub(super) fn after_report() -> String {
    let program = env!("CARGO_PKG_NAME");
    format!(
        "Examples:\n  \
         {program} report report.json --format html > report.html\n  \
         {program} report before.json after.json  what got worse\n\n\
         Exit codes of a comparison:\n    \
         0  nothing got worse\n    \
         1  a clause is newly violated, not tested any more, or held for fewer classes\n    \
         2  the command line or a file is wrong\n"
    )
}

/// Printed after the help of `verify`.
pub(super) fn after_verify() -> String {
    let text = "Exit code: 2 if the certificate is refused, and otherwise that of the run; 3 instead of 0 or 7 without \
                `--key`. Of several certificates, the first in the order of `run --help` counts.";
    wrapped(text, 0)
}

/// The variable of the usual key, for the embedded contract.
pub(super) fn key_variable() -> String {
    let package = env!("CARGO_PKG_NAME").split('-').next().unwrap_or_default();
    format!("{}_API_KEY", package.to_uppercase())
}

/// Where keys come from. The variable names are those of the embedded contract.
pub(super) fn keys() -> String {
    let variable = key_variable();
    let text = format!(
        "Keys come from the sources that the target file names, or from the environment: {variable} \
         holds the usual one, {variable}_KIND one of another kind. They are never written, neither to \
         reports nor to journals."
    );
    format!("Keys:\n{}", wrapped(&text, 2))
}

/// Printed after the help of `schema`.
pub(super) fn schemas() -> String {
    let program = env!("CARGO_PKG_NAME");
    format!(
        "Write the schema beside a file, and name it in the first line of the file:\n  \
         {program} schema target > {SCHEMA_FILE}\n  \
         # yaml-language-server: $schema={SCHEMA_FILE}\n"
    )
}

fn exit_codes() -> String {
    let codes = Exit::ALL.map(|exit| format!("  {:>3}  {}\n", exit.code(), exit.meaning()));
    let codes = codes.concat();
    format!("Exit codes (the first that applies):\n{codes}{}", wrapped(EXIT_NOTE, 2))
}
