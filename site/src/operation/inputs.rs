//! The inputs of an operation: key, path, query and body.

use codegen::document::parameter_description;
use maud::{Markup, html};
use spec::{
    Constraints, Idempotency, InputField, Operation, PageParameter, PageSelection, PathParameter,
    QueryParameter, Slot, Type,
};

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
                @for value in &operation.path_values {
                    tr {
                        td { code { (value.name) } }
                        td { "path" }
                        td { (type_of(model, root, &value.ty)) }
                        td { (sentence(&value.description)) }
                    }
                }
                @for parameter in &operation.query { (of_query(model, root, parameter)) }
                @if let Some(selection) = selection {
                    tr {
                        td { (slot(model, root, selection, |names| html! {
                            @for (at, parameter) in names.parameters().enumerate() {
                                @if at > 0 { ", " }
                                code { (parameter.wire) }
                            }
                        })) }
                        td { "query" }
                        td { (selection.value().map_or("integer", page_type)) }
                        td { (selection.value().map_or_else(|| "Number and size of the page.".to_owned(), page_text)) }
                    }
                }
                @for field in &operation.body { (of_body(model, root, field)) }
                @if let Some(keys) = &operation.idempotency { (of_key(keys)) }
            }
        }
    };
    scrolling("Inputs", &table)
}

/// The header with the key of a request that can be repeated.
fn of_key(keys: &Idempotency) -> Markup {
    let words = keys.constraints.in_words(&Type::Text(None));
    html! {
        tr {
            td { code { (keys.header) } }
            td { "header" }
            td { "string" @if !words.is_empty() { " (" (words) ")" } }
            td {
                "A key of the client's choice. A request that is sent again with the same key and the same body is carried out once, and gets the first response again."
                @if let Some(replayed) = &keys.replayed {
                    " Such a response has the header " code { (replayed.header) ": " (replayed.value) } "."
                }
                @if let Some(case) = &keys.reused_with {
                    " With another body, the key is refused: " code { (case.value) } "."
                }
            }
        }
    }
}

fn page_type(selection: &PageSelection) -> &'static str {
    match selection.start.ty {
        Type::Integer => "integer",
        _ => "string",
    }
}

/// What the parameters that select a page are, with their bounds.
fn page_text(selection: &PageSelection) -> String {
    let is_plain = |parameter: &PageParameter| {
        parameter.default.is_none() && parameter.constraints.stated().next().is_none()
    };
    if selection.number().is_some() && selection.parameters().all(is_plain) {
        return "Number and size of the page.".to_owned();
    }
    let described = selection.parameters().map(|parameter| {
        let Constraints { minimum, maximum, .. } = &parameter.constraints;
        let least = minimum.map(|least| format!(", at least {least}"));
        let most = maximum.map(|most| format!(", at most {most}"));
        let default = parameter.default.map(|default| format!("; {default} if omitted"));
        let bounds: String = [least, most, default].into_iter().flatten().collect();
        format!("{}{bounds}.", parameter.about)
    });
    described.collect::<Vec<_>>().join(" ")
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
