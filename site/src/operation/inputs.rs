//! The inputs of an operation: key, path, query and body.

use codegen::document::parameter_description;
use maud::{Markup, html};
use spec::{
    Constraints, Idempotency, InputField, KeyPlace, Operation, PageParameter, PageSelection,
    PathParameter, QueryParameter, Slot, Type,
};

use crate::marks::evidence;
use crate::model::Model;
use crate::table::Row;
use crate::text::{constraints, identifiers, inline, record, sentence, slot, type_of};

pub fn table(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let required =
        |required: &bool| html! { (if *required { "required" } else { "not required" }) };
    let key = model.contract.service.key_place().map(|place| {
        let about =
            html! { "The API key: " (slot(model, root, &operation.key_required, required)) "." };
        let part = match place {
            KeyPlace::Query(_) => "query",
            KeyPlace::Cookie(_) => "cookie",
            KeyPlace::Header(_) | KeyPlace::Bearer | KeyPlace::Basic => "header",
        };
        let name =
            if part == "header" { place.header().unwrap_or_default() } else { place.label() };
        row(html! { code { (name) } }, part, html! { "string" }, about)
    });
    let records = operation.path_parameters.iter().map(|parameter| of_path(root, parameter));
    let values = operation.path_values.iter().map(|value| {
        let ty = type_of(model, root, &value.ty);
        row(html! { code { (value.name) } }, "path", ty, sentence(&value.description))
    });
    let query = operation.query.iter().map(|parameter| of_query(model, root, parameter));
    let selection = operation.paging.as_ref().and_then(Slot::value).map(|paging| &paging.selection);
    let page = selection.map(|selection| of_page(model, root, selection));
    let body = operation.declared_body_fields().map(|field| of_body(model, root, field));
    let repeated = operation.idempotency.as_ref().map(of_key);
    let inputs = records.chain(values).chain(query).chain(page).chain(body).chain(repeated);
    let rows: Vec<Row> = key.into_iter().chain(inputs).collect();
    if rows.is_empty() {
        return html! { p { "The operation has no inputs." } };
    }
    crate::table::table(
        "Inputs",
        ["Name", "In", "Type", "Description"].map(Into::into).into(),
        &rows,
    )
}

fn row(name: Markup, place: &str, ty: Markup, about: Markup) -> Row {
    vec![name, html! { (place) }, ty, about].into()
}

/// The parameters that select a page.
fn of_page(model: &Model<'_>, root: &str, selection: &Slot<PageSelection>) -> Row {
    let names = slot(model, root, selection, |names| {
        html! {
            @for (at, parameter) in names.parameters().enumerate() {
                @if at > 0 { ", " }
                code { (parameter.wire) }
            }
        }
    });
    let ty = selection.value().map_or("integer", page_type);
    let about =
        selection.value().map_or_else(|| "Number and size of the page.".to_owned(), page_text);
    row(names, "query", html! { (ty) }, html! { (about) })
}

/// The header with the key of a request that can be repeated.
fn of_key(keys: &Idempotency) -> Row {
    let ty = html! { "string" (constraints(&keys.constraints, &Type::Text(None))) };
    let about = html! {
        "A key of the client's choice. A request that is sent again with the same key and the same body is carried out once, and gets the first response again."
        @if let Some(replayed) = &keys.replayed {
            " Such a response has the header " code { (replayed.header) ": " (replayed.value) } "."
        }
        @if let Some(case) = &keys.reused_with {
            " With another body, the key is refused: " code { (case.value) } "."
        }
    };
    row(html! { code { (keys.header) } }, "header", ty, about)
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

fn of_path(root: &str, parameter: &PathParameter) -> Row {
    let about = html! { "Identifies a " (record(root, &parameter.record)) ". " (sentence(&parameter.description)) };
    let ty = html! { (identifiers(&parameter.identifiers)) };
    row(html! { code { (parameter.name) } }, "path", ty, about)
}

fn of_query(model: &Model<'_>, root: &str, parameter: &QueryParameter) -> Row {
    let name = html! { code { (parameter.key()) } (required(parameter.required)) (evidence(parameter.evidence)) };
    let ty = html! {
        (type_of(model, root, &parameter.ty))
        (constraints(&parameter.constraints, &parameter.ty))
        @if let Some(several) = parameter.several { ", several " (several.in_words()) }
    };
    let about = html! {
        (sentence(&parameter_description(parameter)))
        @if let Some(default) = &parameter.default { " Default: " code { (default) } "." }
        @if !parameter.values.is_empty() {
            ul { @for value in &parameter.values {
                li {
                    code { (value.wire) } ": "
                    (slot(model, root, &value.meaning, |meaning| inline(meaning)))
                }
            } }
        }
    };
    row(name, "query", ty, about)
}

fn of_body(model: &Model<'_>, root: &str, field: &InputField) -> Row {
    let ty = html! {
        (type_of(model, root, &field.ty)) (constraints(&field.constraints, &field.ty))
        @if field.several { ", several separated by commas" }
    };
    let about = html! {
        (sentence(&field.description))
        @if let Some(name) = &field.record {
            " Identifies a " (record(root, name))
            @if !field.identifiers.is_empty() { " by " (identifiers(&field.identifiers)) }
            "."
        }
        @if let Some(default) = &field.default { " Default: " code { (default.value.to_string()) } "." }
        @if field.nullable { " May be " code { "null" } "." }
        @if let Some(when) = &field.required_when { " Required when " (inline(when)) "." }
        @if field.unique && !field.description.contains("unique") { " Unique." }
    };
    row(html! { code { (field.wire) } (required(field.required)) }, "body", ty, about)
}

fn required(required: bool) -> Markup {
    html! { @if required { " " span.required { "required" } } }
}
