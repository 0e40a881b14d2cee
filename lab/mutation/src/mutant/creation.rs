//! Creation: a creation is acknowledged, but the record does not exist, or others exist as well.

use spec::{Condition, InputPart};

use super::parts::*;

/// The mutations depend on what the server behind must still refuse:
/// - If a field is unique, a record with another value is created instead.
/// - If a repeated call is refused, the first record is created, because the refusal proves it.
/// - Otherwise, nothing is created.
pub(super) fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
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
fn create_renamed(field: &str) -> impl Intercept + use<> {
    let (field, sent_field) = (field.to_owned(), field.to_owned());
    intercept(
        move |cx| match cx.call.text(InputPart::Body, &field).filter(|sent| !sent.is_empty()) {
            Some(sent) => {
                let renamed = Json::Text(format!("{PREFIX}{sent}"));
                RequestAction::Forward(edit::with_body_member(cx.request, &field, renamed))
            }
            None => cx.forward(),
        },
        move |cx, upstream| match cx.call.text(InputPart::Body, &sent_field) {
            Some(sent) => answer::edit_body(upstream.main, |body| {
                let renamed = format!("{PREFIX}{sent}");
                json::each_text(body, &mut |text| *text = text.replace(&renamed, sent));
            }),
            None => upstream.main,
        },
    )
}

/// Acknowledges the call without forwarding it.
fn acknowledge() -> impl Intercept {
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
fn acknowledge_after_first() -> impl Intercept {
    acknowledge().when(|cx| {
        let mut created = cx.history.accepted_calls(&cx.call.operation.id).peekable();
        created.peek().is_some()
            && created.all(|past| past.sent != cx.call.sent)
            && cx.is_about_known_records()
    })
}

/// Refuses a creation as repeated if it was made for another record after this record was known.
fn create_for_others() -> impl Intercept {
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
