//! Finds references to an item of the contract in this project: lines of scenarios, and files at its address.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use reader::{Diagnostics, Node, Sources, Value};
use spec::explain::Subject;
use spec::{Clause, ClauseKind, Contract};

use crate::workspace;

const SCENARIOS: &str = "conformance/scenarios";

/// Folders with files at the address of an operation, and the endings of the files.
const FOLDERS: &[(&str, &str)] = &[
    ("generated/models/src", ".rs"),
    ("generated/server/src", ".rs"),
    ("generated/client/src", ".rs"),
    ("reference/src/operations", ".rs"),
    (SCENARIOS, ""),
];

/// References to the items of a contract.
pub(super) struct References<'c> {
    contract: &'c Contract,
    citations: Vec<Citation>,
}

/// A name in a scenario file.
#[derive(Debug)]
struct Citation {
    file: String,
    line: usize,
    name: Name,
}

#[derive(Debug, PartialEq)]
enum Name {
    /// Id of a clause.
    Clause(String),
    /// Operation and error case.
    Refusal(String, String),
    Fixture(String),
    /// Operation that is called.
    Call(String),
}

impl<'c> References<'c> {
    /// Reads the scenarios of this project. Other projects have no scenarios.
    pub(super) fn read(contract: &'c Contract) -> anyhow::Result<Self> {
        Ok(Self { contract, citations: read_scenarios(&workspace::at(SCENARIOS))? })
    }

    /// Scenarios and files that refer to an item.
    pub(super) fn find(&self, subject: &Subject<'_>) -> Vec<(&'static str, Vec<String>)> {
        let scenarios = match subject {
            Subject::Clause(clause) => self.scenarios_of_clause(clause),
            Subject::Operation(operation) => self.files_with(&Name::Call(operation.id.clone())),
            Subject::Fixture(fixture) => self.files_with(&Name::Fixture(fixture.kind.clone())),
            Subject::Gap(_) | Subject::Record(_) => Vec::new(),
        };
        let operation = subject.operation(self.contract);
        let files = operation.map_or_else(Vec::new, |operation| files_at(&operation.address()));
        vec![("scenarios", scenarios), ("files", files)]
    }

    /// Lines that cite a clause. Some clauses are checked in every response and need no citation: then the scenarios
    /// that call the operation.
    fn scenarios_of_clause(&self, clause: &Clause) -> Vec<String> {
        let case = match &clause.kind {
            ClauseKind::Refusal { case }
            | ClauseKind::RefusalMessage { case }
            | ClauseKind::RefusalCode { case, .. }
            | ClauseKind::RefusalStatus { case, .. } => Some(case),
            _ => None,
        };
        let is_cited = |name: &Name| match name {
            Name::Clause(id) => *id == clause.id,
            Name::Refusal(operation, cited) => {
                case == Some(cited)
                    && self.case_owner(operation, cited) == clause.operation.as_deref()
            }
            Name::Fixture(_) | Name::Call(_) => false,
        };
        let lines: Vec<_> = self
            .citations
            .iter()
            .filter(|citation| is_cited(&citation.name))
            .map(|citation| format!("{}:{}", citation.file, citation.line))
            .collect();
        match &clause.operation {
            Some(operation) if lines.is_empty() && case.is_none() => {
                self.files_with(&Name::Call(operation.clone()))
            }
            _ => lines,
        }
    }

    /// The operation that declares an error case; `None` if the service does.
    fn case_owner<'n>(&self, operation: &'n str, case: &str) -> Option<&'n str> {
        let errors = &self.contract.operation(operation)?.errors;
        errors.iter().any(|own| own.id == case).then_some(operation)
    }

    fn files_with(&self, name: &Name) -> Vec<String> {
        let citations = self.citations.iter().filter(|citation| citation.name == *name);
        let files: BTreeSet<_> = citations.map(|citation| citation.file.clone()).collect();
        files.into_iter().collect()
    }
}

/// Existing files and folders of an operation.
fn files_at(address: &str) -> Vec<String> {
    FOLDERS
        .iter()
        .map(|(folder, ending)| workspace::at(&format!("{folder}/{address}{ending}")))
        .filter(|path| path.exists())
        .map(|path| path.display().to_string())
        .collect()
}

fn read_scenarios(folder: &Path) -> anyhow::Result<Vec<Citation>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let (files, unread) = spec::read_folder(folder);
    if let Some(first) = unread.iter().next() {
        return Err(anyhow::anyhow!(first.message.clone())).context("failed to read the scenarios");
    }
    let mut citations = Vec::new();
    for file in files {
        citations.extend(parse_scenario(&file.path, file.text));
    }
    Ok(citations)
}

/// The names in a scenario. A file that is not YAML has none: `referral-conformance` reports the error.
fn parse_scenario(path: &str, text: String) -> Vec<Citation> {
    let mut sources = Sources::new();
    let file = sources.add(path, text);
    let Some(root) = reader::parse(&sources, file, &mut Diagnostics::new()) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for need in children(member(&root, "needs")) {
        let kind = member(need, "kind").unwrap_or(need);
        names.extend(text_of(kind).map(|text| (kind, Name::Fixture(text))));
    }
    for step in children(member(&root, "steps")) {
        add_step(step, &mut names);
    }
    let names = names.into_iter().map(|(node, name)| Citation {
        file: path.to_owned(),
        line: sources.position(node.span.file, node.span.start).0,
        name,
    });
    names.collect()
}

fn add_step<'n>(step: &'n Node, names: &mut Vec<(&'n Node, Name)>) {
    let Some((call, operation)) =
        member(step, "call").and_then(|node| Some((node, text_of(node)?)))
    else {
        return;
    };
    names.push((call, Name::Call(operation.clone())));
    if let Some(node) = member(step, "refused") {
        let name = text_of(node).map(|case| Name::Refusal(operation.clone(), case));
        names.extend(name.map(|name| (node, name)));
    }
    for clause in children(member(step, "proves")) {
        let Some(id) = text_of(clause) else { continue };
        // The id may be relative to the operation of the step.
        names.push((clause, Name::Clause(format!("{operation}.{id}"))));
        names.push((clause, Name::Clause(id)));
    }
}

fn member<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Map(entries) = &node.value else {
        return None;
    };
    let entry = entries.iter().find(|entry| *entry.key == key)?;
    Some(&entry.value)
}

/// The items of a list, or the values of a map.
fn children(node: Option<&Node>) -> Vec<&Node> {
    match node.map(|node| &node.value) {
        Some(Value::List(items)) => items.iter().collect(),
        Some(Value::Map(entries)) => entries.iter().map(|entry| &entry.value).collect(),
        _ => Vec::new(),
    }
}

fn text_of(node: &Node) -> Option<String> {
    match &node.value {
        Value::Scalar(scalar) => Some(scalar.text.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "\
needs: { book: book, old: { kind: lent_book, facts: { late: yes } } }
steps:
  - call: lend_book
    refused: book_lent
  - call: list_books
    proves: [scope]
";

    #[test]
    fn every_name_in_a_scenario_is_found_with_its_line() {
        let citations = parse_scenario("lend.yaml", SCENARIO.to_owned());
        let found: Vec<_> =
            citations.iter().map(|citation| (citation.line, &citation.name)).collect();
        let expected = [
            (1, Name::Fixture("book".to_owned())),
            (1, Name::Fixture("lent_book".to_owned())),
            (3, Name::Call("lend_book".to_owned())),
            (4, Name::Refusal("lend_book".to_owned(), "book_lent".to_owned())),
            (5, Name::Call("list_books".to_owned())),
            (6, Name::Clause("list_books.scope".to_owned())),
            (6, Name::Clause("scope".to_owned())),
        ];
        let expected: Vec<_> = expected.iter().map(|(line, name)| (*line, name)).collect();
        assert_eq!(found, expected);
    }
}
