//! Looks up the records of a list whose answer is not documented, one by one.
//!
//! Candidates are strings in the answer under the name of the identifier field. A candidate is an
//! identifier if the operation that reads a single record returns a record with this identifier,
//! which is documented.

use spec::{Contract, Identifier, Method, Operation, Type};

use super::{RecordSource, source};
use crate::contract::{envelope, identifier};
use crate::json::Json;
use crate::run::{Probe, ProbeAnswer};
use crate::suite::Suite;

/// Maximum number of candidates per list.
const MAX_CANDIDATES: usize = 24;

/// An operation that reads a single record.
#[derive(Clone, Copy, Debug)]
pub struct RecordLookup<'s> {
    pub(super) operation: &'s Operation,
    /// Its path parameter.
    parameter: &'s str,
    /// The field of its answer that contains the record.
    pub(super) member: &'s str,
}

impl<'s> RecordLookup<'s> {
    /// The operation that reads a record by its identifier, if there is one.
    pub(super) fn of(contract: &'s Contract, record: &str) -> Option<Self> {
        contract.operations().find_map(|operation| {
            let [path] = operation.path_parameters.as_slice() else {
                return None;
            };
            let addresses = path.record == record && path.identifiers.contains(&Identifier::Uuid);
            let mut members = envelope(operation)?.iter();
            let member = members.find(|member| member.ty == Type::Record(record.to_owned()))?;
            let reads = operation.method == Method::Get && addresses;
            reads.then_some(Self { operation, parameter: &path.name, member: &member.wire })
        })
    }
}

/// The requests to send after the lists have answered.
#[must_use]
pub fn lookups<'s>(
    suite: &'s Suite,
    looked: &[ProbeAnswer],
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Probe<'s>> {
    let kinds = suite.contract.service.fixtures.iter();
    let mut questions: Vec<Probe<'_>> = Vec::new();
    for kind in kinds.filter(|kind| is_wanted(&kind.kind)) {
        let Ok(source) = source(suite, kind) else {
            continue;
        };
        let RecordSource::LookedUp(lookup) = source.sought else {
            continue;
        };
        let id = suite.contract.record(&kind.record).and_then(identifier);
        let name = id.map_or("", |id| id.wire.as_str());
        for looked in looked.iter().filter(|one| one.list == source.list.id) {
            let texts = looked.outcome.as_ref().ok();
            let texts = texts.filter(|answer| answer.is_success());
            let json = texts.and_then(|answer| Json::parse(&answer.body));
            let mut found = Vec::new();
            json.iter().for_each(|json| texts_of(json, name, &mut found));
            questions.extend(found.into_iter().map(|asked| Probe {
                list: &source.list.id,
                operation: lookup.operation,
                account: looked.account.clone(),
                asked: Some((lookup.parameter, asked)),
            }));
        }
    }
    questions.dedup_by(|a, b| a.operation.id == b.operation.id && a.asked == b.asked);
    questions
}

/// The distinct strings in fields of that name.
fn texts_of(json: &Json, name: &str, found: &mut Vec<String>) {
    match json {
        Json::List(items) => items.iter().for_each(|item| texts_of(item, name, found)),
        Json::Map(members) => {
            for (member, value) in members {
                match value.text() {
                    Some(text) if member == name && !text.is_empty() => {
                        if found.len() < MAX_CANDIDATES && !found.iter().any(|known| known == text)
                        {
                            found.push(text.to_owned());
                        }
                    }
                    _ => texts_of(value, name, found),
                }
            }
        }
        _ => {}
    }
}
