//! The items of a contract that have an id, and what is known about each.
//!
//! One id may name several items, such as an operation and a fixture kind.

use reader::{Sources, Span};
use wildmatch::WildMatch;

use super::{Explanation, GapAnswer};
use crate::{Body, Clause, Contract, Fixture, Gap, Operation, Record};

/// An item of a contract.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'c> {
    /// A clause.
    Clause(&'c Clause),
    /// A gap.
    Gap(&'c Gap),
    /// An operation.
    Operation(&'c Operation),
    /// A record.
    Record(&'c Record),
    /// A fixture kind.
    Fixture(&'c Fixture),
}

/// The items with an id. `clauses` are those of the contract.
pub fn find_subjects<'c>(
    contract: &'c Contract,
    clauses: &'c [Clause],
    id: &str,
) -> Vec<Subject<'c>> {
    let clause = clauses.iter().find(|clause| clause.id == id);
    let fixtures = &contract.service.fixtures;
    let fixture = fixtures.iter().find(|fixture| fixture.kind == id);
    [
        clause.map(Subject::Clause),
        contract.gap(id).map(Subject::Gap),
        contract.operation(id).map(Subject::Operation),
        contract.record(id).map(Subject::Record),
        fixture.map(Subject::Fixture),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// All ids that [`find_subjects`] finds.
pub fn subject_ids<'c>(
    contract: &'c Contract,
    clauses: &'c [Clause],
) -> impl Iterator<Item = &'c str> {
    let fixtures = contract.service.fixtures.iter();
    clauses
        .iter()
        .map(|clause| clause.id.as_str())
        .chain(contract.gaps.iter().map(|gap| gap.id.as_str()))
        .chain(contract.operations().map(|operation| operation.id.as_str()))
        .chain(contract.records().map(|record| record.name.as_str()))
        .chain(fixtures.map(|fixture| fixture.kind.as_str()))
}

impl<'c> Subject<'c> {
    /// The operation that the item is or belongs to.
    pub fn operation(&self, contract: &'c Contract) -> Option<&'c Operation> {
        match self {
            Self::Clause(clause) => contract.operation(clause.operation.as_deref()?),
            Self::Gap(gap) => contract.operation(gap.operation.as_deref()?),
            Self::Operation(operation) => Some(operation),
            Self::Record(_) | Self::Fixture(_) => None,
        }
    }

    /// What the contract says about the item. Declarations are left out without the sources of the contract.
    pub fn explain(
        &self,
        contract: &Contract,
        clauses: &[Clause],
        sources: Option<&Sources>,
    ) -> Explanation {
        let location = |span: Span| {
            let sources = sources?;
            let (line, _) = sources.position(span.file, span.start);
            Some(format!("{}:{line}", sources.path(span.file)))
        };
        match self {
            Self::Clause(clause) => explain_clause(contract, clause, location),
            Self::Gap(gap) => explain_gap(contract, gap, location),
            Self::Operation(operation) => Explanation {
                declared: location(operation.span),
                ..explain_operation(contract, clauses, operation)
            },
            Self::Record(record) => {
                Explanation { declared: location(record.span), ..explain_record(contract, record) }
            }
            Self::Fixture(fixture) => Explanation {
                declared: location(fixture.span),
                ..explain_fixture(clauses, fixture)
            },
        }
    }
}

fn explain_clause(
    contract: &Contract,
    clause: &Clause,
    location: impl Fn(Span) -> Option<String>,
) -> Explanation {
    let operation = Subject::Clause(clause).operation(contract);
    let http =
        operation.map(|operation| ("http", format!("{} {}", operation.method, operation.path)));
    let testable = match &clause.untestable_because {
        None => "yes".to_owned(),
        Some(reason) => format!("no: {reason}"),
    };
    let facts = [
        ("kind", clause.kind.name().to_owned()),
        ("evidence", clause.evidence.name().to_owned()),
        ("section", clause.section.clone()),
        ("testable", testable),
    ];
    let fixtures = contract.service.fixtures.iter();
    let fixtures = fixtures.filter(|fixture| is_required_by(fixture, clause));
    Explanation {
        id: clause.id.clone(),
        kind: "clause",
        paragraphs: vec![clause.statement.clone()],
        facts: facts.into_iter().chain(http).collect(),
        declared: location(clause.span),
        used_by: vec![("fixtures", fixtures.map(|fixture| fixture.kind.clone()).collect())],
        ..Explanation::default()
    }
}

fn is_required_by(fixture: &Fixture, clause: &Clause) -> bool {
    let mut globs = fixture.clauses.iter();
    globs.any(|glob| WildMatch::new(glob).matches(&clause.id))
}

fn explain_gap(
    contract: &Contract,
    gap: &Gap,
    location: impl Fn(Span) -> Option<String>,
) -> Explanation {
    let mut facts = vec![("evidence", "silent".to_owned()), ("section", gap.section.clone())];
    if !gap.interpretations.is_empty() {
        facts.push(("readings", gap.interpretations.join(" / ")));
    }
    let answers = contract.overlay.iter().flat_map(|overlay| &overlay.answers);
    let answer = answers.into_iter().find(|answer| answer.gap == gap.id).map(|answer| GapAnswer {
        value: answer.value.clone(),
        reason: answer.reason.clone(),
        declared: location(answer.span),
    });
    Explanation {
        id: gap.id.clone(),
        kind: "gap",
        paragraphs: vec![gap.note.clone()],
        facts,
        declared: location(gap.span),
        answer,
        ..Explanation::default()
    }
}

fn explain_operation(
    contract: &Contract,
    clauses: &[Clause],
    operation: &Operation,
) -> Explanation {
    let is_owner = |owner: &Option<String>| owner.as_ref() == Some(&operation.id);
    let clauses = clauses.iter().filter(|clause| is_owner(&clause.operation));
    let gaps = contract.gaps.iter().filter(|gap| is_owner(&gap.operation));
    Explanation {
        id: operation.id.clone(),
        kind: "operation",
        paragraphs: vec![operation.description.clone()],
        facts: vec![
            ("http", format!("{} {}", operation.method, operation.path)),
            ("section", operation.section.clone()),
        ],
        used_by: vec![
            ("clauses", clauses.map(|clause| clause.id.clone()).collect()),
            ("gaps", gaps.map(|gap| gap.id.clone()).collect()),
        ],
        ..Explanation::default()
    }
}

fn explain_record(contract: &Contract, record: &Record) -> Explanation {
    let members = record.fields.iter().map(|field| field.wire.as_str());
    let mut facts = vec![
        ("members", members.collect::<Vec<_>>().join(", ")),
        ("section", record.section.clone()),
    ];
    if let Some(lifecycle) = &record.lifecycle {
        facts.push(("states", lifecycle.states.join(", ")));
    }
    let operations = contract.operations().filter(|operation| refers_to(operation, record));
    let fixtures = contract.service.fixtures.iter();
    let fixtures = fixtures.filter(|fixture| fixture.record == record.name);
    Explanation {
        id: record.name.clone(),
        kind: "record",
        paragraphs: vec![record.description.clone()],
        facts,
        used_by: vec![
            ("operations", operations.map(|operation| operation.id.clone()).collect()),
            ("fixtures", fixtures.map(|fixture| fixture.kind.clone()).collect()),
        ],
        ..Explanation::default()
    }
}

fn refers_to(operation: &Operation, record: &Record) -> bool {
    let effects = [&operation.lists, &operation.creates, &operation.updates, &operation.removes];
    let members = operation.success.body.value().map_or(&[][..], Body::members);
    let name = Some(record.name.as_str());
    effects.iter().any(|effect| effect.as_deref() == name)
        || operation.transitions.iter().any(|transition| transition.record == record.name)
        || members.iter().any(|member| member.ty.record() == name)
}

fn explain_fixture(clauses: &[Clause], fixture: &Fixture) -> Explanation {
    let consumed = if fixture.consumed { "yes" } else { "no" };
    let mut facts = vec![("record", fixture.record.clone()), ("used up", consumed.to_owned())];
    if !fixture.facts.is_empty() {
        let names = fixture.facts.iter().map(|fact| fact.name.as_str());
        facts.push(("facts", names.collect::<Vec<_>>().join(", ")));
    }
    let clauses = clauses.iter().filter(|clause| is_required_by(fixture, clause));
    Explanation {
        id: fixture.kind.clone(),
        kind: "fixture",
        paragraphs: vec![fixture.description.clone(), fixture.setup.clone()],
        facts,
        used_by: vec![("clauses", clauses.map(|clause| clause.id.clone()).collect())],
        ..Explanation::default()
    }
}
