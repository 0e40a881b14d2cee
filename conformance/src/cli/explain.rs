//! `explain`: the source of a clause and the scenarios that check it, or the source of a gap.

use std::fmt::Write as _;

use anyhow::bail;
use reader::noun_for;
use spec::Clause;
use spec::explain::Subject;

use super::output::print;
use crate::exit::Exit;
use crate::plan::{Requirement, needs};
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::text::{width, wrapped};

/// Arguments of `explain`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Id of a clause, as `clauses` lists them, or of a gap, as reports name it
    clause: String,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let id = &args.clause;
    let (contract, clause) = (&suite.contract, suite.clauses.get(id));
    let subject = clause.map(Subject::Clause).or_else(|| contract.gap(id).map(Subject::Gap));
    let Some(subject) = subject else {
        let clauses = suite.clauses.iter().map(|clause| clause.id.as_str());
        let gaps = contract.gaps.iter().map(|gap| gap.id.as_str());
        match reader::did_you_mean(id, clauses.chain(gaps)) {
            Some(near) => bail!("there is no clause `{id}`; did you mean `{near}`?"),
            None => bail!("there is no clause `{id}`; `clauses` lists all of them"),
        }
    };
    let text = subject.explain(contract, &contract.clauses(), None).render(width(), str::to_owned);
    let scenarios = clause.map(|clause| describe_scenarios(suite, clause)).unwrap_or_default();
    print(&(text + &scenarios))?;
    Ok(Exit::Conforms)
}

fn describe_scenarios(suite: &Suite, clause: &Clause) -> String {
    let mut text = String::new();
    for scenario in suite.scenarios.iter() {
        let steps = steps(suite, scenario, clause);
        if steps.is_empty() {
            continue;
        }
        let (path, level) = (&scenario.path, scenario.level);
        let word = noun_for(&steps.len(), "step");
        let _ = writeln!(text, "\nchecked by {path}, {word} {}", steps.join(", "));
        text.push_str(&wrapped(&format!("{}  [level {level}]", scenario.title), 2));
        let mut described = None;
        for wanted in needs(&suite.contract, scenario) {
            let _ = writeln!(text, "  needs {wanted}");
            // Needs of one kind are adjacent.
            let about = about(suite, &wanted);
            if let Some(about) = about.filter(|about| described.as_ref() != Some(about)) {
                text.push_str(&wrapped(&about, 4));
                described = Some(about);
            }
        }
    }
    if text.is_empty() && clause.testable() {
        text.push_str("\nno scenario checks it\n");
    }
    text
}

/// Numbers of the steps that check the clause, from 1.
fn steps(suite: &Suite, scenario: &Scenario, clause: &Clause) -> Vec<String> {
    let checking = (1..).zip(&scenario.steps).filter(|(_, step)| {
        let claims = suite.clauses.claims(&suite.contract, scenario, step);
        claims.iter().any(|claim| claim.clause.id == clause.id)
    });
    checking.map(|(number, _): (usize, _)| number.to_string()).collect()
}

/// The contract's description of a required kind.
fn about(suite: &Suite, wanted: &Requirement) -> Option<String> {
    let service = &suite.contract.service;
    match wanted {
        Requirement::Fixture(lack) => {
            let kind = service.fixtures.iter().find(|kind| kind.kind == lack.kind)?;
            Some(format!("{} {}", kind.description, kind.setup))
        }
        Requirement::Key { kind, .. } => {
            let kind = service.keys.iter().find(|known| known.name == *kind)?;
            Some(kind.description.clone())
        }
        Requirement::Only | Requirement::Depth(_) | Requirement::Level(_) => None,
    }
}
