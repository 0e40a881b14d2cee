//! The page of a record.

use codegen::document::limits;
use maud::{Markup, html};
use spec::{Body, Field, Record, Type};

use crate::marks::{self, evidence, not_shown};
use crate::model::Model;
use crate::table::{Row, table};
use crate::text::{inline, method, name, sentence, slot, type_of};
use crate::{links, transitions};

pub fn page(model: &Model<'_>, record: &Record) -> Markup {
    let root = links::to_root(&links::record(&record.name));
    let users = model.operations().filter(|operation| {
        let addressed = operation.path_parameters.iter().map(|parameter| &parameter.record);
        let effects =
            [&operation.lists, &operation.creates, &operation.updates, &operation.removes];
        let body = operation.success.body.value().map_or(&[][..], Body::members);
        let types = operation.declared_body_fields().map(|field| &field.ty);
        let types = types.chain(body.iter().map(|member| &member.ty));
        let all = addressed.chain(effects.into_iter().flatten()).map(String::as_str);
        let mut all = all.chain(types.filter_map(Type::record));
        all.any(|name| name == record.name)
    });
    let users: Vec<_> = users.collect();
    let facts = facts(model, record, &root);
    html! {
        h1 { (record.name) }
        @if !record.description.is_empty() { p.lead { (sentence(&record.description)) } }
        p.note { (record.section) }
        (marks::note(model, &root, &facts))
        (facts)
        @if !users.is_empty() {
            h2 id="operations" { "Operations" }
            ul.plain { @for user in &users {
                li { (method(user)) " " a href={ (root) (links::operation(&user.id)) } { (name(user)) } }
            } }
        }
    }
}

fn facts(model: &Model<'_>, record: &Record, root: &str) -> Markup {
    let limits = limits(model.contract, record);
    let further = |more: &bool| html! { (if *more { "yes" } else { "no" }) };
    html! {
        @if !limits.is_empty() { ul { @for limit in &limits { li { (inline(limit)) } } } }
        h2 id="members" { "Members" }
        (members(model, record, root))
        p { "Further members: " (slot(model, root, &record.further_members, further)) }
        @if let Some(drawing) = transitions::of_record(model, record, root) {
            h2 id="states" { "States" }
            (drawing)
        }
    }
}

fn members(model: &Model<'_>, record: &Record, root: &str) -> Markup {
    let rows: Vec<Row> = record.fields.iter().map(|field| member(model, field, root)).collect();
    if rows.is_empty() {
        return html! { p { "The document shows no member." } };
    }
    let heads = ["Member", "Type", "Present", "Null", "Description"];
    table("Members", heads.map(Into::into).into(), &rows)
}

fn member(model: &Model<'_>, field: &Field, root: &str) -> Row {
    let present = |always: &bool| html! { (if *always { "always" } else { "not always" }) };
    let null = |may: &bool| html! { (if *may { "possible" } else { "never" }) };
    let name = html! {
        code { (field.wire) } (evidence(field.evidence))
        @if let Some(gap) = &field.added_by { " " (not_shown(model, root, gap)) }
    };
    let cells = vec![
        name,
        type_of(model, root, &field.ty),
        slot(model, root, &field.present, present),
        slot(model, root, &field.nullable, null),
        sentence(&field.description),
    ];
    Row { cells, is_added: field.added_by.is_some() }
}
