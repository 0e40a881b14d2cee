//! Values of inputs and of members on both sides of a bound, and calls with them.

use conformance_model::json::Json;
use conformance_model::scenario::Value;
use spec::{
    Comparison, Condition, Constraints, Contract, ErrorCase, InputField, InputPart, Operation,
    Transition, Type, ValueSource,
};

use crate::call::Call;
use crate::lifecycle::reachable;
use crate::subject::Subject;

/// A value for each input and member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values(Vec<(ValueSource, i64)>);

impl Values {
    pub(super) fn get(&self, source: &ValueSource) -> Option<i64> {
        self.0.iter().find(|(known, _)| known == source).map(|(_, value)| *value)
    }
}

/// A call with the values, and the records whose members are compared.
pub(super) struct Prepared {
    pub(super) call: Call,
    pub(super) records: Vec<(String, Subject)>,
}

/// What a scenario can choose for the comparisons of an operation.
pub(super) struct Situations<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    case: &'c ErrorCase,
    comparison: &'c Comparison,
    variables: Vec<Variable<'c>>,
}

/// A value that a scenario chooses: it is sent with the call, or with the creation of a record.
struct Variable<'c> {
    source: ValueSource,
    constraints: &'c Constraints,
}

impl<'c> Situations<'c> {
    /// `None` if a scenario cannot choose the values, or when the call is refused is not known.
    pub(super) fn new(
        contract: &'c Contract,
        operation: &'c Operation,
        case: &'c ErrorCase,
        comparison: &'c Comparison,
    ) -> Option<Self> {
        let mut sources: Vec<ValueSource> = Vec::new();
        // Other comparisons are about the required inputs and the records as well.
        let of_others = comparisons(operation).flat_map(Comparison::sources).filter(|source| {
            match source {
                ValueSource::Input(input) => {
                    operation.body_field(&input.name).is_some_and(|it| operation.always_has(it))
                }
                ValueSource::Record { .. } => true,
            }
        });
        for source in comparison.sources().chain(of_others) {
            if !sources.contains(source) {
                sources.push(source.clone());
            }
        }
        let variables = sources.into_iter().map(|source| {
            let constraints = &chosen_by(contract, operation, &source)?.constraints;
            Some(Variable { source, constraints })
        });
        let variables = variables.collect::<Option<Vec<_>>>()?;
        Some(Self { contract, operation, case, comparison, variables })
    }

    /// Values that are refused, and the nearest that are accepted.
    pub(super) fn around(&self, bound: usize) -> Option<(Values, Values)> {
        let holds = |difference: i64| {
            let (relation, _) = self.comparison.tests.get(bound)?;
            Some(relation.holds(difference.cmp(&0)))
        };
        // The differences between both sides of the comparison at which its truth changes.
        let edges = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        edges.into_iter().find_map(|(refused, accepted)| {
            let is_edge = holds(refused)? && !holds(accepted)?;
            let refused = self.with(bound, refused, true).filter(|_| is_edge)?;
            Some((refused, self.with(bound, accepted, false)?))
        })
    }

    /// Values that are accepted, further away from the bound.
    pub(super) fn inside(&self, bound: usize) -> Option<Values> {
        let differences = [10, -10, 3, -3, 2, -2].into_iter();
        differences.filter_map(|difference| self.with(bound, difference, false)).next()
    }

    /// Values at which the sides of the comparison differ by so much, and at which no other case applies.
    fn with(&self, bound: usize, difference: i64, is_refused: bool) -> Option<Values> {
        let (_, right) = self.comparison.tests.get(bound)?;
        let difference_of = |values: &Values| {
            let of = |source: &ValueSource| values.get(source);
            self.comparison.left.value(of)?.checked_sub(right.value(of)?)
        };
        // All variables but one are chosen, and that one makes the difference.
        (0..self.variables.len()).rev().find_map(|solved| {
            let mut chosen = vec![Values::default()];
            for (at, variable) in self.variables.iter().enumerate() {
                let candidates = if at == solved { vec![0] } else { candidates(variable.constraints) };
                let extended = chosen.iter().flat_map(|values| {
                    candidates.iter().map(|value| {
                        let mut values = values.clone();
                        values.0.push((variable.source.clone(), *value));
                        values
                    })
                });
                chosen = extended.take(MOST).collect();
            }
            chosen.into_iter().find_map(|mut values| {
                let at_zero = difference_of(&values)?;
                values.0.get_mut(solved)?.1 = 1;
                let slope = difference_of(&values)?.checked_sub(at_zero)?;
                let missing = difference.checked_sub(at_zero)?;
                let value = missing.checked_div(slope)?;
                values.0.get_mut(solved)?.1 = value;
                let is_solved = difference_of(&values)? == difference;
                let is_admitted = admits(self.variables.get(solved)?.constraints, value);
                (is_solved && is_admitted && self.is_as_wanted(&values, is_refused))
                    .then_some(values)
            })
        })
    }

    /// Whether this case applies as wanted, and no other one by comparison.
    fn is_as_wanted(&self, values: &Values, is_refused: bool) -> bool {
        self.operation.errors.iter().all(|case| match case.when.value() {
            Some(Condition::Compares(comparison)) => {
                let holds = comparison.holds(|source| values.get(source));
                let is_sent = comparison.sources().all(|source| values.get(source).is_some());
                let wanted = is_refused && case.id == self.case.id;
                if is_sent { holds == Some(wanted) } else { !wanted }
            }
            _ => true,
        })
    }

    /// The call with the values, in a state in which it is accepted. The names of its records end in the name.
    pub(super) fn prepare(&self, values: &Values, name: &str) -> Option<Prepared> {
        let mut call = Call::new(self.contract, self.operation, &format!("_{name}"))?;
        let mut records = Vec::new();
        for subject in &mut call.subjects {
            let Some(step) = subject.steps.last_mut() else { continue };
            let creation = self.contract.operation(&step.call)?;
            let record = creation.creates.clone()?;
            for (source, value) in &values.0 {
                if let ValueSource::Record { record: of, field } = source
                    && *of == record
                {
                    *step = step.clone().body(field, number(*value));
                }
            }
            if let Some(state) = fitting_state(self.contract, self.operation, &record) {
                let declared = self.contract.record(&record)?;
                *subject = subject.clone().in_state(self.contract, declared, &state)?;
            }
            records.push((record, subject.clone()));
        }
        let needs_record = |source: &ValueSource| match source {
            ValueSource::Record { record, .. } => records.iter().any(|(known, _)| known == record),
            ValueSource::Input(_) => true,
        };
        if !self.comparison.sources().all(needs_record) {
            return None;
        }
        for (source, value) in &values.0 {
            if let ValueSource::Input(input) = source {
                call.step = call.step.input(input.part, &input.name, number(*value));
            }
        }
        if let Some(trigger) = self.operation.transitions.first().and_then(|it| it.trigger.as_ref())
        {
            let (input, value) = (&trigger.input, trigger.value.value.as_str());
            call.step = call.step.input(input.part, &input.name, value);
        }
        Some(Prepared { call, records })
    }
}

/// The most combinations of values that are tried.
const MOST: usize = 4096;

fn comparisons(operation: &Operation) -> impl Iterator<Item = &Comparison> {
    operation.errors.iter().filter_map(|case| match case.when.value() {
        Some(Condition::Compares(comparison)) => Some(comparison),
        _ => None,
    })
}

/// The input that gives the value: of the call, or of the creation of the record.
fn chosen_by<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    source: &ValueSource,
) -> Option<&'c InputField> {
    let (creation, name) = match source {
        ValueSource::Input(input) if input.part == InputPart::Body => (operation, &input.name),
        ValueSource::Input(_) => return None,
        ValueSource::Record { record, field } => {
            let mut creations = contract.operations();
            (creations.find(|known| known.creates.as_ref() == Some(record))?, field)
        }
    };
    creation.body_field(name).filter(|field| field.ty == Type::Integer)
}

/// The state in which the call is accepted for a record, if new ones are in another.
fn fitting_state(contract: &Contract, operation: &Operation, record: &str) -> Option<String> {
    let declared = contract.record(record)?;
    let initial = declared.lifecycle.as_ref()?.initial.stated()?;
    let moves: Vec<&Transition> = operation.transitions.iter().collect();
    let is_fitting = |state: &str| {
        let first = moves.first().filter(|transition| transition.record == record);
        let is_refused = operation.errors.iter().any(|case| match case.when.stated() {
            Some(Condition::InState { record: of, state: wrong }) => *of == record && wrong == state,
            Some(Condition::NotInState { record: of, state: right }) => {
                *of == record && right != state
            }
            _ => false,
        });
        first.is_none_or(|transition| transition.starts_in(state)) && !is_refused
    };
    if is_fitting(initial) {
        return None;
    }
    reachable(contract, declared).into_iter().find(|state| is_fitting(state)).map(str::to_owned)
}

/// Values that the constraints admit: those in the middle first.
pub(super) fn candidates(constraints: &Constraints) -> Vec<i64> {
    let bound = |bound: Option<f64>, other: i64| bound.map_or(other, whole);
    let (low, high) = (
        bound(constraints.minimum, 0),
        bound(constraints.maximum, 1_000_000),
    );
    let middle = low.midpoint(high);
    let mut values = vec![40, 1000, middle, 10, 1, 2, 0, -1, high, low];
    values.extend([low.checked_add(1), high.checked_sub(1)].into_iter().flatten());
    values.retain(|value| admits(constraints, *value));
    values
}

fn whole(number: f64) -> i64 {
    number.to_string().parse().unwrap_or_default()
}

fn admits(constraints: &Constraints, value: i64) -> bool {
    conformance_model::values::admits(constraints, &Json::Number(value.to_string()))
}

pub(super) fn number(value: i64) -> Value {
    Json::Number(value.to_string()).into()
}
