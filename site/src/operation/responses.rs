//! The responses of an operation: success, and documented refusals.

use codegen::document::condition;
use maud::{Markup, html};
use serde_yaml::Value;
use spec::{Body, ErrorCase, Operation, PageFact, Paging, ResponseHeader, Slot};

use crate::model::Model;
use crate::table::{Head, Row, table};
use crate::text::{block, constraints, inline, json, slot, type_of};

/// Status, body and an example.
pub fn success(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let success = &operation.success;
    html! {
        p { "Status: " (slot(model, root, &success.status, |status| html! { code { (status) } })) }
        @for further in &success.further_statuses {
            p {
                "Or status " code { (further.status) }
                @match &further.when {
                    Some(when) => { ", if " (inline(&when.in_words())) "." }
                    None => { "; when is not shown." }
                }
            }
        }
        @match &success.body {
            Slot::Silent(_) => p { "Body: " (slot(model, root, &success.body, |_| html! {})) },
            Slot::Stated(fact) => (body(model, operation, root, &fact.value)),
            Slot::Answered { fact, .. } => {
                p { "Body: " (slot(model, root, &success.body, |_| html! { "as below" })) }
                div.answer-box { (body(model, operation, root, &fact.value)) }
            },
        }
        @for header in &success.headers { (described_header(model, root, header)) }
        @if let Some(example) = example(model, operation) {
            details {
                summary {
                    "Example"
                    @if model.contract.overlay.is_some() { ", with the answers of the " (model.overlay_name()) }
                }
                (block("Example of a response", &json(example)))
            }
        }
    }
}

fn described_header(model: &Model<'_>, root: &str, header: &ResponseHeader) -> Markup {
    html! {
        p {
            "Header " code { (header.name) } ": " (type_of(model, root, &header.ty))
            (constraints(&header.constraints, &header.ty))
            ", " (slot(model, root, &header.present, |always| html! {
                (if *always { "always present" } else { "not always present" })
            })) "."
            @if let Some(target) = header.leads_to.as_ref().and_then(|id| model.contract.operation(id)) {
                " It ends with the path " code { (target.path.to_string()) } " of the record."
            }
            @if !header.description.is_empty() { " " (inline(&header.description)) }
        }
    }
}

fn body(model: &Model<'_>, operation: &Operation, root: &str, body: &Body) -> Markup {
    let members = match body {
        Body::Empty => return html! { p { "There is no body." } },
        Body::Bare(body) => {
            let echoes = &operation.success.echoes;
            return html! {
                p {
                    "Body: " (type_of(model, root, &body.ty)) ", without an envelope."
                    @for echo in echoes {
                        " It repeats " code { (echo.from.to_string()) } " as " code { (echo.field) } "."
                    }
                }
            };
        }
        Body::Envelope(members) => members,
    };
    let rows = members.iter().map(|member| {
        let echoes = operation.success.echoes.iter().filter(|echo| echo.member == member.wire);
        let repeats = html! {
            @for echo in echoes { code { (echo.field) } " from " code { (echo.from.to_string()) } br; }
        };
        vec![html! { code { (member.wire) } }, type_of(model, root, &member.ty), repeats].into()
    });
    let rows: Vec<Row> =
        rows.chain(operation.paging.as_ref().map(|paging| meta(model, root, paging))).collect();
    table("Members of the body", ["Member", "Type", "Repeats"].map(Into::into).into(), &rows)
}

/// What is known of the page that a list returns.
fn meta(model: &Model<'_>, root: &str, paging: &Slot<Paging>) -> Row {
    let Some(shown) = paging.value() else {
        return vec![html! { "page" }, slot(model, root, paging, |_| html! {})].into();
    };
    let integers = |all: &bool| html! { (if *all { "integers" } else { "of any type" }) };
    let has_numbers =
        shown.members.iter().any(|member| member.says.is_none_or(PageFact::is_number));
    let name = match &shown.meta {
        Some(meta) => html! { code { (meta) } },
        None => html! { "page" },
    };
    let about = html! {
        @for member in &shown.members { code { (member.wire) } " " }
        @if has_numbers { (slot(model, root, &shown.integers, integers)) }
        @if shown.link { " header " code { "Link" } }
        @if let Slot::Answered { .. } = paging {
            " " (slot(model, root, paging, |_| html! { "paged" }))
        }
    };
    vec![name, about].into()
}

/// The example of the OpenAPI document.
fn example<'m>(model: &'m Model<'_>, operation: &Operation) -> Option<&'m Value> {
    let responses = model.openapi(operation)?.get("responses")?.as_mapping()?;
    let is_success = |status: &Value| status.as_str().is_some_and(|text| text.starts_with('2'));
    let (_, response) = responses.iter().find(|(status, _)| is_success(status))?;
    response.get("content")?.get("application/json")?.get("example")
}

/// The table of refusals: those of the operation, then those of every operation.
pub fn refusals(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let own = &operation.errors;
    let of_service = model.contract.service.errors.iter();
    let of_service = of_service.filter(|case| own.iter().all(|other| other.id != case.id));
    if own.is_empty() && model.contract.service.errors.is_empty() {
        return html! { p { "The document shows no refusal." } };
    }
    let body = &model.contract.service.error_body;
    let code = body.code_path().map(|path| Head::of_member("Code in", &path));
    let field = body.field_path().map(|path| Head::of_member("Input in", &path));
    let heads = [Head::of_member("Message in", &body.member.to_string())].into_iter();
    let heads = heads.chain(code).chain(field).chain(["When".into(), "Status".into()]).collect();
    let rows = own.iter().chain(of_service).map(|case| refusal(model, operation, root, case));
    let shape = body.entries.as_ref();
    let is_complete = shape.is_some_and(|shape| shape.complete.value() == Some(&true));
    html! {
        (table("Refusals", heads, &rows.collect::<Vec<_>>()))
        @if let Some(shape) = shape.filter(|_| is_complete) {
            p { "Each wrong input has an entry in " code { (shape.list.to_string()) } ", and no other input has one." }
        }
        @if let Some(media_type) = &body.content_type {
            p { "Bodies of refusals have the media type " code { (media_type.value) } "." }
        }
    }
}

/// The input that a refusal names.
fn named(operation: &Operation, case: &ErrorCase) -> Markup {
    match case.named_input() {
        Some(input) => html! { code { (operation.wire_name(input)) } },
        None if case.names_any_input() => html! { "the input" },
        None => html! { "none" },
    }
}

fn refusal(model: &Model<'_>, operation: &Operation, root: &str, case: &ErrorCase) -> Row {
    let place = model.place(&format!("{}.errors.{}.refused", operation.id, case.id));
    let when = condition(case);
    let message = html! {
        @match case.text() {
            Some(text) => code { (text.to_string()) },
            None => (case.title()),
        }
        @if let Some(place) = place { " " a.id href={ (root) (place) } { "clause" } }
    };
    let code =
        case.code.as_ref().map(|code| slot(model, root, code, |code| html! { code { (code) } }));
    let field =
        case.field.as_ref().map(|field| slot(model, root, field, |_| named(operation, case)));
    let has = &model.contract.service.error_body;
    let cells = [message].into_iter();
    let cells = cells.chain(has.code_path().map(|_| code.unwrap_or_default()));
    let cells = cells.chain(has.field_path().map(|_| field.unwrap_or_default()));
    let when = slot(model, root, &case.when, |_| inline(when.as_deref().unwrap_or_default()));
    let status = slot(model, root, &case.status, |status| html! { code { (status) } });
    cells.chain([when, status]).collect::<Vec<_>>().into()
}
