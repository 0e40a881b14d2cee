//! Responses that replace those of the server: acceptances and refusals of a call.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Body, Contract, ErrorCase, Field, Format, Type, ValueSource};

use super::edit_body;
use crate::intercept::InterceptContext;
use crate::{json, response, sample};

/// Status of refusals whose status the contract does not state.
const REFUSED: u16 = 422;

/// A refusal that the contract does not contain.
#[must_use]
pub fn undocumented_refusal(contract: &Contract) -> Response {
    response::error(contract, REFUSED, "this cannot be processed at the moment")
}

/// A 500 response without details.
#[must_use]
pub fn server_error() -> Response {
    Response {
        status: 500,
        headers: response::content_type("text/plain"),
        body: b"Internal Server Error".to_vec(),
    }
}

/// A success with an empty object as its body.
#[must_use]
pub fn empty_object() -> Response {
    response::json(200, &Json::Map(Vec::new()))
}

/// The refusal of a case, as a conforming server responds to this call.
#[must_use]
pub fn documented_refusal(cx: &InterceptContext<'_>, case: &ErrorCase) -> Response {
    let status = case.status.value().copied().unwrap_or(REFUSED);
    response::error(cx.contract, status, render_message(cx, case))
}

/// The message of a case for this call.
#[must_use]
pub fn render_message(cx: &InterceptContext<'_>, case: &ErrorCase) -> String {
    render_message_from(cx, case, 0)
}

/// The message of a case, with placeholders taken from the source with this index, if its value is known.
#[must_use]
pub fn render_message_from(cx: &InterceptContext<'_>, case: &ErrorCase, number: usize) -> String {
    case.message.render(|name| {
        let hole = case.placeholders.iter().find(|hole| hole.name == name);
        let sources = hole.map_or(&[][..], |hole| &hole.sources);
        let wanted = sources.get(number).into_iter();
        let filled = wanted.chain(sources).find_map(|source| resolve_source(cx, source));
        filled.or_else(|| cx.call.path_values().pop()).unwrap_or_else(|| "it".to_owned())
    })
}

/// The value of a placeholder's source: an input of the call, or a field of a record the call is about.
fn resolve_source(cx: &InterceptContext<'_>, source: &ValueSource) -> Option<String> {
    match source {
        ValueSource::Input(input) => cx.call.sent.get(input)?.text().map(str::to_owned),
        ValueSource::Record { field, .. } => {
            let identifiers = cx.call.identifiers();
            identifiers.iter().find_map(|name| {
                let fact = cx.known_state.record(name).and_then(|thing| thing.facts.get(field));
                let shown = || Some(cx.history.last_shown(name)?.get(field)?.text()?.to_owned());
                fact.cloned().or_else(shown)
            })
        }
    }
}

/// An acceptance of the call: the last one of the operation or a generated one, with the echoes of this call.
#[must_use]
pub fn acceptance(cx: &InterceptContext<'_>) -> Response {
    let call = cx.call;
    let known = cx.history.last_accepted(call);
    let accepted = known.map_or_else(
        || sample::acceptance(cx.contract, call.operation),
        |accepted| accepted.response.clone(),
    );
    edit_body(accepted, |body| {
        for echo in &call.operation.success.echoes {
            let Some(said) = call.sent.get(&echo.from) else {
                continue;
            };
            if echo.when.is_some() && echo.when != call.identifier_kind(&echo.from) {
                continue;
            }
            for record in json::records(body, &echo.member) {
                json::set(record, &echo.field, said.clone());
            }
        }
    })
}

/// An acceptance of the call that shows its record unchanged.
#[must_use]
pub fn acceptance_without_effect(cx: &InterceptContext<'_>) -> Response {
    let names = cx.call.identifiers();
    let Some(thing) = names.iter().rev().find_map(|name| cx.history.last_shown(name)) else {
        return acceptance(cx);
    };
    match cx.call.operation.success.body.value() {
        Some(Body::Empty) => acceptance(cx),
        Some(Body::Envelope(members)) => edit_body(acceptance(cx), |body| {
            for member in members.iter().filter(|member| member.ty.record().is_some()) {
                for record in json::records(body, &member.wire) {
                    if let Json::Map(shown) = &thing {
                        record.clone_from(shown);
                    }
                }
            }
        }),
        // An operation without a documented body returns the record itself.
        None => response::json(acceptance(cx).status, &thing),
    }
}

/// An acceptance of the call that shows a record with the identifier in its path.
#[must_use]
pub fn acceptance_for_path(cx: &InterceptContext<'_>) -> Response {
    let path = cx.call.path_values();
    if let Some(past) = cx.history.last_accepted(cx.call) {
        return edit_body(acceptance(cx), |body| {
            json::each_text(body, &mut |text| {
                let named = past.path.iter().position(|name| name == text);
                if let Some(name) = named.and_then(|at| path.get(at)) {
                    text.clone_from(name);
                }
            });
        });
    }
    let Some(name) = path.last() else {
        return acceptance(cx);
    };
    edit_body(acceptance(cx), |body| {
        json::each_object(body, &mut |members| {
            for (wire, value) in members {
                if is_identifier(cx.contract, wire) {
                    *value = Json::Text(name.clone());
                }
            }
        });
    })
}

/// Whether a member with this name identifies a record.
fn is_identifier(contract: &Contract, wire: &str) -> bool {
    let identifiers = contract.records().filter_map(|record| identifier_field(&record.fields));
    identifiers.into_iter().any(|known| known == wire)
}

/// The wire name of the first field that is an identifier.
#[must_use]
pub fn identifier_field(fields: &[Field]) -> Option<&str> {
    let identifier = Type::Text(Some(Format::Identifier));
    let found = fields.iter().find(|field| field.ty == identifier);
    found.map(|field| field.wire.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::is_accepted;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn refusal_message_is_rendered_for_the_call() {
        let server = FakeServer::new();
        let refused = |method, target, case: &str| {
            server.with_context(&request(method, target, None), |cx| {
                documented_refusal(cx, cx.contract.error_case(cx.call.operation, case).unwrap())
            })
        };
        let gone = refused("GET", "/books/b%209", "book_not_found");
        assert_eq!(gone, response(404, r#"{"message":"b 9 not found!"}"#));
        let lent = refused("DELETE", "/books/b-1", "book_lent");
        assert_eq!(lent, response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#));
        assert!(!is_accepted(&server.contract, &gone));
        let friendly = Response { status: 200, ..gone };
        assert!(!is_accepted(&server.contract, &friendly));
    }

    #[test]
    fn acceptance_echoes_the_request() {
        let mut server = FakeServer::new();
        let ask = |server: &FakeServer, sent| server.with_context(sent, acceptance);
        let second = request("POST", "/books/b2/loans", Some(r#"{"member":"bob@x.example"}"#));
        let made_up = Json::parse(&ask(&server, &second).body).unwrap();
        assert_eq!(
            made_up.get("loan").unwrap().get("member").unwrap().text(),
            Some("bob@x.example")
        );
        let lent = r#"{"loan":{"uuid":"l1","book_uuid":"b1","member":"ann@x.example"}}"#;
        let first = request("POST", "/books/b1/loans", Some(r#"{"member":"ann@x.example"}"#));
        server.record(&first, &response(201, lent));
        let expected = r#"{"loan":{"uuid":"l1","book_uuid":"b2","member":"bob@x.example"}}"#;
        assert_eq!(ask(&server, &second), response(201, expected));
    }
}
