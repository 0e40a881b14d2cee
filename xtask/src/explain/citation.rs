//! What scenario files name: clauses they prove, refusals they expect, fixtures they need.
//!
//! Whether the names exist is for the runner to say; here they are only found.

use std::path::Path;

use anyhow::Context;
use reader::{Diagnostics, Node, Sources, Value};

/// A name in a scenario file.
#[derive(Debug)]
pub(super) struct Citation {
    /// Path and line.
    pub place: String,
    pub name: Name,
}

/// What is named.
#[derive(Debug, PartialEq)]
pub(super) enum Name {
    /// A clause, by its whole id.
    Clause(String),
    /// A refusal: operation and error case.
    Refusal(String, String),
    /// A kind of fixture.
    Fixture(String),
    /// An operation that is called.
    Call(String),
}

/// Everything that the scenarios below a folder name; nothing when there is no such folder.
///
/// # Errors
/// When there is one that cannot be read.
pub(super) fn in_folder(folder: &Path) -> anyhow::Result<Vec<Citation>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let (files, unread) = spec::read_folder(folder);
    if let Some(first) = unread.iter().next() {
        return Err(anyhow::anyhow!(first.message.clone())).context("failed to read the scenarios");
    }
    let mut sources = Sources::new();
    let mut citations = Vec::new();
    for file in files {
        let id = sources.add(&file.path, file.text);
        // A file that is not YAML is the runner's to report.
        if let Some(root) = reader::parse(&sources, id, &mut Diagnostics::new()) {
            let mut names = Vec::new();
            of_scenario(&root, &mut names);
            citations.extend(names.into_iter().map(|(node, name)| Citation {
                place: place(&sources, node),
                name,
            }));
        }
    }
    Ok(citations)
}

fn place(sources: &Sources, node: &Node) -> String {
    let (line, _) = sources.position(node.span.file, node.span.start);
    format!("{}:{line}", sources.path(node.span.file))
}

fn of_scenario<'n>(root: &'n Node, names: &mut Vec<(&'n Node, Name)>) {
    for need in children(member(root, "needs")) {
        let kind = member(need, "kind").unwrap_or(need);
        names.extend(text(kind).map(|text| (kind, Name::Fixture(text.to_owned()))));
    }
    for step in children(member(root, "steps")) {
        of_step(step, names);
    }
}

fn of_step<'n>(step: &'n Node, names: &mut Vec<(&'n Node, Name)>) {
    let Some((call, operation)) = member(step, "call").and_then(|node| Some((node, text(node)?)))
    else {
        return;
    };
    names.push((call, Name::Call(operation.to_owned())));
    if let Some(node) = member(step, "refused") {
        let case = text(node).map(|case| Name::Refusal(operation.to_owned(), case.to_owned()));
        names.extend(case.map(|name| (node, name)));
    }
    for clause in children(member(step, "proves")) {
        let Some(id) = text(clause) else { continue };
        // An id may leave out the operation of its step: which of the two it is, the contract knows.
        for id in [id.to_owned(), format!("{operation}.{id}")] {
            names.push((clause, Name::Clause(id)));
        }
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

fn text(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar(scalar) => Some(&scalar.text),
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
    proves: [scope, service.key.account]
";

    #[test]
    fn everything_a_scenario_names_is_found() {
        let mut sources = Sources::new();
        let file = sources.add("lend.yaml", SCENARIO);
        let root = reader::parse(&sources, file, &mut Diagnostics::new()).unwrap();
        let mut names = Vec::new();
        of_scenario(&root, &mut names);
        let clause = |id: &str| Name::Clause(id.to_owned());
        let found: Vec<_> = names.iter().map(|(_, name)| name).collect();
        let expected = [
            Name::Fixture("book".to_owned()),
            Name::Fixture("lent_book".to_owned()),
            Name::Call("lend_book".to_owned()),
            Name::Refusal("lend_book".to_owned(), "book_lent".to_owned()),
            Name::Call("list_books".to_owned()),
            clause("scope"),
            clause("list_books.scope"),
            clause("service.key.account"),
            clause("list_books.service.key.account"),
        ];
        assert_eq!(found, expected.iter().collect::<Vec<_>>());
        assert_eq!(place(&sources, names[3].0), "lend.yaml:4");
    }
}
