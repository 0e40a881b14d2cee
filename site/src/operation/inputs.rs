//! The inputs of an operation: key, path, query and body.

use codegen::document::parameter_description;
use maud::{Markup, html};
use spec::{InputField, Operation, PathParameter, QueryParameter, Slot};

use crate::model::Model;
use crate::text::{evidence, identifiers, inline, record, scrolling, sentence, slot, type_of};

pub fn table(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let header = model.contract.service.key_header();
    let required =
        |required: &bool| html! { (if *required { "required" } else { "not required" }) };
    let selection = operation.paging.as_ref().and_then(Slot::value).map(|paging| &paging.selection);
    let table = html! {
        table {
            thead { tr { th { "Name" } th { "In" } th { "Type" } th { "Description" } } }
            tbody {
                @if let Some(header) = header {
                    tr {
                        td { code { (header) } }
                        td { "header" }
                        td { "string" }
                        td { "The API key: " (slot(model, root, &operation.key_required, required)) "." }
                    }
                }
                @for parameter in &operation.path_parameters { (of_path(model, root, parameter)) }
                @for parameter in &operation.query { (of_query(model, root, parameter)) }
                @if let Some(selection) = selection {
                    tr {
                        td { (slot(model, root, selection, |names| html! {
                            code { (names.page) } ", " code { (names.per_page) }
                        })) }
                        td { "query" }
                        td { "integer" }
                        td { "Number and size of the page." }
                    }
                }
                @for field in &operation.body { (of_body(model, root, field)) }
            }
        }
    };
    scrolling("Inputs", &table)
}

fn of_path(model: &Model<'_>, root: &str, parameter: &PathParameter) -> Markup {
    html! {
        tr {
            td { code { (parameter.name) } }
            td { "path" }
            td { (identifiers(&parameter.identifiers)) }
            td { "Identifies a " (record(model, root, &parameter.record)) ". " (sentence(&parameter.description)) }
        }
    }
}

fn of_query(model: &Model<'_>, root: &str, parameter: &QueryParameter) -> Markup {
    html! {
        tr {
            td { code { (parameter.key()) } (required(parameter.required)) (evidence(parameter.evidence)) }
            td { "query" }
            td { (type_of(model, root, &parameter.ty)) @if let Some(several) = parameter.several { ", several " (several.in_words()) } }
            td {
                (sentence(&parameter_description(parameter)))
                @if let Some(default) = &parameter.default { " Default: " code { (default) } "." }
                @if !parameter.values.is_empty() {
                    ul {
                        @for value in &parameter.values {
                            li {
                                code { (value.wire) } ": "
                                (slot(model, root, &value.meaning, |meaning| inline(meaning)))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn of_body(model: &Model<'_>, root: &str, field: &InputField) -> Markup {
    html! {
        tr {
            td { code { (field.wire) } (required(field.required)) }
            td { "body" }
            td { (type_of(model, root, &field.ty)) @if field.several { ", several separated by commas" } }
            td {
                (sentence(&field.description))
                @if let Some(name) = &field.record {
                    " Identifies a " (record(model, root, name))
                    @if !field.identifiers.is_empty() { " by " (identifiers(&field.identifiers)) }
                    "."
                }
                @if let Some(when) = &field.required_when { " Required when " (inline(when)) "." }
                @if field.unique && !field.description.contains("unique") { " Unique." }
            }
        }
    }
}

fn required(required: bool) -> Markup {
    html! { @if required { " " span.required { "required" } } }
}
