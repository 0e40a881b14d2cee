//! The things of a contract that have an id, and what is to be said of each.
//!
//! One id may be several things, such as a record's kind of fixture and an operation: then all are explained.

use std::collections::BTreeSet;

use reader::{Sources, Span, did_you_mean};
use spec::{Clause, ClauseKind, Contract, Fixture, Gap, Operation, Record};
use wildmatch::WildMatch;

use super::citation::{Citation, Name};
use super::{Answer, Explanation, kind, rooms};

/// A contract, and what others say of it.
pub(super) struct House<'c> {
    pub contract: &'c Contract,
    pub sources: &'c Sources,
    pub clauses: Vec<Clause>,
    pub citations: Vec<Citation>,
}

impl House<'_> {
    /// Everything that has the id.
    pub(super) fn explain(&self, id: &str) -> Vec<Explanation> {
        let contract = self.contract;
        let clause = self.clauses.iter().find(|clause| clause.id == id);
        let mut fixtures = contract.service.fixtures.iter();
        [
            clause.map(|clause| self.clause(clause)),
            contract.gap(id).map(|gap| self.gap(gap)),
            contract.operation(id).map(|it| self.operation(it)),
            contract.record(id).map(|record| self.record(record)),
            fixtures
                .find(|fixture| fixture.kind == id)
                .map(|fixture| self.fixture(fixture)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// What to say when nothing has the id.
    pub(super) fn unknown(&self, id: &str) -> String {
        let contract = self.contract;
        let clauses = self.clauses.iter().map(|clause| clause.id.as_str());
        let gaps = contract.gaps.iter().map(|gap| gap.id.as_str());
        let fixtures = contract.service.fixtures.iter();
        let all = clauses
            .chain(gaps)
            .chain(contract.operations().map(|operation| operation.id.as_str()))
            .chain(contract.records().map(|record| record.name.as_str()))
            .chain(fixtures.map(|fixture| fixture.kind.as_str()))
            .chain(kind::codes());
        let near = did_you_mean(id, all).map_or_else(String::new, |near| {
            format!("help: did you mean `{near}`?\n")
        });
        format!(
            "error: nothing has the id {}\n{near}help: `cargo xtask clauses` lists clauses and gaps\n",
            reader::quoted(id)
        )
    }

    fn clause(&self, clause: &Clause) -> Explanation {
        let testable = clause.untestable_because.as_ref();
        let testable = testable.map_or("yes".to_owned(), |why| format!("no: {why}"));
        let operation = self.operation_of(clause.operation.as_deref());
        let globs = |fixture: &&Fixture| {
            let mut globs = fixture.clauses.iter();
            globs.any(|glob| WildMatch::new(glob).matches(&clause.id))
        };
        let fixtures = self.contract.service.fixtures.iter().filter(globs);
        Explanation {
            id: clause.id.clone(),
            sort: "clause",
            says: vec![clause.statement.clone()],
            facts: vec![
                ("kind", clause.kind.name().to_owned()),
                ("evidence", clause.evidence.name().to_owned()),
                ("section", clause.section.clone()),
                ("testable", testable),
            ],
            declared: self
                .contract
                .declaration_span(clause)
                .map(|span| self.place(span)),
            used_by: vec![
                ("scenarios", self.scenarios_of(clause)),
                ("fixtures", fixtures.map(|it| it.kind.clone()).collect()),
                ("files", operation.map_or_else(Vec::new, files)),
            ],
            ..Explanation::default()
        }
    }

    fn gap(&self, gap: &Gap) -> Explanation {
        let mut facts = vec![
            ("evidence", "silent".to_owned()),
            ("section", gap.section.clone()),
        ];
        if !gap.interpretations.is_empty() {
            facts.push(("readings", gap.interpretations.join(" / ")));
        }
        let overlay = self.contract.overlay.as_ref();
        let answer = overlay
            .and_then(|overlay| overlay.answers.iter().find(|it| it.gap == gap.id))
            .map(|answer| Answer {
                value: answer.value.clone(),
                because: answer.reason.clone(),
                declared: self.place(answer.span),
            });
        let operation = self.operation_of(gap.operation.as_deref());
        Explanation {
            id: gap.id.clone(),
            sort: "gap",
            says: vec![gap.note.clone()],
            facts,
            declared: Some(self.place(gap.span)),
            answer,
            used_by: vec![("files", operation.map_or_else(Vec::new, files))],
            ..Explanation::default()
        }
    }

    fn operation(&self, operation: &Operation) -> Explanation {
        let is_its = |owner: &Option<String>| owner.as_ref() == Some(&operation.id);
        let clauses = self.clauses.iter().filter(|it| is_its(&it.operation));
        let gaps = self.contract.gaps.iter().filter(|it| is_its(&it.operation));
        Explanation {
            id: operation.id.clone(),
            sort: "operation",
            says: vec![operation.description.clone()],
            facts: vec![
                ("http", format!("{} {}", operation.method, operation.path)),
                ("section", operation.section.clone()),
            ],
            declared: Some(self.place(operation.span)),
            used_by: vec![
                ("clauses", clauses.map(|it| it.id.clone()).collect()),
                ("gaps", gaps.map(|it| it.id.clone()).collect()),
                (
                    "scenarios",
                    self.files_naming(&Name::Call(operation.id.clone())),
                ),
                ("files", files(operation)),
            ],
            ..Explanation::default()
        }
    }

    fn record(&self, record: &Record) -> Explanation {
        let fields: Vec<_> = record.fields.iter().map(|it| it.wire.as_str()).collect();
        let mut facts = vec![
            ("members", fields.join(", ")),
            ("section", record.section.clone()),
        ];
        if let Some(lifecycle) = &record.lifecycle {
            facts.push(("states", lifecycle.states.join(", ")));
        }
        let operations = self.contract.operations().filter(|it| names(it, record));
        let fixtures = self.contract.service.fixtures.iter();
        let fixtures = fixtures.filter(|fixture| fixture.record == record.name);
        Explanation {
            id: record.name.clone(),
            sort: "record",
            says: vec![record.description.clone()],
            facts,
            declared: Some(self.place(record.span)),
            used_by: vec![
                ("operations", operations.map(|it| it.id.clone()).collect()),
                ("fixtures", fixtures.map(|it| it.kind.clone()).collect()),
            ],
            ..Explanation::default()
        }
    }

    fn fixture(&self, fixture: &Fixture) -> Explanation {
        let consumed = if fixture.consumed { "yes" } else { "no" };
        let told: Vec<_> = fixture.facts.iter().map(|it| it.name.as_str()).collect();
        let mut facts = vec![
            ("record", fixture.record.clone()),
            ("used up", consumed.to_owned()),
        ];
        if !told.is_empty() {
            facts.push(("facts", told.join(", ")));
        }
        let globs: Vec<_> = fixture
            .clauses
            .iter()
            .map(|it| WildMatch::new(it))
            .collect();
        let hangs = |clause: &&Clause| globs.iter().any(|glob| glob.matches(&clause.id));
        let clauses = self.clauses.iter().filter(hangs);
        Explanation {
            id: fixture.kind.clone(),
            sort: "fixture",
            says: vec![fixture.description.clone(), fixture.setup.clone()],
            facts,
            declared: Some(self.place(fixture.span)),
            used_by: vec![
                ("clauses", clauses.map(|it| it.id.clone()).collect()),
                (
                    "scenarios",
                    self.files_naming(&Name::Fixture(fixture.kind.clone())),
                ),
            ],
            ..Explanation::default()
        }
    }

    /// Where scenarios cite a clause; of a clause that every answer shows, the scenarios that call its operation.
    fn scenarios_of(&self, clause: &Clause) -> Vec<String> {
        let case = match &clause.kind {
            ClauseKind::Refusal { case }
            | ClauseKind::RefusalMessage { case }
            | ClauseKind::RefusalStatus { case, .. } => Some(case),
            _ => None,
        };
        let is_cited = |name: &Name| match name {
            Name::Clause(id) => *id == clause.id,
            Name::Refusal(operation, cited) => {
                case == Some(cited) && self.owner(operation, cited) == clause.operation.as_deref()
            }
            Name::Fixture(_) | Name::Call(_) => false,
        };
        let cited: Vec<_> = self
            .citations
            .iter()
            .filter(|citation| is_cited(&citation.name))
            .map(|citation| citation.place.clone())
            .collect();
        match &clause.operation {
            Some(operation) if cited.is_empty() && case.is_none() => {
                self.files_naming(&Name::Call(operation.clone()))
            }
            _ => cited,
        }
    }

    /// Whose an error case is, when an operation answers it: its own, or else the service's.
    fn owner<'n>(&self, operation: &'n str, case: &str) -> Option<&'n str> {
        let own = self.contract.operation(operation)?;
        let is_own = own.errors.iter().any(|own| own.id == case);
        is_own.then_some(operation)
    }

    /// The scenario files that name something, each once.
    fn files_naming(&self, name: &Name) -> Vec<String> {
        let citations = self.citations.iter().filter(|it| it.name == *name);
        let files: BTreeSet<_> = citations
            .filter_map(|it| it.place.rsplit_once(':'))
            .map(|(file, _)| file.to_owned())
            .collect();
        files.into_iter().collect()
    }

    fn operation_of(&self, id: Option<&str>) -> Option<&Operation> {
        self.contract.operation(id?)
    }

    fn place(&self, span: Span) -> String {
        let (line, _) = self.sources.position(span.file, span.start);
        format!("{}:{line}", self.sources.path(span.file))
    }
}

fn files(operation: &Operation) -> Vec<String> {
    rooms::at(&operation.address())
}

/// Whether an operation has to do with a record.
fn names(operation: &Operation, record: &Record) -> bool {
    let own = [
        &operation.lists,
        &operation.creates,
        &operation.updates,
        &operation.removes,
    ];
    let shown = match operation.success.body.value() {
        Some(spec::Body::Envelope(members)) => members.as_slice(),
        _ => &[],
    };
    let name = Some(record.name.as_str());
    own.iter().any(|it| it.as_deref() == name)
        || operation
            .transitions
            .iter()
            .any(|it| it.record == record.name)
        || shown.iter().any(|member| member.ty.record() == name)
}
