//! `cargo xtask explain`: what an id or a diagnostic code means, where it is declared, and what refers to it.

mod diagnostics;
mod references;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};
use reader::did_you_mean;
use serde_json::json;
use spec::explain::{Explanation, find_subjects, subject_ids};
use spec::{Clause, Contract};

use crate::contract::{ContractArgs, default_overlay};
use crate::terminal::{Terminal, bold, print_stderr, print_stdout};

use references::References;

/// Columns of the text, at most and at least.
const WIDTHS: (usize, usize) = (80, 40);

/// Flags of `explain`.
#[derive(ClapArgs)]
pub struct Args {
    /// Id of a clause, a gap, an operation, a record or a fixture kind, or a diagnostic code
    id: String,
    #[command(flatten)]
    contract: ContractArgs,
    /// Overlay whose answers to gaps are shown [default: that of the reference, for its contract]
    #[arg(long, value_name = "FILE")]
    overlay: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// Runs the command. Exits with 0, or with 2 if the id is unknown or the contract has errors. Fails
/// when the scenarios cannot be read or stdout cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // Codes are explained without loading the contract, which may have just that error.
    let explanations = match diagnostics::explain(&args.id) {
        Some(explanation) => vec![explanation],
        None => {
            let Some((contract, sources)) = args.contract.load(args.overlay().as_deref())? else {
                return Ok(ExitCode::from(2));
            };
            let clauses = contract.clauses();
            let references = References::read(&contract)?;
            let subjects = find_subjects(&contract, &clauses, &args.id);
            if subjects.is_empty() {
                print_stderr(&unknown_id(&args.id, &contract, &clauses));
                return Ok(ExitCode::from(2));
            }
            let explain = |subject: &spec::explain::Subject<'_>| {
                let mut explanation = subject.explain(&contract, &clauses, Some(&sources));
                explanation.used_by.extend(references.find(subject));
                explanation
            };
            subjects.iter().map(explain).collect()
        }
    };
    print_stdout(&match args.format {
        Format::Json => to_json(&explanations),
        Format::Human => to_text(&explanations, Terminal::stdout()),
    })?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn overlay(&self) -> Option<PathBuf> {
        self.overlay.clone().or_else(|| default_overlay(&self.contract))
    }
}

fn to_json(explanations: &[Explanation]) -> String {
    let explanations: Vec<_> = explanations.iter().map(Explanation::to_json).collect();
    format!("{:#}\n", json!({ "schema": 1, "explanations": explanations }))
}

fn to_text(explanations: &[Explanation], terminal: Terminal) -> String {
    let (max, min) = WIDTHS;
    let width = terminal.width.unwrap_or(max).clamp(min, max);
    let texts = explanations
        .iter()
        .map(|explanation| explanation.render(width, |id| bold(id, terminal.style)));
    texts.collect::<Vec<_>>().join("\n")
}

fn unknown_id(id: &str, contract: &Contract, clauses: &[Clause]) -> String {
    let codes: Vec<_> = diagnostics::codes().collect();
    let ids = subject_ids(contract, clauses).chain(codes.iter().map(String::as_str));
    let suggestion = did_you_mean(id, ids)
        .map_or_else(String::new, |near| format!("help: did you mean `{near}`?\n"));
    format!(
        "error: unknown id {}\n{suggestion}help: `cargo xtask clauses` lists clauses and gaps\n",
        reader::quoted(id)
    )
}
