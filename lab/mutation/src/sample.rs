//! Success responses generated from the contract, used until the server has returned one.

use http::HeaderMap;
use referral_conformance::exchange::{Response, ResponseBody};
use referral_conformance::json::Json;
use spec::{Body, Contract, EnvelopeMember, Operation, PageFact, PageMember, Paging, Slot, Type};

use crate::response;

/// Depth to which nested records are generated.
const DEPTH: u32 = 3;

/// A success response of the operation.
pub fn acceptance(contract: &Contract, operation: &Operation) -> Response {
    let status = operation.success.status.value().copied().unwrap_or(200);
    match operation.success.body.value() {
        Some(Body::Empty) => {
            Response { status, headers: HeaderMap::new(), body: ResponseBody::default() }
        }
        Some(Body::Envelope(members)) => {
            response::json(status, &envelope(contract, operation, members))
        }
        Some(Body::Bare(body)) => response::json(status, &value(contract, &body.ty, DEPTH)),
        None => response::json(status, &Json::Map(Vec::new())),
    }
}

fn envelope(contract: &Contract, operation: &Operation, members: &[EnvelopeMember]) -> Json {
    let value = |member: &EnvelopeMember| (member.wire.clone(), value(contract, &member.ty, DEPTH));
    let paging = operation.paging.as_ref().and_then(Slot::value);
    Json::Map(members.iter().map(value).chain(paging.into_iter().flat_map(page_members)).collect())
}

/// The members about a page, or the member that holds them.
fn page_members(paging: &Paging) -> Vec<(String, Json)> {
    let sample = |member: &PageMember| {
        let value = match member.says {
            Some(PageFact::More) => Json::Bool(false),
            Some(PageFact::Next) => Json::Null,
            _ => Json::Number("1".to_owned()),
        };
        (member.wire.clone(), value)
    };
    let members = paging.members.iter().map(sample).collect();
    match &paging.meta {
        Some(meta) => vec![(meta.clone(), Json::Map(members))],
        None => members,
    }
}

fn value(contract: &Contract, ty: &Type, depth: u32) -> Json {
    match ty {
        Type::Text(_) | Type::Enumeration(_) | Type::Unknown(_) | Type::Json => {
            Json::Text("sample".to_owned())
        }
        Type::Integer | Type::Number => Json::Number("1".to_owned()),
        Type::UnixTime => Json::Number("1767225600".to_owned()),
        Type::Date => Json::Text("2026-01-31".to_owned()),
        Type::Map(item) => Json::Map(vec![("sample".to_owned(), value(contract, item, depth))]),
        Type::Boolean => Json::Bool(true),
        Type::Timestamp(_) => Json::Text("2026-01-31T12:00:00Z".to_owned()),
        Type::List(item) => Json::List(vec![value(contract, item, depth)]),
        Type::Record(name) => {
            let fields = contract.record(name).filter(|_| depth > 0).map(|record| &record.fields);
            let fields = fields.into_iter().flatten();
            let field =
                |field: &spec::Field| (field.wire.clone(), value(contract, &field.ty, depth - 1));
            Json::Map(fields.map(field).collect())
        }
    }
}
