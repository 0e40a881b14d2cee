//! `explain`: the source of a clause and the scenarios that check it, the source of a gap or another item of the
//! contract, the clauses of an operation or resource, a scenario, or the meaning of a verdict or reason.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::anyhow;
use conformance_model::classes::Class;
use reader::noun_for;
use spec::Clause;
use spec::explain::{Subject, find_subjects, subject_ids};

use super::output::print;
use crate::contract::SERVICE;
use crate::exit::Exit;
use crate::plan::{Requirement, needs};
use crate::reason::Reason;
use crate::scenario::{Dependencies, Scenario};
use crate::suite::Suite;
use crate::text::{aligned, counted, width, wrapped};
use crate::verdict::Verdict;

/// Arguments of `explain`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Id of a clause, as `clauses` lists them, or of a gap, as reports name it; or the name of an operation, a
    /// resource, a record or a kind of fixture; or of a scenario; or a verdict or a reason of a report, such as `not_exercised`
    #[arg(value_name = "ID")]
    id: String,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let clauses = suite.contract.clauses();
    let subjects = find_subjects(&suite.contract, &clauses, &args.id).into_iter();
    let texts = subjects.map(|subject| describe(suite, &clauses, &subject));
    let texts = texts.chain(describe_group(suite, &args.id));
    let scenario = suite.scenario(&args.id).map(|scenario| scenario.write(&suite.contract));
    let texts: Vec<_> = texts.chain(scenario).chain(describe_word(&args.id)).collect();
    if texts.is_empty() {
        return Err(unknown(suite, &clauses, &args.id));
    }
    print(&texts.join("\n"))?;
    Ok(Exit::Conforms)
}

fn unknown(suite: &Suite, clauses: &[Clause], id: &str) -> anyhow::Error {
    let contract = &suite.contract;
    let resources = contract.resources.iter().map(|resource| resource.id.as_str());
    let scenarios = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
    let known = subject_ids(contract, clauses).chain(resources).chain(scenarios);
    let known = known.chain([SERVICE]).chain(words());
    match reader::did_you_mean(id, known) {
        Some(near) => anyhow!("there is no clause `{id}`; did you mean `{near}`?"),
        None => anyhow!("there is no clause `{id}`; `clauses` lists all of them"),
    }
}

/// An item of the contract, with the scenarios of a clause, or all clauses of an operation.
fn describe(suite: &Suite, clauses: &[Clause], subject: &Subject<'_>) -> String {
    let mut explanation = subject.explain(&suite.contract, clauses, None);
    let more = match subject {
        Subject::Clause(clause) => {
            describe_classes(suite, clause) + &describe_scenarios(suite, clause)
        }
        Subject::Operation(operation) => {
            explanation.used_by.retain(|(kind, _)| *kind != "clauses");
            format!("\n{}", list_clauses(suite, |owner| owner == Some(&*operation.id)))
        }
        _ => String::new(),
    };
    explanation.render(width(), str::to_owned) + &more
}

/// The clauses of a resource, or of no operation.
fn describe_group(suite: &Suite, name: &str) -> Option<String> {
    let resource = suite.contract.resources.iter().find(|resource| resource.id == name);
    let is_within = |owner: Option<&str>| match (resource, owner) {
        (Some(resource), Some(owner)) => resource.operations.iter().any(|it| it.id == owner),
        (resource, owner) => resource.is_none() && owner.is_none(),
    };
    let kind = if resource.is_some() { "resource " } else { "" };
    let is_known = resource.is_some() || name == SERVICE;
    is_known.then(|| format!("{kind}{name}\n\n{}", list_clauses(suite, is_within)))
}

/// The clauses of some operations, or of none.
fn list_clauses(suite: &Suite, is_within: impl Fn(Option<&str>) -> bool) -> String {
    let clauses = suite.clauses.iter().filter(|clause| is_within(clause.operation.as_deref()));
    let rows = clauses.map(|clause| [clause.id.clone(), clause.statement.clone()]);
    let rows: Vec<_> = rows.collect();
    format!("  {}\n{}", counted(rows.len(), "clause"), aligned(rows, 4))
}

/// The classes of values that a clause is about.
fn describe_classes(suite: &Suite, clause: &Clause) -> String {
    let index = suite.clauses.claim_index(&suite.contract, &suite.scenarios);
    let number = suite.clauses.index_of(&clause.id);
    let Some(classes) = number.and_then(|number| index.classes(number)) else {
        return String::new();
    };
    let row = |class: &&Class| {
        let sent = if classes.asked.contains_key(class.id) { "" } else { " (not sent)" };
        [class.id.to_owned(), format!("{}{sent}", class.has)]
    };
    let rows: Vec<_> = classes.all.iter().map(row).collect();
    let title = format!("classes of values of `{}`, {}", classes.member, rows.len());
    format!("\n{title}\n{}", aligned(rows, 2))
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
        let numbers: Vec<_> = steps.iter().map(|index| (index + 1).to_string()).collect();
        let _ = writeln!(text, "\nchecked by {path}, {word} {}", numbers.join(", "));
        text.push_str(&wrapped(&format!("{}  [level {level}]", scenario.title), 2));
        let dependencies = Dependencies::new(&suite.contract, scenario);
        let operations: BTreeSet<_> =
            steps.iter().flat_map(|index| dependencies.operations(*index)).collect();
        if !operations.is_empty() {
            let operations: Vec<_> = operations.into_iter().collect();
            text.push_str(&wrapped(&format!("rests on {}", operations.join(", ")), 2));
        }
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
        text.push_str(if suite.scenarios.is_empty() {
            "\nno scenarios are loaded; `--scenarios DIR` names those that may check it\n"
        } else {
            "\nno scenario checks it\n"
        });
    }
    text
}

/// Indexes of the steps that check the clause.
fn steps(suite: &Suite, scenario: &Scenario, clause: &Clause) -> Vec<usize> {
    let checking = scenario.steps.iter().enumerate().filter(|(_, step)| {
        let claims = suite.clauses.claims(&suite.contract, scenario, step);
        claims.iter().any(|claim| claim.clause.id == clause.id)
    });
    checking.map(|(index, _)| index).collect()
}

/// A verdict or a reason: what it means, and what to do.
fn describe_word(word: &str) -> Option<String> {
    let verdict = Verdict::ALL.iter().find(|known| known.name == word);
    let verdict = verdict.map(|it| ("verdict", it.meaning, it.remedy));
    let reason = || {
        let reason = Reason::ALL.iter().find(|known| known.name() == word)?;
        Some(("reason", reason.explanation(), reason.remedy()))
    };
    let (kind, meaning, remedy) = verdict.or_else(reason)?;
    let paragraphs = [meaning, remedy].map(|text| wrapped(text, 2));
    Some(format!("{kind} {word}\n\n{}", paragraphs.join("\n")))
}

/// The words that [`describe_word`] knows.
fn words<'w>() -> impl Iterator<Item = &'w str> + Clone {
    let verdicts = Verdict::ALL.iter().map(|verdict| verdict.name);
    verdicts.chain(Reason::ALL.iter().map(|reason| reason.name()))
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
        Requirement::Parameter(name) => {
            let parameters = suite.contract.path_values();
            Some(parameters.get(name.as_str())?.description.clone())
        }
        Requirement::Only | Requirement::Depth(_) | Requirement::Level(_) => None,
    }
}
