//! The structure of a random contract.

mod files;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Names of members: Rust keywords, and plain ones.
const NAMES: [&str; 8] = ["uuid", "type", "self", "extra", "new", "a1", "due_date", "x"];
const SLOTS: [&str; 3] = ["yes", "no", "{ not_shown: Whether. }"];
const SCALARS: [&str; 5] = ["string", "integer", "number", "boolean", "timestamp"];
const STATUSES: [&str; 4] = ["200", "201", "299", "{ not_shown: Which. }"];

/// A contract with one resource.
#[derive(Clone, Debug)]
pub struct Sketch {
    records: Vec<Record>,
    operations: Vec<Operation>,
    further_errors: &'static str,
    key: &'static str,
}

/// A record, named after its index: `R0`.
#[derive(Clone, Debug)]
struct Record {
    further_members: &'static str,
    fields: Vec<Field>,
}

#[derive(Clone, Debug)]
struct Field {
    name: &'static str,
    /// Name on the wire, if it differs.
    wire: Option<&'static str>,
    ty: Type,
    present: &'static str,
    nullable: &'static str,
    exampled: bool,
}

#[derive(Clone, Debug)]
enum Type {
    Scalar(&'static str),
    Values(Vec<&'static str>),
    Identifier,
    Unknown,
    List(&'static str),
    /// Index of a record, modulo their number.
    Record {
        at: usize,
        list: bool,
    },
}

/// An operation, named after its index: `op_0`.
#[derive(Clone, Debug)]
struct Operation {
    method: &'static str,
    key: &'static str,
    /// Path parameter: by UUID, or by UUID or e-mail address.
    parameter: Option<bool>,
    query: Vec<Input>,
    body: Vec<Input>,
    status: &'static str,
    success: Success,
    refusals: Vec<Refusal>,
}

#[derive(Clone, Debug)]
struct Input {
    name: &'static str,
    ty: &'static str,
    required: bool,
    values: bool,
    several: bool,
}

#[derive(Clone, Debug)]
enum Success {
    Empty,
    Unknown,
    Page { integers: &'static str, select: bool },
    Members(Vec<Type>),
}

#[derive(Clone, Debug)]
struct Refusal {
    status: &'static str,
    /// Whether its message contains an input.
    tells: bool,
}

pub fn sketches() -> impl Strategy<Value = Sketch> {
    let key = select(vec!["yes", "no", "{ not_shown: Whether. }"]);
    (vec(record(), 1..4), vec(operation(), 1..4), select(SLOTS.to_vec()), key).prop_map(
        |(records, operations, further_errors, key)| Sketch {
            records,
            operations,
            further_errors,
            key,
        },
    )
}

fn record() -> impl Strategy<Value = Record> {
    let names = subsequence(NAMES.to_vec(), 0..=6);
    let fields = names.prop_flat_map(|names| names.into_iter().map(field).collect::<Vec<_>>());
    (select(SLOTS.to_vec()), fields)
        .prop_map(|(further_members, fields)| Record { further_members, fields })
}

fn field(name: &'static str) -> impl Strategy<Value = Field> {
    let wire = option::weighted(0.3, select(vec!["größe", "the \\\"name\\\"", "3d", "-"]));
    let slot = || select(SLOTS.to_vec());
    let exampled = prop::bool::weighted(0.2);
    (wire, ty(), slot(), slot(), exampled).prop_map(
        move |(wire, ty, present, nullable, exampled)| Field {
            name,
            // Names of members are unique.
            wire: wire.filter(|_| name == "x"),
            ty: if name == "uuid" { Type::Identifier } else { ty },
            present,
            nullable,
            exampled,
        },
    )
}

fn ty() -> impl Strategy<Value = Type> {
    let scalar = || select(SCALARS.to_vec());
    let values = vec!["self", "3d", "+", "größe", "a b", "other"];
    prop_oneof![
        4 => scalar().prop_map(Type::Scalar),
        1 => subsequence(values, 1..=3).prop_map(Type::Values),
        1 => Just(Type::Identifier),
        1 => Just(Type::Unknown),
        1 => scalar().prop_map(Type::List),
        2 => (0_usize..3, any::<bool>()).prop_map(|(at, list)| Type::Record { at, list }),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    let key = select(SLOTS.to_vec());
    let method = select(vec!["GET", "POST", "PUT", "PATCH", "DELETE"]);
    let parameter = option::of(any::<bool>());
    let query = inputs(&["type", "match", "q1"]);
    let body = inputs(&["self", "due_date", "new"]);
    let refusal = (select(vec!["400", "404", "418", "{ not_shown: Which. }"]), any::<bool>())
        .prop_map(|(status, tells)| Refusal { status, tells });
    let refusals = vec(refusal, 1..3);
    let status = select(STATUSES.to_vec());
    (method, key, parameter, query, body, status, success(), refusals).prop_map(
        |(method, key, parameter, query, mut body, status, success, refusals)| {
            if ["GET", "DELETE"].contains(&method) {
                body.clear();
            }
            Operation { method, key, parameter, query, body, status, success, refusals }
        },
    )
}

fn inputs(names: &[&'static str]) -> impl Strategy<Value = Vec<Input>> + use<> {
    subsequence(names.to_vec(), 0..=names.len()).prop_flat_map(|names| {
        let inputs = names.into_iter().map(|name| {
            let ty = select(SCALARS.to_vec());
            (ty, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
                move |(ty, required, values, several)| Input {
                    name,
                    ty,
                    required,
                    values: values && ty == "string",
                    several: several && ty == "string",
                },
            )
        });
        inputs.collect::<Vec<_>>()
    })
}

fn success() -> impl Strategy<Value = Success> {
    let page = (select(SLOTS.to_vec()), any::<bool>());
    prop_oneof![
        1 => Just(Success::Empty),
        1 => Just(Success::Unknown),
        1 => page.prop_map(|(integers, select)| Success::Page { integers, select }),
        3 => vec(ty(), 0..3).prop_map(Success::Members),
    ]
}
