//! `cargo xtask clauses`: lists the clauses and gaps of the contract, as a table or as JSON.

use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};
use reader::counted;
use serde_json::json;
use spec::{Clause, Gap};
use wildmatch::WildMatch;

use crate::contract::ContractArgs;
use crate::terminal::{Terminal, print_stderr, print_stdout, render_table};

/// Flags of `clauses`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    contract: ContractArgs,
    /// List only gaps; JSON always contains clauses and gaps
    #[arg(long)]
    gaps: bool,
    /// List only ids that match a glob with `*` and `?`
    #[arg(long, value_name = "GLOB", default_value = "*")]
    only: String,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Table,
    Json,
}

/// Runs the command. Exits with 0, or with 2 on an error in the contract. Fails when stdout cannot
/// be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some((contract, _)) = args.contract.load(None)? else {
        return Ok(ExitCode::from(2));
    };
    let only = WildMatch::new(&args.only);
    let clauses: Vec<Clause> =
        contract.clauses().into_iter().filter(|clause| only.matches(&clause.id)).collect();
    let gaps: Vec<&Gap> = contract.gaps.iter().filter(|gap| only.matches(&gap.id)).collect();
    match args.format {
        Format::Json => print_stdout(&to_json(&clauses, &gaps))?,
        Format::Table => {
            print_stdout(&to_table(&clauses, &gaps, args.gaps))?;
            print_stderr(&format!("{}\n", summary(&clauses, &gaps)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn to_json(clauses: &[Clause], gaps: &[&Gap]) -> String {
    let clauses: Vec<_> = clauses.iter().map(Clause::to_json).collect();
    let gaps: Vec<_> = gaps
        .iter()
        .map(|gap| json!({ "id": gap.id, "operation": gap.operation, "section": gap.section, "note": gap.note, "readings": gap.interpretations }))
        .collect();
    format!("{:#}\n", json!({ "schema": 1, "clauses": clauses, "gaps": gaps }))
}

fn to_table(clauses: &[Clause], gaps: &[&Gap], gaps_only: bool) -> String {
    let terminal = Terminal::stdout();
    if gaps_only {
        let header = ["ID", "SECTION", "STATEMENT"];
        let rows = gaps.iter().map(|gap| [gap.id.clone(), gap.section.clone(), gap_text(gap)]);
        return render_table(&header, rows, terminal);
    }
    let header = ["ID", "KIND", "EVIDENCE", "SECTION", "STATEMENT"];
    let clauses = clauses.iter().map(|clause| {
        [
            clause.id.clone(),
            clause.kind.name().to_owned(),
            clause.evidence.name().to_owned(),
            clause.section.clone(),
            clause_text(clause),
        ]
    });
    let gaps = gaps.iter().map(|gap| {
        [gap.id.clone(), "gap".to_owned(), "silent".to_owned(), gap.section.clone(), gap_text(gap)]
    });
    render_table(&header, clauses.chain(gaps), terminal)
}

fn clause_text(clause: &Clause) -> String {
    match &clause.untestable_because {
        Some(reason) => format!("{} [untestable: {reason}]", clause.statement),
        None => clause.statement.clone(),
    }
}

fn gap_text(gap: &Gap) -> String {
    if gap.interpretations.is_empty() {
        gap.note.clone()
    } else {
        format!("{} [interpretations: {}]", gap.note, gap.interpretations.join(" / "))
    }
}

fn summary(clauses: &[Clause], gaps: &[&Gap]) -> String {
    let untestable = clauses.iter().filter(|clause| !clause.testable()).count();
    let share = 100.0 * untestable as f64 / clauses.len().max(1) as f64;
    format!(
        "{}: {} testable, {untestable} untestable ({share:.1} %); {}",
        counted(clauses.len(), "clause"),
        clauses.len() - untestable,
        counted(gaps.len(), "gap")
    )
}
