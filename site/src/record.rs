//! The page of a record.

use codegen::document::limits;
use maud::{Markup, html};
use spec::{Field, Record};

use crate::model::Model;
use crate::text::{evidence, inline, not_shown, operation, scrolling, sentence, slot, type_of};
use crate::{links, transitions};

pub fn page(model: &Model<'_>, record: &Record) -> Markup {
    let root = links::to_root(&links::record(&record.name));
    let users = model.operations().filter(|operation| {
        let addressed = operation.path_parameters.iter().map(|parameter| &parameter.record);
        let effects =
            [&operation.lists, &operation.creates, &operation.updates, &operation.removes];
        let mut all = addressed.chain(effects.into_iter().flatten());
        all.any(|name| *name == record.name)
    });
    html! {
        h1 { (record.name) }
        p { (sentence(&record.description)) }
        p.note { (record.section) }
        (facts(model, record, &root))
        h2 { "Operations" }
        ul { @for user in users { li { (operation(model, &root, &user.id)) } } }
    }
}

/// The section of a record on the page of all operations.
pub fn section(model: &Model<'_>, record: &Record) -> Markup {
    html! {
        section.record id={ "record-" (record.name) } {
            h2 { a href={ "#record-" (record.name) } { (record.name) } }
            p { (sentence(&record.description)) }
            (facts(model, record, ""))
        }
    }
}

fn facts(model: &Model<'_>, record: &Record, root: &str) -> Markup {
    let limits = limits(model.contract, record);
    let further = |more: &bool| html! { (if *more { "yes" } else { "no" }) };
    html! {
        @if !limits.is_empty() { ul { @for limit in &limits { li { (inline(limit)) } } } }
        (members(model, record, root))
        p { "Further members: " (slot(model, root, &record.further_members, further)) }
        @if let Some(drawing) = transitions::of_record(model, record, root) {
            @if model.single { h3 { "States" } } @else { h2 id="states" { "States" } }
            (drawing)
        }
    }
}

fn members(model: &Model<'_>, record: &Record, root: &str) -> Markup {
    let table = html! {
        table {
            thead { tr { th { "Member" } th { "Type" } th { "Present" } th { "Null" } th { "Description" } } }
            tbody { @for field in &record.fields { (member(model, field, root)) } }
        }
    };
    scrolling("Members", &table)
}

fn member(model: &Model<'_>, field: &Field, root: &str) -> Markup {
    let present = |always: &bool| html! { (if *always { "always" } else { "not always" }) };
    let null = |may: &bool| html! { (if *may { "possible" } else { "never" }) };
    html! {
        tr.added[field.added_by.is_some()] {
            td {
                code { (field.wire) } (evidence(field.evidence))
                @if let Some(gap) = &field.added_by { " " (not_shown(model, root, gap)) }
            }
            td { (type_of(model, root, &field.ty)) }
            td { (slot(model, root, &field.present, present)) }
            td { (slot(model, root, &field.nullable, null)) }
            td { (sentence(&field.description)) }
        }
    }
}
