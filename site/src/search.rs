//! The index of the search: a script that sets a list of entries.

use serde_json::{Value, json};

use crate::guide::Guide;
use crate::links;
use crate::model::Model;
use crate::text::name;

/// The script. An entry has a title, a kind, an address and further text.
pub fn index(model: &Model<'_>, guides: &[Guide]) -> String {
    let entries: Vec<Value> = operations(model)
        .chain(records(model))
        .chain(guide_headings(guides))
        .chain(clauses(model))
        .chain(gaps(model))
        .collect();
    let entries = entries.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n");
    format!("window.searchIndex = [\n{entries}\n];\n")
}

/// Results show texts without the signs of code.
fn entry(title: &str, kind: &str, address: String, text: &str) -> Value {
    json!([title.replace('`', ""), kind, address, text.replace('`', "")])
}

fn operations(model: &Model<'_>) -> impl Iterator<Item = Value> {
    model.operations().map(|operation| {
        let (id, about) = (&operation.id, operation.description.trim());
        let text = format!("{} {} {id} {about}", operation.method, operation.path);
        entry(&name(operation), "operation", links::operation(id), &text)
    })
}

fn records(model: &Model<'_>) -> impl Iterator<Item = Value> {
    model.records().map(|record| {
        let members: Vec<_> = record.fields.iter().map(|field| field.wire.as_str()).collect();
        entry(&record.name, "record", links::record(&record.name), &members.join(", "))
    })
}

fn guide_headings(guides: &[Guide]) -> impl Iterator<Item = Value> {
    guides.iter().flat_map(|guide| {
        let first = guide.parts.iter().take(1);
        let whole = first.map(|part| entry(&guide.title, "guide", part.page.clone(), &guide.group));
        let headings = guide.parts.iter().flat_map(|part| {
            part.headings.iter().map(|(anchor, heading)| {
                entry(heading, "guide", format!("{}#{anchor}", part.page), &guide.title)
            })
        });
        whole.chain(headings)
    })
}

fn clauses(model: &Model<'_>) -> impl Iterator<Item = Value> {
    model.clauses.iter().filter_map(|clause| {
        Some(entry(&clause.id, "clause", model.place(&clause.id)?, &clause.statement))
    })
}

fn gaps(model: &Model<'_>) -> impl Iterator<Item = Value> {
    let gaps = model.contract.gaps.iter();
    gaps.filter_map(|gap| Some(entry(&gap.id, "gap", model.place(&gap.id)?, &gap.note)))
}
