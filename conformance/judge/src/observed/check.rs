//! Checks whether a deployment does what the answers of an overlay say.

use spec::{Body, Contract, ErrorCase, Field, Operation, Record, Slot, Type};

use super::evidence::{Bodies, Evidence};
use super::records::Records;
use super::shape::{Place, Seen, Shape};

/// What the exchanges show about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub gap: String,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No exchange contradicts the answer. Holds the number of exchanges that show it.
    Agrees(u32),
    Differs(Difference),
    /// No exchange shows the answer.
    NotSeen,
}

/// What contradicts an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Path of the member that differs, starting at the outermost member; empty if the whole answer differs.
    pub member: String,
    pub expected: String,
    pub actual: String,
    pub place: Option<Place>,
}

/// Checks the answers that exchanges can show, in order of gap.
pub fn check(contract: &Contract, evidence: &Evidence, records: &Records<'_>) -> Vec<Checked> {
    let mut checker = Checker { contract, evidence, checked: Vec::new() };
    let further = &contract.service.error_body.further_members;
    // An error without further members does not contradict that other errors have them.
    checker.value(further, |value| if *value { String::new() } else { value.to_string() });
    checker.cases(&contract.service.errors);
    for operation in contract.operations() {
        checker.operation(operation);
    }
    for record in contract.records() {
        if let Some(seen) = records.seen(&record.name) {
            checker.record(record, seen);
        }
    }
    checker.checked.sort_by(|one, other| one.gap.cmp(&other.gap));
    checker.checked
}

struct Checker<'c> {
    contract: &'c Contract,
    evidence: &'c Evidence,
    checked: Vec<Checked>,
}

impl Checker<'_> {
    fn put<T>(&mut self, slot: &Slot<T>, outcome: impl FnOnce(&T) -> Outcome) {
        if let Slot::Answered { gap, fact, .. } = slot {
            self.checked.push(Checked { gap: gap.clone(), outcome: outcome(&fact.value) });
        }
    }

    /// Checks an answer that is a single value. An empty value cannot be contradicted.
    fn value<T>(&mut self, slot: &Slot<T>, write: impl FnOnce(&T) -> String) {
        let Some(gap) = slot.gap() else { return };
        let values = self.evidence.values(gap);
        self.put(slot, |answer| {
            let expected = write(answer);
            let other = values.iter().find(|(value, _)| !expected.is_empty() && *value != expected);
            match (other, values.is_empty()) {
                (_, true) => Outcome::NotSeen,
                (Some((value, seen)), _) => differs("", expected, *value, *seen),
                (None, _) => Outcome::Agrees(values.iter().map(|(_, seen)| seen.count).sum()),
            }
        });
    }

    fn cases(&mut self, cases: &[ErrorCase]) {
        for case in cases {
            self.value(&case.status, u16::to_string);
            if let Some(code) = &case.code {
                self.value(code, String::clone);
            }
        }
    }

    fn operation(&mut self, operation: &Operation) {
        let evidence = self.evidence;
        let bodies = evidence.bodies.get(&operation.id);
        self.value(&operation.success.status, u16::to_string);
        self.value(&operation.key_required, bool::to_string);
        if let Some(scope) = &operation.scope {
            self.value(scope, |scope| scope.name().to_owned());
        }
        let contract = self.contract;
        self.put(&operation.success.body, |body| match bodies {
            Some(bodies) => check_body(contract, body, bodies),
            None => Outcome::NotSeen,
        });
        self.cases(&operation.errors);
    }

    fn record(&mut self, record: &Record, seen: &Shape) {
        let contract = self.contract;
        for field in record.fields.iter().filter(|field| field.added_by.is_none()) {
            let member = seen.member(&field.wire);
            let absent = member.map_or(seen.object, |member| member.absent);
            self.put(&field.present, |present| match present {
                true if absent.count > 0 => differs("", "present", "absent", absent),
                _ => Outcome::Agrees(seen.object.count),
            });
            let Some(member) = member else { continue };
            let shape = &member.shape;
            self.put(&field.nullable, |nullable| match nullable {
                false if shape.null.count > 0 => differs("", "a value", "null", shape.null),
                _ => Outcome::Agrees(shape.all().count),
            });
            let gap = format!("{}.{}.{}.type", record.resource, record.name, field.name);
            if contract.gap(&gap).is_some() && !matches!(field.ty, Type::Unknown(_)) {
                let outcome = match misfit(contract, &field.ty, shape, "") {
                    Some(found) => Outcome::Differs(found),
                    None if shape.values().count == 0 => Outcome::NotSeen,
                    None => Outcome::Agrees(shape.values().count),
                };
                self.checked.push(Checked { gap, outcome });
            }
        }
        let is_known = |name: &str| record.fields.iter().any(|field| field.wire == name);
        self.put(&record.further_members, |_| {
            let added = record.fields.iter().filter(|field| field.added_by.is_some());
            let wrong = added.filter_map(|field| wrong_field(contract, field, seen, "")).next();
            let unknown = seen.members.iter().find(|member| !is_known(&member.name));
            match (wrong, unknown) {
                (Some(found), _) => Outcome::Differs(found),
                (None, Some(member)) => {
                    differs(&member.name, "no such member", "a member", member.shape.all())
                }
                (None, None) => Outcome::Agrees(seen.object.count),
            }
        });
    }
}

fn differs(
    member: &str,
    expected: impl Into<String>,
    actual: impl Into<String>,
    seen: Seen,
) -> Outcome {
    Outcome::Differs(difference(member, expected, actual, seen))
}

fn difference(
    member: &str,
    expected: impl Into<String>,
    actual: impl Into<String>,
    seen: Seen,
) -> Difference {
    let (expected, actual) = (expected.into(), actual.into());
    Difference { member: member.to_owned(), expected, actual, place: seen.first }
}

fn check_body(contract: &Contract, body: &Body, bodies: &Bodies) -> Outcome {
    let mut json = bodies.json.all();
    json.merge(bodies.other);
    if *body == Body::Empty {
        return match json.count {
            0 => Outcome::Agrees(bodies.empty.count),
            _ => differs("", "an empty body", "a body", json),
        };
    }
    if bodies.empty.count > 0 {
        return differs("", "a body", "an empty body", bodies.empty);
    }
    if bodies.other.count > 0 {
        return differs("", "JSON", "a body that is not JSON", bodies.other);
    }
    let shape = &bodies.json;
    let wrong = body.members().iter().find_map(|member| {
        if member.wire.is_empty() {
            return misfit(contract, &member.ty, shape, "");
        }
        let found = shape.member(&member.wire);
        let absent = found.map_or(shape.all(), |found| found.absent);
        if absent.count > 0 {
            return Some(difference(&member.wire, "a member", "no member", absent));
        }
        let found = &found?.shape;
        let null = Some(found.null).filter(|null| null.count > 0);
        null.map(|null| difference(&member.wire, "a value", "null", null))
            .or_else(|| misfit(contract, &member.ty, found, &member.wire))
    });
    wrong.map_or(Outcome::Agrees(shape.all().count), Outcome::Differs)
}

/// How a member differs from what the answer says about it.
fn wrong_field(
    contract: &Contract,
    field: &Field,
    objects: &Shape,
    within: &str,
) -> Option<Difference> {
    let at =
        if within.is_empty() { field.wire.clone() } else { format!("{within}.{}", field.wire) };
    let member = objects.member(&field.wire);
    let absent = member.map_or(objects.object, |member| member.absent);
    if field.present.value() == Some(&true) && absent.count > 0 {
        return Some(difference(&at, "present", "absent", absent));
    }
    let shape = &member?.shape;
    if field.nullable.value() == Some(&false) && shape.null.count > 0 {
        return Some(difference(&at, "a value", "null", shape.null));
    }
    misfit(contract, &field.ty, shape, &at)
}

/// A value that does not have the type. Null fits every type.
fn misfit(contract: &Contract, ty: &Type, shape: &Shape, at: &str) -> Option<Difference> {
    let wanted = match ty {
        Type::Text(_) | Type::Enumeration(_) | Type::Timestamp(_) | Type::Date => "string",
        Type::Integer | Type::Number | Type::UnixTime => "number",
        Type::Boolean => "boolean",
        Type::Record(_) | Type::Map(_) => "object",
        Type::List(_) => "array",
        Type::Json | Type::Unknown(_) => return None,
    };
    if let Some((kind, seen)) = shape.by_kind().find(|(kind, _)| *kind != wanted) {
        return Some(difference(at, wanted, kind, seen));
    }
    match ty {
        Type::Integer | Type::UnixTime if shape.fraction.count > 0 => {
            Some(difference(at, "a whole number", "a fraction", shape.fraction))
        }
        Type::Record(name) if shape.object.count > 0 => {
            let fields = contract.record(name).into_iter().flat_map(|record| &record.fields);
            fields.filter_map(|field| wrong_field(contract, field, shape, at)).next()
        }
        Type::List(item) => misfit(contract, item, shape.item.as_deref()?, at),
        _ => None,
    }
}
