//! Answers about success bodies that the document does not describe, and about the pages of lists.

use spec::{Contract, Operation, PageFact, Paging};

use crate::contract;
use crate::json::Json;

use super::calls::IGNORED;
use super::evidence::Bodies;
use super::found::{Found, Why};
use super::records::{NOT_SHOWN, Owner, Records, map, pascal_case, text};
use super::shape::{Kind, Member, Seen, Shape};

/// Names of the members about the page, used if no list of the contract states them.
const USUAL_MEMBERS: [&str; 3] = ["per_page", "page", "total_pages"];

/// Finds the success body of an operation.
pub fn body_answer<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    bodies: Option<&Bodies>,
    records: &mut Records<'c>,
) -> Found {
    let Some(bodies) = bodies else { return Found::open(Why::NoExchange) };
    let mut all = bodies.json.all();
    all.merge(bodies.empty);
    all.merge(bodies.other);
    let json = &bodies.json;
    let kinds = [
        (json.all(), "JSON"),
        (bodies.empty, "an empty body"),
        (bodies.other, "a body that is not JSON"),
    ];
    let seen = kinds.iter().filter(|(seen, _)| seen.count > 0);
    let seen: Vec<_> = seen.map(|(seen, what)| ((*what).to_owned(), seen.count)).collect();
    let answer = match (json.all().count, bodies.empty.count, bodies.other.count) {
        (0, 0, 0) => Err(Why::NoExchange),
        (0, _, 0) => Ok(text("none")),
        (0, 0, _) => Err(Why::NotSayable),
        (_, 0, 0) => json_body(contract, operation, json, records),
        _ => Err(Why::Differ),
    };
    Found { seen, ..Found::new(answer, all) }
}

fn json_body<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    body: &Shape,
    records: &mut Records<'c>,
) -> Result<Json, Why> {
    let about = records_of(operation);
    let owner = |member: &str| Owner {
        resource: operation.resource.clone(),
        name: format!("{}{}", pascal_case(&operation.id), pascal_case(member)),
        about: about.clone(),
    };
    let is_known = |ty: &Json| match ty {
        Json::List(items) => items.iter().all(|item| item.text() != Some(NOT_SHOWN)),
        ty => ty.text() != Some(NOT_SHOWN),
    };
    if body.null.count > 0 {
        return Err(if body.values().count == 0 { Why::NotSayable } else { Why::Differ });
    }
    match body.kind() {
        None => return Err(Why::Differ),
        Some(Kind::Object) if records.record_of(body, &about).is_none() => {}
        Some(Kind::Object | Kind::List(_)) => {
            let ty = records.type_of(body, &owner(""));
            learn((contract, operation), records, &ty, body);
            return if is_known(&ty) { Ok(ty) } else { Err(Why::TooFew) };
        }
        Some(_) => return Err(Why::NotSayable),
    }
    let page = page_member(contract, operation, body).map(|(member, _)| &member.name);
    let members: Vec<_> = body.members.iter().filter(|it| Some(&it.name) != page).collect();
    if members.iter().any(|member| member.absent.count > 0 || member.shape.null.count > 0) {
        return Err(Why::NotSayable);
    }
    if members.is_empty() {
        return Err(Why::NotSayable);
    }
    let mut types = Vec::new();
    for member in members {
        let ty = records.type_of(&member.shape, &owner(&member.name));
        if !is_known(&ty) {
            return Err(if member.shape.kind().is_some() { Why::TooFew } else { Why::NotSayable });
        }
        learn((contract, operation), records, &ty, &member.shape);
        types.push((member.name.clone(), ty));
    }
    Ok(Json::Map(types))
}

/// The records that an operation is about.
fn records_of(operation: &Operation) -> Vec<&str> {
    let path = operation.path_parameters.iter().map(|parameter| &parameter.record);
    let Operation { lists, creates, updates, removes, .. } = operation;
    let named = [lists, creates, updates, removes].into_iter().flatten();
    path.chain(named).map(String::as_str).collect()
}

/// Adds what was seen of a record of the contract. Does nothing if the body is known: its records were then added
/// already.
fn learn<'c>(
    (contract, operation): (&'c Contract, &Operation),
    records: &mut Records<'c>,
    ty: &Json,
    shape: &Shape,
) {
    if operation.success.body.value().is_some() {
        return;
    }
    let (name, shape) = match ty {
        Json::List(items) => (items.first().and_then(Json::text), shape.item.as_deref()),
        ty => (ty.text(), Some(shape)),
    };
    let record = name.and_then(|name| contract.record(name));
    if let (Some(record), Some(shape)) = (record, shape) {
        records.add_record(&record.name, shape);
    }
}

/// The member of the body that describes the page, and the name of its total. The member is an object with the members
/// that other lists have and one more, the total.
fn page_member<'s>(
    contract: &Contract,
    operation: &Operation,
    body: &'s Shape,
) -> Option<(&'s Member, &'s str)> {
    operation.paging.as_ref().filter(|paging| paging.stated().is_none())?;
    let names = page_names(contract);
    body.members.iter().find_map(|member| {
        let object = &member.shape;
        let is_object = matches!(object.kind(), Some(Kind::Object)) && object.null.count == 0;
        let is_whole = object.members.iter().all(|it| it.absent.count == 0);
        let has_all = names.iter().all(|name| object.member(name).is_some());
        let mut others = object.members.iter().filter(|it| !names.contains(&it.name));
        let total = others.next().filter(|_| others.next().is_none())?;
        (is_object && is_whole && has_all).then_some((member, total.name.as_str()))
    })
}

fn page_names(contract: &Contract) -> Vec<String> {
    let stated = contract.operations().find_map(contract::paging);
    stated.map_or_else(
        || USUAL_MEMBERS.map(str::to_owned).to_vec(),
        |known| {
            let others = known.members.iter().filter(|it| it.says != Some(PageFact::Total));
            others.map(|member| member.wire.clone()).collect()
        },
    )
}

/// How a list is paged, if the document does not say it.
pub fn paging_answer(
    contract: &Contract,
    operation: &Operation,
    bodies: Option<&Bodies>,
    selection: &[(&str, Seen)],
) -> Found {
    let Some(bodies) = bodies.filter(|bodies| bodies.json.all().count > 0) else {
        return Found::open(Why::NoExchange);
    };
    let body = &bodies.json;
    let answer = match (page_member(contract, operation, body), selection) {
        (_, [_, _, ..]) => Err(Why::Differ),
        (Some((_, _)), []) => Err(Why::TooFew),
        (Some((member, total)), [(names, _)]) if *names != IGNORED => {
            let (page, size) = names.split_once(',').unwrap_or_default();
            let names = page_names(contract);
            let mut paging = vec![("meta", text(&member.name)), ("total", text(total))];
            if names != USUAL_MEMBERS {
                paging.push(("members", Json::List(names.iter().map(|name| text(name)).collect())));
            }
            let integers = all_whole(member.shape.members.iter().map(|member| &member.shape));
            paging.push(("integers", integers.map_or_else(|_| text(NOT_SHOWN), Json::Bool)));
            paging.push(("select", map(vec![("page", text(page)), ("per_page", text(size))])));
            Ok(map(paging))
        }
        (None, [(IGNORED, _)]) => Ok(text("none")),
        (None, []) => Err(Why::TooFew),
        _ => Err(Why::NotSayable),
    };
    Found::new(answer, body.all())
}

/// Whether the members about the page are integers.
pub fn paging_integers(bodies: Option<&Bodies>, paging: &Paging) -> Found {
    let object = bodies.and_then(|bodies| match &paging.meta {
        Some(meta) => Some(&bodies.json.member(meta)?.shape),
        None => Some(&bodies.json),
    });
    let Some(object) = object.filter(|object| object.object.count > 0) else {
        return Found::open(Why::NoExchange);
    };
    let numbers = paging.members.iter().filter(|it| it.says.is_none_or(PageFact::is_number));
    let shapes = numbers.filter_map(|it| Some(&object.member(&it.wire)?.shape));
    Found::new(all_whole(shapes).map(Json::Bool), object.object)
}

fn all_whole<'s>(shapes: impl Iterator<Item = &'s Shape>) -> Result<bool, Why> {
    let mut shapes = shapes.peekable();
    shapes.peek().ok_or(Why::NoExchange)?;
    let is_whole =
        |shape: &Shape| matches!(shape.kind(), Some(Kind::Whole)) && shape.null.count == 0;
    Ok(shapes.all(is_whole))
}
