//! Update: a change is acknowledged but not stored, or applies to other records as well.

use spec::{InputPart, InputRef, Type};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        drop_member(field, None).named("not_stored", "the change is acknowledged but not stored"),
        show_only(field).named("only_shown", "the response shows the change, but it is not stored"),
    ];
    let Some(operation) = target.operation else {
        return mutations;
    };
    let input = operation.body.iter().find(|input| input.wire == field);
    match input.map(|input| &input.ty) {
        Some(Type::Boolean) => mutations.extend([
            drop_member(field, Some("true")).named("true_not_stored", "`true` is not stored"),
            drop_member(field, Some("false")).named("false_not_stored", "`false` is not stored"),
        ]),
        Some(Type::Text(_)) => {
            mutations.push(truncate(field).named("truncated", "the last character is not stored"))
        }
        _ => {}
    }
    mutations.push(
        update_others(&operation.id, field)
            .named("updates_others", "other records show the change as well")
            .in_all_operations(),
    );
    if operation.body.len() > 1 {
        mutations.push(
            drop_with_others(field).named(
                "not_stored_with_others",
                "the change is not stored if other members are sent",
            ),
        );
    }
    mutations
}

fn truncate(field: &str) -> impl Intercept + use<> {
    let field = field.to_owned();
    edit_request(move |cx| {
        let mut text = cx.call.text(InputPart::Body, &field).map(str::to_owned);
        match text.as_mut().and_then(String::pop).and(text) {
            Some(text) => edit::with_body_member(cx.request, &field, Json::Text(text)),
            None => cx.request.clone(),
        }
    })
}

/// Drops the member if other members are sent.
fn drop_with_others(field: &str) -> impl Intercept + use<> {
    let name = field.to_owned();
    drop_member(field, None).when(move |cx| {
        let mut body = cx.call.operation.body.iter();
        body.any(|input| {
            input.wire != name && cx.call.input(InputPart::Body, &input.wire).is_some()
        })
    })
}

/// Drops the member, and sets it in the response.
fn show_only(field: &str) -> impl Intercept + use<> {
    let (drop, field) = (drop_member(field, None), field.to_owned());
    intercept(
        move |cx| drop.on_request(cx),
        move |cx, UpstreamResponses { main, .. }| match cx.call.input(InputPart::Body, &field) {
            Some(sent) if cx.accepts(&main) => answer::edit_body(main, |body| {
                json::each_object(body, &mut |members| json::replace(members, &field, sent));
            }),
            _ => main,
        },
    )
}

/// Shows the last value that one record was given in all other records.
fn update_others(operation: &str, field: &str) -> impl Intercept + use<> {
    let (operation, field) = (operation.to_owned(), field.to_owned());
    let input = InputRef { part: InputPart::Body, name: field.clone() };
    edit_body(move |cx, body| {
        let mut updates = cx.history.accepted_calls(&operation);
        let update = updates.find_map(|past| Some((past, past.sent.get(&input)?)));
        if let Some((update, value)) = update {
            json::each_object(body, &mut |members| {
                if !is_about(members, update) {
                    json::replace(members, &field, value);
                }
            });
        }
    })
    .when(|cx| cx.call.operation.method.is_safe())
}
