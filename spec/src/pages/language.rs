//! The reference page of the language: an introduction, an example, and every table of keys.

use std::fmt::Write as _;

use reader::{Key, KeyTable, Shape};

use super::markdown::{cell, code, codes, link};
use crate::language::{FACT, FILES, FileKind, INHERITABLE};

const INTRODUCTION: &str = include_str!("language/introduction.md");

/// An operation of the contract that the tests load: an example that cannot be wrong.
const EXAMPLE: &str = include_str!("../../tests/library/contract/loans/return_loan.yaml");

/// Link to the section about slots.
const SLOT: &str = "[slot](#what-a-slot-can-hold)";

/// Heading of the list of inheritable slots.
const INHERITING: &str = "Slots that inherit silence";

/// The page.
pub fn language() -> String {
    let mut out = format!(
        "{INTRODUCTION}```yaml\n{EXAMPLE}```\n\n\
         ## {INHERITING}\n\n\
         The slots that `not_shown` of a service, resource, record or operation can name: {}.\n\n\
         ## Kinds of files\n\n",
        codes(INHERITABLE.iter().copied())
    );
    out.push_str("| File | Keys | Description |\n| --- | --- | --- |\n");
    for FileKind { path, table } in &FILES {
        _ = writeln!(out, "| {} | {} | {} |", code(path), link(table.name), cell(table.doc));
    }
    out.push_str(
        "\nThe following sections list the keys of each file and of the maps in them. Required keys are in bold.\n",
    );
    let files: Vec<_> = FILES.iter().map(|file| file.table).collect();
    out.push_str(&tables(&files));
    out
}

/// Renders a section for each table and for the tables that its keys refer to.
pub fn tables(roots: &[&'static KeyTable]) -> String {
    let mut tables = Vec::new();
    for root in roots {
        collect(root, &mut tables);
    }
    let mut out = String::new();
    for table in &tables {
        write_table(&mut out, table, &tables);
    }
    out
}

/// Collects a table and then the tables that its keys refer to.
fn collect(table: &'static KeyTable, tables: &mut Vec<&'static KeyTable>) {
    if tables.iter().any(|known| known.name == table.name) {
        return;
    }
    tables.push(table);
    for key in table.keys {
        inner(&key.shape, &mut |table| collect(table, tables));
    }
}

/// Calls `found` with the tables that a shape refers to.
fn inner(shape: &Shape, found: &mut impl FnMut(&'static KeyTable)) {
    match shape {
        Shape::Table(table) => found(table),
        Shape::List(shape) | Shape::MapOf(shape) | Shape::MapAmong(_, shape) => {
            inner(shape, found);
        }
        Shape::Either(shapes) => shapes.iter().for_each(|shape| inner(shape, found)),
        Shape::Text
        | Shape::Integer
        | Shape::Number
        | Shape::Boolean
        | Shape::OneOf(_)
        | Shape::Any => {}
    }
}

fn write_table(out: &mut String, table: &KeyTable, all: &[&KeyTable]) {
    _ = write!(out, "\n## {}\n\n{}\n", table.name, table.doc);
    let users: Vec<_> =
        all.iter().filter(|user| uses(user, table)).map(|user| link(user.name)).collect();
    // Every slot can hold a fact or a silence.
    if !users.is_empty() && table.name != FACT.name && table.name != crate::language::SILENCE.name {
        _ = write!(out, "\nUsed in {}.\n", users.join(", "));
    }
    out.push_str("\n| Key | Value | Meaning |\n| --- | --- | --- |\n");
    for Key { name, required, shape, doc } in table.keys {
        let name = if *required { format!("**{}**", code(name)) } else { code(name) };
        _ = writeln!(out, "| {name} | {} | {} |", cell(&in_words(shape)), cell(doc));
    }
}

fn uses(user: &KeyTable, table: &KeyTable) -> bool {
    let mut uses = false;
    for key in user.keys {
        inner(&key.shape, &mut |inner| uses |= inner.name == table.name);
    }
    uses
}

/// Describes a shape, with links to tables.
fn in_words(shape: &Shape) -> String {
    match shape {
        Shape::Table(table) => link(table.name),
        Shape::List(items) => format!("list of {}", in_words(items)),
        Shape::MapOf(values) => format!("names, each with {}", in_words(values)),
        Shape::MapAmong(keys, values) if *keys == INHERITABLE => {
            format!("{}, each with {}", link(INHERITING), in_words(values))
        }
        Shape::MapAmong(keys, values) => {
            format!("some of {}, each with {}", codes(keys.iter().copied()), in_words(values))
        }
        Shape::OneOf(words) => words.iter().map(code).collect::<Vec<_>>().join(", "),
        Shape::Either(shapes) => match facts_of_slot(shapes) {
            Some(facts) => format!("{SLOT}: {}", alternatives(facts)),
            None => alternatives(shapes),
        },
        Shape::Text | Shape::Integer | Shape::Number | Shape::Boolean | Shape::Any => {
            shape.to_string()
        }
    }
}

fn alternatives(shapes: &[Shape]) -> String {
    shapes.iter().map(in_words).collect::<Vec<_>>().join(" or ")
}

/// The shapes of a slot that is not silent; `None` if the shape is not a slot.
fn facts_of_slot(shapes: &[Shape]) -> Option<&[Shape]> {
    match shapes {
        [facts @ .., Shape::OneOf(_), Shape::Table(_), Shape::Table(fact)]
            if fact.name == FACT.name =>
        {
            Some(facts)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_has_a_heading() {
        let page = language();
        let headings: Vec<String> = page
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .map(|heading| heading.to_lowercase().replace(' ', "-"))
            .collect();
        let links: Vec<&str> =
            page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(links.len() > 50);
        for link in links {
            assert!(headings.iter().any(|heading| heading == link), "no heading for {link}");
        }
        let mut once = headings.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), headings.len(), "two headings of one name");
    }

    #[test]
    fn shapes_are_said_with_links() {
        assert_eq!(in_words(&crate::language::FIELD.keys[0].shape), "text");
        let nullable = crate::language::FIELD.key("nullable").map(|key| in_words(&key.shape));
        assert_eq!(nullable.as_deref(), Some("[slot](#what-a-slot-can-hold): `true` or `false`"));
    }
}
