//! Accepted input: a member of the body is refused, or stored as another member.

use spec::InputPart;

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
    let name = field.to_owned();
    let mut mutations = reject_calls_if("requests with the member are refused", move |cx| {
        cx.call.input(InputPart::Body, &name).is_some()
    });
    let created = target
        .operation
        .and_then(|operation| target.contract.record(operation.creates.as_deref()?));
    if created.is_some_and(|record| record.fields.iter().any(|known| known.wire == field)) {
        mutations.push(
            mix_up(field).named(
                "mixed_up",
                "the created record has the value of another member in this one",
            ),
        );
    }
    mutations
}

/// Returns the value of another text member.
fn mix_up(field: &str) -> impl Intercept + use<> {
    let field = field.to_owned();
    on_response(move |cx, response| {
        let text = |name: &str| cx.call.text(InputPart::Body, name);
        let mut inputs = cx.call.operation.body.iter();
        let other = text(&field).and_then(|sent| {
            inputs.find_map(|input| text(&input.wire).filter(|other| *other != sent))
        });
        let Some(other) = other.filter(|_| cx.accepts(&response)) else {
            return response;
        };
        answer::edit_body(response, |body| {
            let Json::Map(members) = body else {
                return;
            };
            for (_, record) in members {
                if let Json::Map(fields) = record {
                    json::set(fields, &field, Json::Text(other.to_owned()));
                }
            }
        })
    })
}
