//! The mutants of a text, each with one change.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::operators::{Change, OPERATORS, Replacement};
use super::schema::Schema;
use super::statement::{ParseError, join, keep_column_names, parse};
use super::walk::{Node, walk};

/// A change of a statement, the same for all texts that differ only in the numbers and the count of placeholders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mutation {
    /// Name of the operator.
    pub operator: &'static str,
    /// What is replaced.
    pub before: String,
    /// What it is replaced with.
    pub after: String,
    /// Which of several equal changes of the text, from 0.
    pub occurrence: usize,
}

/// The mutants of the text in the order of their places, without those that equal the text or an earlier mutant.
pub fn mutants(text: &str, schema: &Schema) -> Result<Vec<(Mutation, String)>, ParseError> {
    let mut original = parse(text)?;
    let mut seen = BTreeSet::from([join(&original)]);
    let mut occurrences = BTreeMap::new();
    let mut mutants = Vec::new();
    for (place, operator, change) in changes(&mut original, schema) {
        let before = without_numbers(&change.before);
        let after = without_numbers(&change.after);
        let occurrence = occurrences.entry((operator, before.clone(), after.clone())).or_insert(0);
        let mutation = Mutation { operator, before, after, occurrence: *occurrence };
        *occurrence += 1;
        let mut mutated = original.clone();
        replace(&mut mutated, schema, place, change.replacement);
        keep_column_names(&original, &mut mutated);
        let mutated = join(&mutated);
        if seen.insert(mutated.clone()) {
            mutants.push((mutation, mutated));
        }
    }
    Ok(mutants)
}

/// All changes, each with its place and its operator.
fn changes(
    statements: &mut [sqlparser::ast::Statement],
    schema: &Schema,
) -> Vec<(usize, &'static str, Change)> {
    let mut changes = Vec::new();
    let mut place = 0;
    walk(statements, schema, |node, scope| {
        for operator in OPERATORS {
            let here = operator.changes(&node, scope);
            changes.extend(here.into_iter().map(|change| (place, operator.name, change)));
        }
        place += 1;
        ControlFlow::Continue(())
    });
    changes
}

fn replace(
    statements: &mut [sqlparser::ast::Statement],
    schema: &Schema,
    place: usize,
    replacement: Replacement,
) {
    let mut current = 0;
    walk(statements, schema, |node, _| {
        if current < place {
            current += 1;
            return ControlFlow::Continue(());
        }
        match (node, &replacement) {
            (Node::Statement(statement), Replacement::Statement(with)) => {
                with.as_ref().clone_into(statement);
            }
            (Node::Query(query), Replacement::Query(with)) => with.as_ref().clone_into(query),
            (Node::Expr(expr), Replacement::Expr(with)) => with.as_ref().clone_into(expr),
            // A replacement is of the kind of the node that it was made for.
            _ => {}
        }
        ControlFlow::Break(())
    });
}

/// The fragment with `?` for each placeholder, and with one for each list of placeholders.
fn without_numbers(fragment: &str) -> String {
    let mut text = String::with_capacity(fragment.len());
    let mut characters = fragment.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '$' {
            while characters.next_if(char::is_ascii_digit).is_some() {}
            text.push('?');
        } else {
            text.push(character);
        }
    }
    while text.contains("?, ?") {
        text = text.replace("?, ?", "?");
    }
    text
}
