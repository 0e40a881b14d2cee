//! Responses that replace those of the server: acceptances and refusals of a call.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{
    Body, Condition, Contract, Defect, ErrorCase, Field, Format, InputRef, Type, ValueSource,
};

use crate::intercept::InterceptContext;
use crate::response::edit_body;
use crate::{json, response, sample};

/// Status of refusals whose status the contract does not state.
const REFUSED: u16 = 422;

/// A refusal that the contract does not contain.
pub fn undocumented_refusal(contract: &Contract) -> Response {
    response::error(contract, REFUSED, "this cannot be processed at the moment")
}

/// A 500 response without details.
pub fn server_error() -> Response {
    Response {
        status: 500,
        headers: response::content_type("text/plain"),
        body: "Internal Server Error".into(),
    }
}

/// A success with an empty object as its body.
pub fn empty_object() -> Response {
    response::json(200, &Json::Map(Vec::new()))
}

/// The refusal of a case, as a conforming server responds to this call.
pub fn documented_refusal(cx: &InterceptContext<'_>, case: &ErrorCase) -> Response {
    let status = case.status.value().copied().unwrap_or(REFUSED);
    let operation = Some(cx.call.operation);
    response::refusal(cx.contract, operation, status, case, render_message(cx, case, 0))
}

/// The refusal of an identifier in this input as unknown; not necessarily a documented one.
pub fn unknown_record(cx: &InterceptContext<'_>, input: &InputRef) -> Response {
    let of_input =
        cx.find_case(|when| matches!(when, Condition::Unknown(unknown) if unknown == input));
    match of_input.or_else(|| cx.call.operation.case_of(input, Defect::Unknown)) {
        Some(case) => documented_refusal(cx, case),
        None => response::error(cx.contract, 404, "there is no such record"),
    }
}

/// The message of a case for this call, or some text if the document does not show the message. Placeholders are taken
/// from the source with this index, if its value is known.
pub fn render_message(cx: &InterceptContext<'_>, case: &ErrorCase, source: usize) -> String {
    let Some(text) = case.text() else { return "refused".to_owned() };
    text.render(|name| {
        let placeholder =
            case.placeholders.iter().find(|placeholder| placeholder.name.as_str() == name);
        let sources = placeholder.map_or(&[][..], |placeholder| &placeholder.sources);
        sources
            .get(source)
            .into_iter()
            .chain(sources)
            .find_map(|source| resolve_source(cx, source))
            .or_else(|| cx.call.path_values().pop())
            .unwrap_or_else(|| "it".to_owned())
    })
}

/// The value of a placeholder's source: an input of the call, or a field of a record the call is about.
fn resolve_source(cx: &InterceptContext<'_>, source: &ValueSource) -> Option<String> {
    match source {
        ValueSource::Input(input) => cx.call.sent.get(input)?.text().map(str::to_owned),
        ValueSource::Record { field, .. } => cx.call.identifiers().iter().find_map(|name| {
            let fact = cx.known_state.record(name).and_then(|record| record.facts.get(field));
            let shown = || Some(cx.history.last_shown(name)?.get(field)?.text()?.to_owned());
            fact.cloned().or_else(shown)
        }),
    }
}

/// An acceptance of the call: the last one of the operation or a generated one, with the echoes of this call.
pub fn acceptance(cx: &InterceptContext<'_>) -> Response {
    let call = cx.call;
    let accepted = cx.history.last_accepted(call).map_or_else(
        || sample::acceptance(cx.contract, call.operation),
        |accepted| accepted.response.clone(),
    );
    edit_body(accepted, |body| {
        for echo in &call.operation.success.echoes {
            let applies = echo.when.is_none() || echo.when == call.identifier_kind(&echo.from);
            if let Some(sent) = call.sent.get(&echo.from).filter(|_| applies) {
                for record in json::records(body, &echo.member) {
                    json::set(record, &echo.field, sent.clone());
                }
            }
        }
    })
}

/// An acceptance of the call that shows its record unchanged.
pub fn acceptance_without_effect(cx: &InterceptContext<'_>) -> Response {
    let names = cx.call.identifiers();
    let Some(record) = names.iter().rev().find_map(|name| cx.history.last_shown(name)) else {
        return acceptance(cx);
    };
    match cx.call.operation.success.body.value() {
        Some(Body::Empty) => acceptance(cx),
        Some(documented) => edit_body(acceptance(cx), |body| {
            for member in documented.members().iter().filter(|member| member.ty.record().is_some())
            {
                for members in json::records(body, &member.wire) {
                    if let Json::Map(unchanged) = &record {
                        members.clone_from(unchanged);
                    }
                }
            }
        }),
        // An operation without a documented body returns the record itself.
        None => response::json(acceptance(cx).status, &record),
    }
}

/// An acceptance of the call that shows a record with the identifier in its path.
pub fn acceptance_for_path(cx: &InterceptContext<'_>) -> Response {
    let path = cx.call.path_values();
    let past = cx.history.last_accepted(cx.call);
    edit_body(acceptance(cx), |body| match (past, path.last()) {
        (Some(past), _) => json::each_text(body, &mut |text| {
            let position = past.path.iter().position(|id| id == text);
            if let Some(id) = position.and_then(|position| path.get(position)) {
                text.clone_from(id);
            }
        }),
        (None, Some(id)) => json::each_object(body, &mut |members| {
            for (_, value) in members.iter_mut().filter(|(name, _)| is_identifier(cx, name)) {
                *value = Json::Text(id.clone());
            }
        }),
        (None, None) => {}
    })
}

/// Whether a member with this name identifies a record.
fn is_identifier(cx: &InterceptContext<'_>, wire: &str) -> bool {
    cx.contract.records().any(|record| identifier_field(&record.fields) == Some(wire))
}

/// The wire name of the first field that is an identifier.
pub fn identifier_field(fields: &[Field]) -> Option<&str> {
    let identifier = Type::Text(Some(Format::Identifier));
    fields.iter().find(|field| field.ty == identifier).map(|field| field.wire.as_str())
}
