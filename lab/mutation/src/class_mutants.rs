//! Class mutants: servers that treat the values of one class in one input otherwise than the rest.
//!
//! The classes are those in which backends make mistakes. They have their own predicates, so that they do not agree by
//! construction with the classes that the suite draws values from.

mod classes;
mod effects;

use referral_conformance::classes::Class;
use referral_conformance::json::Json;
use referral_conformance::scenario::Value;
use referral_conformance::values::bounds;
use spec::{Clause, ClauseKind, Condition, Constraints, Contract, InputPart, Operation, Type};

use crate::mutant::{InterceptionPoint, Mutant};
use classes::{Kind, ValueClass};
use effects::Effect;

/// An input of an operation, as far as classes of its values go.
struct Input<'c> {
    operation: &'c Operation,
    part: InputPart,
    wire: &'c str,
    ty: &'c Type,
    constraints: &'c Constraints,
    /// Whether the document leaves open which values are accepted.
    is_open: bool,
    /// Whether a documented response depends on which value was stored.
    is_visible: bool,
}

impl Input<'_> {
    /// Whether values of the class may obey the constraints, as far as the values that the suite draws from show.
    fn can_have(&self, class: ValueClass) -> bool {
        let is_bound = self.constraints.stated().next().is_some();
        let values = Class::of(self.ty)
            .into_iter()
            .flat_map(|drawn| drawn.admitted(self.constraints).map(|number| drawn.example(number)));
        let mut values = values.chain(bounds(self.ty, self.constraints));
        !is_bound
            || class.kind == Kind::Malformed
            || values.any(|value| match value {
                Value::Json(json) => class.holds(&json),
                Value::Text(text) => class.holds(&Json::Text(text.to_string())),
            })
    }
}

/// All class mutants of a contract, in the order of its operations.
pub fn mutants(contract: &Contract) -> Vec<Mutant> {
    let clauses = contract.clauses();
    let inputs = contract.operations().flat_map(|operation| inputs(contract, operation));
    inputs.flat_map(|input| mutants_of(&clauses, &input)).collect()
}

/// The inputs with one value that names no record.
fn inputs<'c>(contract: &Contract, operation: &'c Operation) -> Vec<Input<'c>> {
    let stores = operation.updates.is_some()
        || operation.creates.as_ref().is_some_and(|record| is_shown(contract, record));
    let is_echoed =
        |field: &str| operation.success.echoes.iter().any(|echo| echo.from.name == field);
    let body = operation.body.iter().filter(|field| !field.several && field.record.is_none());
    let body = body.map(|field| Input {
        operation,
        part: InputPart::Body,
        wire: &field.wire,
        ty: &field.ty,
        constraints: &field.constraints,
        is_open: field.values_open.is_some(),
        is_visible: stores || is_echoed(&field.wire),
    });
    // The document does not show what an undocumented value does.
    let query =
        operation.query.iter().filter(|query| query.values.is_empty() && query.several.is_none());
    let query = query.map(|query| Input {
        operation,
        part: InputPart::Query,
        wire: &query.name,
        ty: &query.ty,
        constraints: &query.constraints,
        is_open: false,
        is_visible: true,
    });
    body.chain(query).collect()
}

/// Whether an operation shows such records.
fn is_shown(contract: &Contract, record: &str) -> bool {
    contract.operations().any(|operation| {
        let names = |path: &spec::PathParameter| path.record == record;
        let is_read = operation.method.is_safe() && operation.path_parameters.iter().any(names);
        is_read || operation.lists.as_deref() == Some(record)
    })
}

fn mutants_of(clauses: &[Clause], input: &Input<'_>) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for class in classes::of(input.ty).into_iter().filter(|class| input.can_have(*class)) {
        for &effect in Effect::of(class) {
            // A service may do with values that the document leaves open what it likes, but not fail.
            if input.is_open && effect != Effect::ServerError
                || effect.changes_value() && !input.is_visible
            {
                continue;
            }
            let Some(clause) = broken_clause(clauses, input, effect) else {
                continue;
            };
            let (operation, part) = (&input.operation.id, input.part.name());
            mutants.push(Mutant {
                id: format!("{operation}.{part}.{}/{}/{}", input.wire, class.id, effect.name()),
                clause: clause.clone(),
                name: effect.name(),
                statement: effect.statement(),
                point: InterceptionPoint::Exchange(effect.intercept(input.part, input.wire, class)),
                operation: Some(operation.clone()),
            });
        }
    }
    mutants
}

/// The clause that the effect breaks: the most specific one that the contract has.
fn broken_clause<'c>(
    clauses: &'c [Clause],
    input: &Input<'_>,
    effect: Effect,
) -> Option<&'c Clause> {
    let is_of_operation = |clause: &&Clause| {
        clause.testable() && clause.operation.as_deref() == Some(&input.operation.id)
    };
    let is_input = |field: &str| input.part == InputPart::Body && field == input.wire;
    let rank = |clause: &Clause| match &clause.kind {
        ClauseKind::Refusal { case } => {
            let case = input.operation.errors.iter().find(|known| known.id == *case)?;
            let is_about = matches!(case.when.stated()?, Condition::Malformed(at) if at.part == input.part && at.name == input.wire);
            (effect == Effect::Accepted && is_about).then_some(0)
        }
        ClauseKind::Update { field } => (effect.changes_value() && is_input(field)).then_some(1),
        ClauseKind::InputAccepted { field } => {
            (effect != Effect::Accepted && !input.is_open && is_input(field)).then_some(2)
        }
        ClauseKind::Acceptance => (effect != Effect::Accepted).then_some(3),
        _ => None,
    };
    let ranked =
        clauses.iter().filter(is_of_operation).filter_map(|clause| Some((rank(clause)?, clause)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, clause)| clause)
}
