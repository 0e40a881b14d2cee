//! `cargo xtask import openapi`: drafts a contract from an OpenAPI document.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use openapi_import::{Draft, Failure, LeftOut, MAX_BYTES, Reason};
use reader::{Style, counted};
use serde_json::json;

use crate::draft;
use crate::terminal::{Terminal, print_stderr, print_stdout, render_table};

/// What to import.
#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Draft a contract from an OpenAPI document, and list what it leaves out
    ///
    /// What the document states becomes facts, what it does not state becomes gaps. What this command does not draft
    /// is left out, with the reason. Nothing is fetched.
    Openapi(OpenapiArgs),
}

/// Flags of `import openapi`.
#[derive(ClapArgs)]
struct OpenapiArgs {
    /// Document of OpenAPI 3.0 or 3.1, in JSON or YAML
    file: PathBuf,
    /// Folder to create
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// List each place that is left out
    #[arg(long, short)]
    verbose: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Tables
    Human,
    /// One JSON object, with each place that is left out
    Json,
}

/// Runs the command. Exits with 0, or with 2 if the document has no draft. Fails when the folder is not empty, or a file
/// cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Kind::Openapi(args) = &args.kind;
    draft::ensure_empty(&args.out)?;
    let text = read(&args.file)?;
    let contract = args.out.join("contract");
    let made = openapi_import::import(&text, &draft::schemas_from(&contract));
    let made = match made {
        Ok(made) => made,
        Err(failure) => return refuse(args, failure),
    };
    let contract = made.contract.iter();
    let mut files: Vec<_> =
        contract.map(|(address, text)| (format!("contract/{address}"), text.clone())).collect();
    files.push(("target.yaml".to_owned(), target(&made)));
    draft::write(&args.out, files.iter().map(|(path, text)| (path.as_str(), text.as_str())))?;
    match args.format {
        Format::Json => print_stdout(&to_json(&made))?,
        Format::Human => print_stdout(&to_text(args, &made))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of the document. Fails when it is too large or not UTF-8.
fn read(path: &Path) -> anyhow::Result<String> {
    let failed = || format!("cannot read `{}`", path.display());
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_BYTES)?.saturating_add(1);
    File::open(path)
        .with_context(failed)?
        .take(limit)
        .read_to_end(&mut bytes)
        .with_context(failed)?;
    String::from_utf8(bytes).with_context(failed)
}

/// Reports why there is no draft.
fn refuse(args: &OpenapiArgs, failure: Failure) -> anyhow::Result<ExitCode> {
    let file = args.file.display();
    match failure {
        Failure::Document { message, at, help } => {
            print_stderr(&format!("error: {message}\n --> {file}#{at}\n = help: {help}\n"));
        }
        Failure::Nothing(left_out) => {
            print_stderr(&format!("error: no operation of {file} can be imported\n\n"));
            print_stderr(&tables(&left_out, args.verbose, Style::Plain));
            if left_out.iter().any(|found| found.reason == Reason::RemoteReference) {
                print_stderr(
                    "\nhelp: put the document into one file: tools for OpenAPI call this bundling\n",
                );
            }
        }
        Failure::Invalid(loaded) => {
            print_stderr(&reader::render(&loaded.sources, &loaded.diagnostics, Style::Plain));
            bail!(
                "the draft of {file} is not valid, which is a defect of this command: please report it with the document"
            );
        }
    }
    Ok(ExitCode::from(2))
}

fn target(made: &Draft) -> String {
    let url = &made.base_url;
    let keys = if made.has_key {
        format!("keys:\n  main: {{ env: {} }}\n", draft::key_variable(&made.service))
    } else {
        String::new()
    };
    let values = made.path_values.iter().map(|name| format!("#   {name}: ...\n"));
    let values: String = values.collect();
    let values = if values.is_empty() {
        values
    } else {
        format!(
            "# Values of path parameters that identify no record: write those to test with.\n# parameters:\n{values}"
        )
    };
    let headers = made.further_headers.iter();
    let headers: String = headers
        .map(|name| {
            let variable: String =
                name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
            format!("# Most operations also need a header that the contract does not have. Run with `--header {name}=env:{variable}`.\n")
        })
        .collect();
    format!(
        "# The deployment to test. docs/target-file.md lists the keys of this file.\ntarget: 1\nbase_url: {url}\n\
         # `read` only reads, `own` also creates records, `full` also changes records that it finds.\nlevel: read\n{headers}{keys}{values}"
    )
}

fn to_json(made: &Draft) -> String {
    let (imported, all) = made.operations;
    let reasons = count(&made.left_out).into_iter().map(
        |(reason, count)| json!({ "reason": reason.key(), "count": count, "what": reason.text() }),
    );
    let places = made.left_out.iter().map(
        |LeftOut { reason, at, what }| json!({ "reason": reason.key(), "at": at, "what": what }),
    );
    let value = json!({
        "schema": 1,
        "operations": { "imported": imported, "all": all },
        "records": made.records,
        "clauses": made.clauses,
        "gaps": made.gaps,
        "reasons": reasons.collect::<Vec<_>>(),
        "left_out": places.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn to_text(args: &OpenapiArgs, made: &Draft) -> String {
    let (imported, all) = made.operations;
    let out = args.out.display();
    let style = Terminal::stdout().style;
    let left_out = if made.left_out.is_empty() {
        "Nothing is left out.\n".to_owned()
    } else {
        format!("Left out:\n\n{}", tables(&made.left_out, args.verbose, style))
    };
    let hint = if args.verbose || made.left_out.is_empty() {
        ""
    } else {
        "\n`--verbose` lists each place.\n"
    };
    format!(
        "Drafted {imported} of {} with {}: {} and {}.\n\n{left_out}{hint}\n\
         Look at the gaps and at the comments in `{out}/contract`, then:\n\n  \
         cargo xtask clauses --contract {out}/contract\n  \
         cargo xtask gen --contract {out}/contract --out {out}/generated\n",
        counted(all, "operation"),
        counted(made.records, "record"),
        counted(made.clauses, "clause"),
        counted(made.gaps, "gap"),
    )
}

fn count(left_out: &[LeftOut]) -> BTreeMap<Reason, usize> {
    let mut counts = BTreeMap::new();
    for found in left_out {
        *counts.entry(found.reason).or_default() += 1;
    }
    counts
}

/// The number of places by reason, and each place.
fn tables(left_out: &[LeftOut], verbose: bool, style: Style) -> String {
    let terminal = Terminal { style, ..Terminal::stdout() };
    let rows = count(left_out).into_iter();
    let rows = rows.map(|(reason, count)| {
        [reason.key().to_owned(), count.to_string(), reason.text().to_owned()]
    });
    let counts = render_table(&["REASON", "COUNT", "WHAT"], rows, terminal);
    if !verbose {
        return counts;
    }
    let rows = left_out
        .iter()
        .map(|LeftOut { reason, at, what }| [reason.key().to_owned(), at.clone(), what.clone()]);
    format!("{counts}\n{}", render_table(&["REASON", "AT", "WHAT"], rows, terminal))
}
