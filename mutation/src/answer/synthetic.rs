//! Answers that a bend gives in the place of the server's: acceptances and refusals of a call.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Body, Contract, ErrorCase, Field, Format, Type, ValueSource};

use super::edited;
use crate::intercept::InterceptContext;
use crate::{json, response, sample};

/// A status that says no more than that something is wrong with the request.
const REFUSED: u16 = 422;

/// A refusal that the contract knows nothing of.
#[must_use]
pub fn undocumented_refusal(contract: &Contract) -> Response {
    response::error(contract, REFUSED, "this cannot be processed at the moment")
}

/// The answer of a server that has failed, and does not say at what.
#[must_use]
pub fn server_error() -> Response {
    Response {
        status: 500,
        headers: response::content_type("text/plain"),
        body: b"Internal Server Error".to_vec(),
    }
}

/// A success that says nothing.
#[must_use]
pub fn empty_object() -> Response {
    response::json(200, &Json::Map(Vec::new()))
}

/// The refusal of a case, as a conforming server would give it to this call.
#[must_use]
pub fn refusal(context: &InterceptContext<'_>, case: &ErrorCase) -> Response {
    let status = case.status.value().copied().unwrap_or(REFUSED);
    response::error(context.contract, status, render_message(context, case))
}

/// The message of a case, as a conforming server would word it for this call.
#[must_use]
pub fn render_message(context: &InterceptContext<'_>, case: &ErrorCase) -> String {
    render_message_from(context, case, 0)
}

/// The same, where several sources will do for a placeholder: from the one of this number, if there
/// is one and something is known of it.
#[must_use]
pub fn render_message_from(
    context: &InterceptContext<'_>,
    case: &ErrorCase,
    number: usize,
) -> String {
    case.message.render(|name| {
        let hole = case.placeholders.iter().find(|hole| hole.name == name);
        let sources = hole.map_or(&[][..], |hole| &hole.sources);
        let wanted = sources.get(number).into_iter();
        let filled = wanted
            .chain(sources)
            .find_map(|source| told(context, source));
        filled
            .or_else(|| context.call.path().pop())
            .unwrap_or_else(|| "it".to_owned())
    })
}

/// What is known of a source of a placeholder: what the call said, or what is known of the things it is
/// about.
fn told(context: &InterceptContext<'_>, source: &ValueSource) -> Option<String> {
    match source {
        ValueSource::Input(input) => context.call.sent.get(input)?.text().map(str::to_owned),
        ValueSource::Record { field, .. } => {
            let names = context.call.names();
            names.iter().find_map(|name| {
                let fact = context
                    .known_state
                    .thing(name)
                    .and_then(|thing| thing.facts.get(field));
                let shown = || Some(context.history.thing(name)?.get(field)?.text()?.to_owned());
                fact.cloned().or_else(shown)
            })
        }
    }
}

/// An acceptance of the call: one remembered of the operation, or else one made up, which repeats
/// what this call said.
#[must_use]
pub fn acceptance(context: &InterceptContext<'_>) -> Response {
    let call = context.call;
    let known = context.history.accepted(call);
    let accepted = known.map_or_else(
        || sample::acceptance(context.contract, call.operation),
        |accepted| accepted.response.clone(),
    );
    edited(accepted, |body| {
        for echo in &call.operation.success.echoes {
            let Some(said) = call.sent.get(&echo.from) else {
                continue;
            };
            if echo.when.is_some() && echo.when != call.addressed_by(&echo.from) {
                continue;
            }
            for record in json::records(body, &echo.member) {
                json::set(record, &echo.field, said.clone());
            }
        }
    })
}

/// An acceptance of the call that shows the thing it is about as that was shown last: nothing was
/// done to it.
#[must_use]
pub fn acceptance_without_effect(context: &InterceptContext<'_>) -> Response {
    let names = context.call.names();
    let Some(thing) = names
        .iter()
        .rev()
        .find_map(|name| context.history.thing(name))
    else {
        return acceptance(context);
    };
    match context.call.operation.success.body.value() {
        Some(Body::Empty) => acceptance(context),
        Some(Body::Envelope(members)) => edited(acceptance(context), |body| {
            for member in members.iter().filter(|member| member.ty.record().is_some()) {
                for record in json::records(body, &member.wire) {
                    if let Json::Map(shown) = &thing {
                        record.clone_from(shown);
                    }
                }
            }
        }),
        // Where no body is shown, the thing itself is one.
        None => response::json(acceptance(context).status, &thing),
    }
}

/// An acceptance of the call that shows the thing in its path, of which nothing is known but what it
/// is called.
#[must_use]
pub fn acceptance_for_path(context: &InterceptContext<'_>) -> Response {
    let path = context.call.path();
    if let Some(past) = context.history.accepted(context.call) {
        return edited(acceptance(context), |body| {
            json::each_text(body, &mut |text| {
                let named = past.path.iter().position(|name| name == text);
                if let Some(name) = named.and_then(|at| path.get(at)) {
                    text.clone_from(name);
                }
            });
        });
    }
    let Some(name) = path.last() else {
        return acceptance(context);
    };
    edited(acceptance(context), |body| {
        json::each_object(body, &mut |members| {
            for (wire, value) in members {
                if is_identifier(context.contract, wire) {
                    *value = Json::Text(name.clone());
                }
            }
        });
    })
}

/// Whether a member of that name identifies a record.
fn is_identifier(contract: &Contract, wire: &str) -> bool {
    let identifiers = contract
        .records()
        .filter_map(|record| identifier(&record.fields));
    identifiers.into_iter().any(|known| known == wire)
}

/// The wire name of the member that identifies a record of these fields: the first one that is an
/// identifier.
#[must_use]
pub fn identifier(fields: &[Field]) -> Option<&str> {
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
            server.context(&request(method, target, None), |context| {
                refusal(
                    context,
                    context
                        .contract
                        .error_case(context.call.operation, case)
                        .unwrap(),
                )
            })
        };
        let gone = refused("GET", "/books/b%209", "book_not_found");
        assert_eq!(gone, response(404, r#"{"message":"b 9 not found!"}"#));
        let lent = refused("DELETE", "/books/b-1", "book_lent");
        assert_eq!(
            lent,
            response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#)
        );
        assert!(!is_accepted(&server.contract, &gone));
        let friendly = Response {
            status: 200,
            ..gone
        };
        assert!(!is_accepted(&server.contract, &friendly));
    }

    #[test]
    fn acceptance_echoes_the_request() {
        let mut server = FakeServer::new();
        let ask = |server: &FakeServer, sent| server.context(sent, acceptance);
        let second = request(
            "POST",
            "/books/b2/loans",
            Some(r#"{"member":"bob@x.example"}"#),
        );
        let made_up = Json::parse(&ask(&server, &second).body).unwrap();
        assert_eq!(
            made_up.get("loan").unwrap().get("member").unwrap().text(),
            Some("bob@x.example")
        );
        let lent = r#"{"loan":{"uuid":"l1","book_uuid":"b1","member":"ann@x.example"}}"#;
        let first = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        server.keep(&first, &response(201, lent));
        let expected = r#"{"loan":{"uuid":"l1","book_uuid":"b2","member":"bob@x.example"}}"#;
        assert_eq!(ask(&server, &second), response(201, expected));
    }
}
