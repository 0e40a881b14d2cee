//! `cargo xtask explain`: what an id means, where it comes from, and who uses it.
//!
//! Here the files are read and the answer is written; what is said of each sort of thing is in `subject`.

mod citation;
mod human;
mod json;
mod kind;
mod rooms;
mod subject;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};

use crate::contract::{ContractArgs, DEFAULT_CONTRACT};
use crate::terminal::{Terminal, print_stderr, print_stdout};

/// The answers that are shown beside the contract of this house.
const DEFAULT_OVERLAY: &str = "spec/overlays/reference.yaml";

/// Flags of `explain`.
#[derive(ClapArgs)]
pub struct Args {
    /// A clause, a gap, an operation, a record, a kind of fixture, or the code of a mistake.
    id: String,
    #[command(flatten)]
    contract: ContractArgs,
    /// The answers to gaps that are shown; those of the reference when the contract is its own.
    #[arg(long, value_name = "FILE")]
    overlay: Option<PathBuf>,
    /// How to show it.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// What is to be said of one thing.
#[derive(Debug, Default)]
struct Explanation {
    id: String,
    /// What sort of thing it is: `clause`, `gap`, `mistake`, ...
    sort: &'static str,
    /// What it says or means, a paragraph each.
    says: Vec<String>,
    /// What is known of it, by name.
    facts: Vec<(&'static str, String)>,
    /// Where it is declared: path and line.
    declared: Option<String>,
    /// What the overlay answers.
    answer: Option<Answer>,
    /// What it looks like.
    example: Option<String>,
    /// Who uses it, by what they are.
    used_by: Vec<(&'static str, Vec<String>)>,
}

/// The overlay's answer to a gap.
#[derive(Debug)]
struct Answer {
    value: String,
    because: String,
    declared: String,
}

/// Runs the command: 0, or 2 when nothing has the id or the contract holds mistakes.
///
/// # Errors
/// When the scenarios cannot be read or the answer cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // The code of a mistake is looked up most when the contract holds that mistake.
    let found = match kind::explain(&args.id) {
        Some(explanation) => vec![explanation],
        None => {
            let Some((contract, sources)) = args.contract.load(args.overlay())? else {
                return Ok(ExitCode::from(2));
            };
            let house = subject::House {
                contract: &contract,
                sources: &sources,
                clauses: contract.clauses(),
                citations: citation::in_folder(Path::new(rooms::SCENARIOS))?,
            };
            let found = house.explain(&args.id);
            if found.is_empty() {
                print_stderr(&house.unknown(&args.id));
                return Ok(ExitCode::from(2));
            }
            found
        }
    };
    let text = match args.format {
        Format::Json => json::render(&found),
        Format::Human => human::render(&found, Terminal::stdout()),
    };
    print_stdout(&text)?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn overlay(&self) -> Option<&Path> {
        let is_ours = self.contract.contract == Path::new(DEFAULT_CONTRACT);
        let default = is_ours.then_some(Path::new(DEFAULT_OVERLAY));
        self.overlay.as_deref().or(default)
    }
}
