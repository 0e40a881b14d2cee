//! Values of inputs and of members: those on both sides of a bound, and calls with them.

use conformance_model::scenario::Step;
use spec::{
    Comparison, Condition, Constraints, Contract, ErrorCase, InputField, InputPart, InputRef,
    MemberEffect, Operation, Type, ValueSource,
};

use super::simulated::Simulated;
use crate::call::Call;
use crate::candidates::{admits, candidates, number};
use crate::lifecycle::reachable;
use crate::subject::Subject;

/// A value for each input and member that a scenario chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values(Vec<(ValueSource, i64)>);

impl Values {
    pub(super) fn get(&self, source: &ValueSource) -> Option<i64> {
        self.0.iter().find(|(known, _)| known == source).map(|(_, value)| *value)
    }

    /// Whether an input of the call is sent.
    pub(super) fn sends(&self, input: &InputRef) -> bool {
        self.get(&ValueSource::Input(input.clone())).is_some()
    }
}

/// A call with the values, and the records that it names.
pub(super) struct Prepared {
    pub(super) call: Call,
    pub(super) records: Vec<(String, Subject)>,
}

/// What a scenario can choose for a call whose outcome depends on values.
pub(super) struct Situations<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    /// What the members of the records that the call names are before it.
    simulated: Vec<Simulated<'c>>,
    variables: Vec<Variable<'c>>,
    /// Members that an earlier call has set, with their values.
    fixed: Values,
}

/// A value that a scenario chooses: it is sent with the call, or with the creation of a record.
#[derive(Clone)]
struct Variable<'c> {
    source: ValueSource,
    constraints: &'c Constraints,
}

impl<'c> Situations<'c> {
    /// What can be chosen for these inputs and members. `None` if a scenario does not decide one of them.
    pub(super) fn new<'s>(
        contract: &'c Contract,
        operation: &'c Operation,
        sources: impl Iterator<Item = &'s ValueSource>,
    ) -> Option<Self> {
        let mut situations = Self {
            contract,
            operation,
            simulated: Vec::new(),
            variables: Vec::new(),
            fixed: Values::default(),
        };
        for (record, subject) in situations.prepare(&Values::default(), "it")?.records {
            situations.simulated.push(Simulated::new(contract, &record, &subject.steps));
        }
        // Other comparisons are about the required inputs and the records as well.
        let of_others = comparisons(operation).flat_map(Comparison::sources);
        let of_others = of_others.filter(|source| match source {
            ValueSource::Input(input) => {
                operation.body_field(&input.name).is_some_and(|it| operation.always_has(it))
            }
            ValueSource::Record { .. } => true,
        });
        for source in sources.cloned().chain(of_others.cloned()) {
            situations.vary(&source)?;
        }
        Some(situations)
    }

    /// Makes a variable of the source, or of what its value follows from.
    fn vary(&mut self, source: &ValueSource) -> Option<()> {
        if self.variables.iter().any(|known| known.source == *source) {
            return Some(());
        }
        if let Some(input) = chosen_by(self.contract, self.operation, source) {
            let (source, constraints) = (source.clone(), &input.constraints);
            self.variables.push(Variable { source, constraints });
            return Some(());
        }
        let ValueSource::Record { record, field } = source else { return None };
        let simulated = self.simulated.iter().find(|it| it.record == *record)?;
        for source in simulated.sources(field)? {
            self.vary(&source)?;
        }
        Some(())
    }

    /// What can be chosen for another call after one with these values. `None` if the call sets no member.
    pub(super) fn after(&self, values: &Values) -> Option<Self> {
        let mut fixed = Values::default();
        let variables =
            self.variables.iter().filter(|it| matches!(it.source, ValueSource::Input(_)));
        let variables: Vec<_> = variables.cloned().collect();
        let named = self.operation.effects.iter();
        for effect in named.filter(|it| self.operation.creates.as_ref() != Some(&it.record)) {
            let (record, field) = (effect.record.clone(), effect.field.clone());
            let source = ValueSource::Record { record, field };
            fixed.0.push((source, self.result(values, effect)?));
        }
        let is_other = |(source, _): &&(ValueSource, i64)| {
            matches!(source, ValueSource::Record { .. }) && fixed.get(source).is_none()
        };
        let others: Vec<_> = values.0.iter().filter(is_other).cloned().collect();
        let is_changed = !fixed.0.is_empty() && !variables.is_empty();
        fixed.0.extend(others);
        let simulated = self.simulated.clone();
        let (contract, operation) = (self.contract, self.operation);
        is_changed.then_some(Self { contract, operation, simulated, variables, fixed })
    }

    /// The inputs of the call with these values.
    pub(super) fn sent(&self, step: &Step, values: &Values) -> Step {
        values.0.iter().fold(step.clone(), |step, (source, value)| match source {
            ValueSource::Input(input) => step.input(input.part, &input.name, number(*value)),
            ValueSource::Record { .. } => step,
        })
    }

    /// The value of an input or a member with these values.
    pub(super) fn value(&self, values: &Values, source: &ValueSource) -> Option<i64> {
        values.get(source).or_else(|| self.fixed.get(source)).or_else(|| {
            let ValueSource::Record { record, field } = source else { return None };
            let simulated = self.simulated.iter().find(|it| it.record == *record)?;
            simulated.value(field, |source| values.get(source).or_else(|| self.fixed.get(source)))
        })
    }

    /// The value that the call gives to a member of a record that it names.
    pub(super) fn result(&self, values: &Values, effect: &MemberEffect) -> Option<i64> {
        let sum = effect.value(|input| values.sends(input))?;
        sum.value(|source| match source {
            ValueSource::Record { record, field }
                if self.operation.creates.as_ref() == Some(record) =>
            {
                let mut effects = self.operation.effects.iter();
                let own = effects.find(|own| own.record == *record && own.field == *field);
                match own {
                    Some(own) => self.result(values, own),
                    None => values.get(&ValueSource::Input(InputRef::new(InputPart::Body, field))),
                }
            }
            source => self.value(values, source),
        })
    }

    /// Values at which no case applies, of those that are wanted.
    pub(super) fn accepted(&self, is_wanted: impl Fn(&Values) -> bool) -> Option<Values> {
        let all = self.combinations(None);
        all.into_iter().find(|values| self.is_as_wanted(values, None) && is_wanted(values))
    }

    /// Values at which the case applies, and the nearest at which it does not.
    pub(super) fn around(
        &self,
        (case, comparison): (&ErrorCase, &Comparison),
        bound: usize,
    ) -> Option<(Values, Values)> {
        let (relation, _) = comparison.tests.get(bound)?;
        let holds = |difference: i64| relation.holds(difference.cmp(&0));
        // The differences between both sides of the comparison at which its truth changes.
        let edges = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        edges
            .into_iter()
            .filter(|(refused, accepted)| holds(*refused) && !holds(*accepted))
            .find_map(|(refused, accepted)| {
                let refused = self.with(comparison, (bound, refused), Some(case))?;
                Some((refused, self.with(comparison, (bound, accepted), None)?))
            })
    }

    /// Values that are accepted, further away from the bound.
    pub(super) fn inside(&self, comparison: &Comparison, bound: usize) -> Option<Values> {
        let mut differences = [10, -10, 3, -3, 2, -2].into_iter();
        differences.find_map(|difference| self.with(comparison, (bound, difference), None))
    }

    /// Values at which the sides of the comparison differ by so much. Of all cases, only the given one applies.
    fn with(
        &self,
        comparison: &Comparison,
        (bound, difference): (usize, i64),
        refused: Option<&ErrorCase>,
    ) -> Option<Values> {
        let (_, right) = comparison.tests.get(bound)?;
        let difference_of = |values: &Values| {
            let of = |source: &ValueSource| self.value(values, source);
            comparison.left.value(of)?.checked_sub(right.value(of)?)
        };
        // All variables but one are chosen, and that one makes the difference.
        (0..self.variables.len()).rev().find_map(|solved| {
            self.combinations(Some(solved)).into_iter().find_map(|mut values| {
                let at_zero = difference_of(&values)?;
                values.0.get_mut(solved)?.1 = 1;
                let slope = difference_of(&values)?.checked_sub(at_zero)?;
                let value = difference.checked_sub(at_zero)?.checked_div(slope)?;
                values.0.get_mut(solved)?.1 = value;
                let is_right = difference_of(&values)? == difference
                    && admits(self.variables.get(solved)?.constraints, value)
                    && self.is_as_wanted(&values, refused);
                is_right.then_some(values)
            })
        })
    }

    /// Combinations of values; zero for the one that is solved.
    fn combinations(&self, solved: Option<usize>) -> Vec<Values> {
        let mut chosen = vec![Values::default()];
        for (at, variable) in self.variables.iter().enumerate() {
            let is_solved = Some(at) == solved;
            let candidates = if is_solved { vec![0] } else { candidates(variable.constraints) };
            let extended = chosen.iter().flat_map(|values| {
                candidates.iter().map(|value| {
                    let mut values = values.clone();
                    values.0.push((variable.source.clone(), *value));
                    values
                })
            });
            chosen = extended.take(MOST).collect();
        }
        chosen
    }

    /// Whether of all comparisons only that of the given case applies.
    fn is_as_wanted(&self, values: &Values, refused: Option<&ErrorCase>) -> bool {
        self.operation.errors.iter().all(|case| match case.when.value() {
            Some(Condition::Compares(comparison)) => {
                let is_sent = comparison.sources().all(|source| match source {
                    ValueSource::Input(input) => values.sends(input),
                    ValueSource::Record { .. } => true,
                });
                let holds = comparison.holds(|source| self.value(values, source));
                let wanted = refused.is_some_and(|refused| refused.id == case.id);
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
            if let Fitting::Moved(state) = fitting_state(self.contract, self.operation, &record)? {
                let declared = self.contract.record(&record)?;
                *subject = subject.clone().in_state(self.contract, declared, &state)?;
            }
            records.push((record, subject.clone()));
        }
        call.step = self.sent(&call.step, values);
        let first = self.operation.transitions.first();
        if let Some(trigger) = first.and_then(|transition| transition.trigger.as_ref()) {
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

/// How a new record comes to a state in which the call is accepted.
enum Fitting {
    /// It is in one.
    AtFirst,
    /// It is moved to this one.
    Moved(String),
}

/// `None` if the document shows no such state, or not the first one where the call depends on it.
fn fitting_state(contract: &Contract, operation: &Operation, record: &str) -> Option<Fitting> {
    let declared = contract.record(record)?;
    // Without a state: whether the call fits whatever the state is.
    let is_fitting = |state: Option<&str>| {
        let mut moves = operation.transitions.iter();
        let first = moves.next().filter(|transition| transition.record == record);
        let starts = first.is_none_or(|transition| match state {
            Some(state) => transition.starts_in(state),
            None => transition.from.is_none(),
        });
        let is_refused = operation.errors.iter().any(|case| match case.when.stated() {
            Some(Condition::InState { record: of, state: wrong }) => {
                of == record && state.is_none_or(|state| state == wrong)
            }
            Some(Condition::NotInState { record: of, state: right }) => {
                of == record && state.is_none_or(|state| state != right)
            }
            _ => false,
        });
        starts && !is_refused
    };
    let initial = declared.lifecycle.as_ref().and_then(|lifecycle| lifecycle.initial.stated());
    if declared.lifecycle.is_none() || is_fitting(initial.map(String::as_str)) {
        return Some(Fitting::AtFirst);
    }
    initial?;
    let mut states = reachable(contract, declared).into_iter();
    states.find(|state| is_fitting(Some(state))).map(|state| Fitting::Moved(state.to_owned()))
}
