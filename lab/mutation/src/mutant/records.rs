//! Effects of creations, updates and removals.

use spec::{Condition, Defect, InputPart, InputRef, Type};

use super::parts::*;

/// The mutations depend on what the server behind must still refuse:
/// - If a field is unique, a record with another value is created instead.
/// - If a repeated call is refused, the first record is created, because the refusal proves it.
/// - Otherwise, nothing is created.
pub(super) fn creation(target: ClauseContext<'_>) -> Vec<Mutation> {
    let Some(operation) = target.operation else {
        return Vec::new();
    };
    let mut cases = operation.errors.iter();
    let lost = "the record is acknowledged but does not exist";
    let lost_later = "all records but the first are acknowledged but do not exist";
    let lost_for_others = || {
        acknowledge().when(is_for_supplied_records).named(
            "lost_for_others",
            "records of parents that the run did not create are acknowledged but do not exist",
        )
    };
    if let Some(unique) = operation.body.iter().find(|field| field.unique) {
        let rename = || create_renamed(&unique.wire);
        vec![
            rename().named("lost", lost),
            rename().when(after_accepted).named("lost_later", lost_later),
            rename().when(with_several_inputs).named(
                "lost_with_others",
                "the record does not exist if several optional members were sent",
            ),
        ]
    } else if cases.any(|case| case.when.value() == Some(&Condition::Repeated)) {
        vec![
            acknowledge_after_first().named("lost_later", lost_later),
            lost_for_others(),
            create_for_others().named(
                "creates_others",
                "creating a record for one parent creates it for others as well",
            ),
        ]
    } else {
        vec![
            acknowledge().named("lost", lost),
            acknowledge().when(after_accepted).named("lost_later", lost_later),
            lost_for_others(),
        ]
    }
}

/// Precedes the value, so that an e-mail address stays valid.
const PREFIX: &str = "lost-";

/// Creates a record with another value of a unique field, and returns the value that was sent.
fn create_renamed(field: &str) -> Intercept {
    let (field, sent_field) = (field.to_owned(), field.to_owned());
    Intercept::new(
        move |cx| match cx.call.text(InputPart::Body, &field).filter(|sent| !sent.is_empty()) {
            Some(sent) => {
                let renamed = Json::Text(format!("{PREFIX}{sent}"));
                RequestAction::Forward(edit::with_body_member(cx.request, &field, renamed))
            }
            None => cx.forward(),
        },
        move |cx, upstream| match cx.call.text(InputPart::Body, &sent_field) {
            Some(sent) => response::edit_body(upstream.main, |body| {
                let renamed = format!("{PREFIX}{sent}");
                json::each_text(body, &mut |text| *text = text.replace(&renamed, sent));
            }),
            None => upstream.main,
        },
    )
}

/// Acknowledges the call without forwarding it.
fn acknowledge() -> Intercept {
    respond(synthetic::acceptance).when(|cx| cx.call.has_required_members())
}

/// Whether all records that the call names existed before the run. Unlike the order in which records are named, this
/// does not depend on the order in which scenarios run.
fn is_for_supplied_records(cx: &InterceptContext<'_>) -> bool {
    let identifiers = cx.call.identifiers();
    let is_supplied = |name: &String| cx.known_state.record(name).is_some();
    cx.account().is_some() && !identifiers.is_empty() && identifiers.iter().all(is_supplied)
}

/// Forwards the first creation and its repetitions, and acknowledges others.
fn acknowledge_after_first() -> Intercept {
    acknowledge().when(|cx| {
        let mut created = cx.history.accepted_calls(&cx.call.operation.id).peekable();
        created.peek().is_some()
            && created.all(|past| past.sent != cx.call.sent)
            && cx.is_about_known_records()
    })
}

/// Refuses a creation as repeated if it was made for another record after this record was known.
fn create_for_others() -> Intercept {
    on_response(|cx, response| {
        let identifiers = cx.call.identifiers();
        let mentions_record = |past: &PastExchange| {
            let shown = past.response.body.json();
            identifiers.last().is_some_and(|id| {
                past.sent.iter().any(|(_, value)| value.holds_text(id))
                    || shown.is_some_and(|shown| shown.holds_text(id))
            })
        };
        let creates_other = |past: &PastExchange| {
            past.operation == cx.call.operation.id
                && past.is_accepted()
                && past.sent != cx.call.sent
        };
        let exists = cx.history.was_followed(mentions_record, creates_other);
        match cx.find_case(|when| *when == Condition::Repeated) {
            Some(case) if exists && cx.accepts(&response) => {
                synthetic::documented_refusal(cx, case)
            }
            _ => response,
        }
    })
}

/// Removal: a removal is acknowledged but not done, or removes other records as well.
pub(super) fn removal(target: ClauseContext<'_>) -> Vec<Mutation> {
    let mut mutations = vec![
        drop_call().named("not_done", "the removal is acknowledged but not done"),
        drop_call()
            .when(for_another_record)
            .named("not_done_for_others", "only the first removal is done"),
    ];
    if let Some(operation) = target.operation
        && let Some(record) = &operation.removes
    {
        mutations.push(
            remove_all(&operation.id, record)
                .named("removes_others", "other records are removed as well")
                .in_all_operations(),
        );
    }
    mutations
}

/// Creations of a record, one accepted and one refused, that prove its existence.
const CREATIONS_OF_AN_EXISTING_RECORD: usize = 2;

/// After a removal, treats the other records as removed.
fn remove_all(removal: &str, record: &str) -> Intercept {
    let (removal, record) = (removal.to_owned(), record.to_owned());
    on_response(move |cx, response| {
        let Some(last_removal) = cx.history.accepted_calls(&removal).next() else {
            return response;
        };
        let operation = cx.call.operation;
        let case = cx.error_case(&response).and_then(|case| case.when.value());
        // A record that was refused because it exists can be created again.
        if matches!(case, Some(Condition::Repeated | Condition::Taken(_)))
            && operation.creates.as_ref() == Some(&record)
        {
            return if creations_before(&removal, cx) < CREATIONS_OF_AN_EXISTING_RECORD {
                response
            } else {
                synthetic::acceptance(cx)
            };
        }
        let mut parameters = operation.path_parameters.iter();
        let reads_other = operation.method.is_safe()
            && parameters.any(|parameter| parameter.record == record)
            && cx.call.path_values() != last_removal.path;
        let is_unknown = |when: &Condition| {
            matches!(when, Condition::Unknown(_) | Condition::OfAny { defect: Defect::Unknown, .. })
        };
        match cx.find_case(is_unknown) {
            Some(case) if reads_other && cx.accepts(&response) => {
                synthetic::documented_refusal(cx, case)
            }
            _ => response,
        }
    })
}

/// Number of creations with the same identifying inputs before the last removal.
fn creations_before(removal: &str, cx: &InterceptContext<'_>) -> usize {
    let operation = cx.call.operation;
    let identifying: Vec<_> = operation
        .body
        .iter()
        .filter(|field| field.unique || field.record.is_some())
        .map(|field| InputRef { part: InputPart::Body, name: field.wire.clone() })
        .collect();
    cx.history
        .newest_first()
        .skip_while(|past| past.operation != removal || !past.is_accepted())
        .filter(|past| past.operation == operation.id)
        .filter(|past| {
            identifying.iter().all(|input| past.sent.get(input) == cx.call.sent.get(input))
        })
        .count()
}

/// Update: a change is acknowledged but not stored, or applies to other records as well.
pub(super) fn update(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
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

/// A change that leaves the member out sets it to another value.
pub(super) fn update_kept(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
    let input = target.operation.and_then(|operation| operation.body_field(field));
    let value = match input.map(|input| (&input.ty, input.nullable)) {
        Some((_, true)) => Json::Null,
        Some((Type::Boolean, _)) => Json::Bool(false),
        Some((Type::Integer | Type::Number | Type::UnixTime, _)) => {
            let least = input.and_then(|input| input.constraints.minimum).unwrap_or_default();
            Json::Number(least.to_string())
        }
        Some((Type::List(_), _)) => Json::List(Vec::new()),
        Some((Type::Map(_), _)) => Json::Map(Vec::new()),
        Some((Type::Enumeration(words), _)) => {
            Json::Text(words.last().cloned().unwrap_or_default())
        }
        _ => Json::Text("reset".to_owned()),
    };
    let field = field.to_owned();
    let reset = edit_request(move |cx| match cx.call.input(InputPart::Body, &field) {
        Some(_) => cx.request.clone(),
        None => edit::with_body_member(cx.request, &field, value.clone()),
    });
    vec![reset.named("reset", "a change that leaves the member out sets it to another value")]
}

fn truncate(field: &str) -> Intercept {
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
fn drop_with_others(field: &str) -> Intercept {
    let name = field.to_owned();
    drop_member(field, None).when(move |cx| {
        let mut body = cx.call.operation.body.iter();
        body.any(|input| {
            input.wire != name && cx.call.input(InputPart::Body, &input.wire).is_some()
        })
    })
}

/// Drops the member, and sets it in the response.
fn show_only(field: &str) -> Intercept {
    let (drop, field) = (drop_member(field, None), field.to_owned());
    Intercept::new(
        move |cx| drop.on_request(cx),
        move |cx, UpstreamResponses { main, .. }| match cx.call.input(InputPart::Body, &field) {
            Some(sent) if cx.accepts(&main) => response::edit_body(main, |body| {
                json::each_object(body, &mut |members| json::replace(members, &field, sent));
            }),
            _ => main,
        },
    )
}

/// Shows the last value that one record was given in all other records.
fn update_others(operation: &str, field: &str) -> Intercept {
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
