//! The answer to an accepted request.

use conformance_model::json::{Json, is_same_text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use spec::{
    Body, Constraints, EnvelopeMember, Identifier, InputPart, InputRef, LinkPart, Operation,
    ResponseHeader, Segment, Slot, Type,
};

use crate::answer::Answer;
use crate::call::Call;
use crate::choices;
use crate::effects::{Done, add, echoes};
use crate::formats::shown;
use crate::lists::{Page, expand};
use crate::store::{Record, Store, set, set_at};
use crate::values::Values;

/// The answer to an accepted request. `page` is the page of the list, if the operation lists records.
pub(crate) fn answer(
    call: &Call<'_>,
    store: &mut Store,
    values: Values<'_>,
    done: &Done,
    page: Option<Page>,
) -> Answer {
    let operation = call.operation;
    let mut body = match operation.success.body.value() {
        Some(Body::Empty) => None,
        Some(Body::Envelope(members)) => {
            let mut body = Json::Map(Vec::new());
            for member in members {
                let value = value(call, store, values, done, page.as_ref(), member);
                set(&mut body, &member.wire, value);
            }
            Some(body)
        }
        Some(Body::Bare(member)) => Some(value(call, store, values, done, page.as_ref(), member)),
        None => choices::body_type(operation)
            .map(|ty| of_type(call, store, values, done, page.as_ref(), "", &ty)),
    };
    let page = page.unwrap_or(Page { numbers: Vec::new(), facts: Vec::new(), next: None });
    if let Some(body) = &mut body {
        describe(operation, body, page.facts);
    }
    let mut answer = Answer::new(status(call, body.is_some()), body);
    answer.next = page.next;
    let body = answer.body.as_ref();
    let headers = operation.success.headers.iter().filter(|it| choices::sends_header(it));
    let headers = headers.map(|it| (it.name.clone(), header_value(call, values, it, body)));
    answer.headers = headers.collect();
    answer
}

/// The status: one by what was sent, or the usual one.
fn status(call: &Call<'_>, has_body: bool) -> u16 {
    let sent = |input: &InputRef| call.value(input).map(Json::written);
    let further = call.operation.success.status_of(call.operation, sent);
    further
        .map_or_else(|| choices::success_status(call.operation, has_body), |further| further.status)
}

/// The value of a header: the path that it leads to, or a value of its type.
fn header_value(
    call: &Call<'_>,
    values: Values<'_>,
    header: &ResponseHeader,
    body: Option<&Json>,
) -> String {
    let target = header.leads_to.as_ref();
    let target = target.and_then(|target| call.contract.operation(&target.value));
    if let Some(path) = target.and_then(|target| path_to(call, target, body)) {
        return path;
    }
    match values.plausible(&header.name, &header.ty, &header.constraints, 1) {
        Json::Text(text) => text,
        value => value.to_string(),
    }
}

/// What is encoded in a segment of a path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The path of an operation for the record in the body.
fn path_to(call: &Call<'_>, target: &Operation, body: Option<&Json>) -> Option<String> {
    let segment = |segment: &Segment| {
        let name = match segment {
            Segment::Literal(text) => return Some(format!("/{text}")),
            Segment::Parameter(name) => name,
        };
        let value = match call.contract.link_part(call.operation, target, name)? {
            LinkPart::Sent(name) => call.text(InputPart::Path, name)?,
            LinkPart::Shown { member, identifier } => {
                body?.member(member)?.get(&identifier.wire)?.identifier()?
            }
        };
        Some(format!("/{}", utf8_percent_encode(value, ENCODED)))
    };
    target.path.segments.iter().map(segment).collect()
}

/// Adds the members that describe a page.
fn describe(operation: &Operation, body: &mut Json, facts: Vec<(String, Json)>) {
    let paging = operation.paging.as_ref().and_then(Slot::value);
    let Some(meta) = paging.map(|paging| paging.meta.as_deref()) else { return };
    let mut about = Json::Map(Vec::new());
    let holder = if meta.is_some() { &mut about } else { &mut *body };
    for (name, value) in facts {
        set(holder, &name, value);
    }
    if let Some(meta) = meta {
        set(body, meta, about);
    }
}

fn value(
    call: &Call<'_>,
    store: &mut Store,
    values: Values<'_>,
    done: &Done,
    page: Option<&Page>,
    member: &EnvelopeMember,
) -> Json {
    of_type(call, store, values, done, page, &member.wire, &member.ty)
}

fn of_type(
    call: &Call<'_>,
    store: &mut Store,
    values: Values<'_>,
    done: &Done,
    page: Option<&Page>,
    name: &str,
    ty: &Type,
) -> Json {
    match (ty, page) {
        (Type::List(item), Some(page)) if item.record() == call.operation.lists.as_deref() => {
            let records = page.numbers.iter().filter_map(|number| store.get(*number));
            Json::List(records.map(|record| in_response(call, record)).collect())
        }
        (Type::Record(record), _) => match done.removed.as_ref().filter(|it| it.ty == *record) {
            Some(removed) => in_response(call, removed),
            None => {
                let number = subject(call, store, values, done, record);
                store.get(number).map_or(Json::Null, |record| in_response(call, record))
            }
        },
        _ => values.plausible(name, ty, &Constraints::default(), 1),
    }
}

/// The record of a type that the response is about: the new one, the one that the request names, or else the one that the
/// account has.
fn subject(call: &Call<'_>, store: &mut Store, values: Values<'_>, done: &Done, ty: &str) -> u64 {
    let created = done.created.filter(|_| call.operation.creates.as_deref() == Some(ty));
    if let Some(number) = created.or_else(|| call.target(ty)) {
        return number;
    }
    let is_it = |record: &&Record| {
        record.ty == ty && record.account == call.account && call.is_within(store, record)
    };
    let known = store.all().find(is_it).map(|record| record.number);
    known.unwrap_or_else(|| {
        let within = call.within(store);
        add(store, values, ty, call.account, within)
    })
}

/// The record as the response shows it.
fn in_response(call: &Call<'_>, record: &Record) -> Json {
    let mut shown_record = record.members.clone();
    expand(call, record, &mut shown_record);
    for echo in echoes(call.operation, &record.ty) {
        let field = call.contract.member(&record.ty, &echo.field);
        let (Some(field), Some(value)) = (field, call.value(&echo.from)) else { continue };
        let by = value.identifier().map(|text| {
            if is_same_text(text, &record.id) { None } else { Some(Identifier::Email) }
        });
        let is_meant = echo.when.is_none_or(|when| match when {
            Identifier::Email => by == Some(Some(Identifier::Email)),
            Identifier::Uuid | Identifier::String | Identifier::Integer => by == Some(None),
        });
        let is_kept = echo.from.part == InputPart::Body || *value == Json::Null;
        if is_meant && !is_kept {
            set_at(&mut shown_record, &echo.field, shown(&field.ty, value));
        }
    }
    shown_record
}
