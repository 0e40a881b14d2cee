//! Lifecycles: the transitions of a record, records in a known state, and reads that show the state.

use conformance_model::contract::member_of_type;
use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Contract, Fixture, Operation, Record, Transition, Type, field_path};

use super::record_input::{RecordInput, record_inputs};
use super::subject::Subject;
use conformance_model::scenario::Step;

/// An operation that brings a record into another state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<'c> {
    pub(crate) target: RecordInput<'c>,
    pub(crate) transition: &'c Transition,
}

impl<'c> Move<'c> {
    /// The state after it, where the document names it.
    pub(crate) fn to(&self) -> Option<&'c str> {
        self.transition.to.stated().map(String::as_str)
    }

    /// Whether the transition can start from any state.
    pub(crate) fn is_from_any(&self) -> bool {
        self.transition.from.is_none()
    }

    /// Whether the transition can start from this state.
    pub(crate) fn starts_in(&self, state: &str) -> bool {
        self.transition.starts_in(state)
    }

    /// The first of the states from which it can start.
    pub(crate) fn first_state_before(&self) -> Option<&'c str> {
        self.transition.states_before().first().map(String::as_str)
    }

    /// Whether no error of the operation may apply without a known reason.
    pub(crate) fn is_certain(&self) -> bool {
        self.target.operation.errors.iter().all(|case| case.when.stated().is_some())
    }

    /// Whether it leads from a known state to another known one, and creates nothing.
    fn leads_from(&self, state: Option<&str>) -> bool {
        let starts = self.is_from_any() || state.is_some_and(|state| self.starts_in(state));
        starts
            && self.is_certain()
            && self.target.operation.creates.is_none()
            && self.to().is_some_and(|to| Some(to) != state)
    }

    /// The clause that it is allowed.
    pub(crate) fn allowed(&self) -> ClauseRef {
        let transition = self.transition.name.clone();
        ClauseRef::new(self.target.operation, ClauseKind::TransitionAllowed { transition })
    }

    /// The clause that it is done.
    pub(crate) fn done(&self) -> ClauseRef {
        let transition = self.transition.name.clone();
        ClauseRef::new(self.target.operation, ClauseKind::TransitionDone { transition })
    }

    /// A kind of fixture in the state that it needs, which it uses up.
    pub(crate) fn consumed_fixture(&self, contract: &'c Contract) -> Option<&'c Fixture> {
        let allowed = self.allowed().id();
        let is_for_it = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => allowed.starts_with(start),
            None => allowed == pattern,
        };
        contract.service.fixtures.iter().find(|fixture| {
            let mut patterns = fixture.clauses.iter();
            fixture.consumed
                && fixture.record == self.transition.record
                && patterns.any(|pattern| is_for_it(&pattern.value))
        })
    }

    /// The call that makes the transition, from a state in which it is allowed.
    pub(crate) fn made(&self, identifier: &str) -> Option<Step> {
        let call = self.step(identifier)?;
        if !self.is_certain() {
            return Some(call);
        }
        let call = call.proves([self.allowed()]);
        Some(match &self.transition.refused_with {
            Some(case) => call.disproved_by(case.value.as_str()),
            None => call,
        })
    }

    /// The call that moves the record. `None` if a scenario cannot fill its path.
    pub(crate) fn step(&self, identifier: &str) -> Option<Step> {
        let step = self.target.call(identifier)?;
        Some(match &self.transition.trigger {
            Some(trigger) => {
                step.input(trigger.input.part, &trigger.input.name, trigger.value.value.as_str())
            }
            None => step,
        })
    }
}

/// All transitions of a record that a path parameter names.
pub(crate) fn moves<'c>(contract: &'c Contract, record: &'c str) -> Vec<Move<'c>> {
    let in_path = record_inputs(contract, record).filter(RecordInput::is_path);
    in_path
        .flat_map(|target| {
            let own = target.operation.transitions.iter();
            own.filter(move |transition| transition.record == record)
                .map(move |transition| Move { target, transition })
        })
        .collect()
}

impl Subject {
    /// The same after the transitions that lead it to the state. `None` if no stated ones do.
    pub(crate) fn in_state(
        mut self,
        contract: &Contract,
        record: &Record,
        to: &str,
    ) -> Option<Self> {
        let is_fixture = self.steps.is_empty();
        let moves = moves(contract, &record.name);
        let from = self.first_state(contract, record);
        for (at, step) in path(&moves, from.as_deref(), to, moves.len())?.into_iter().enumerate() {
            let identifier = self.accepted_by(step.target.identifiers)?.to_owned();
            let call = step.step(&identifier)?;
            // Whether a record that is in the state already can be moved there may be open.
            let may_be_there =
                at == 0 && from.is_none() && may_start_in(contract, record, step.to());
            self.steps.push(if may_be_there { call.may_be_refused() } else { call });
        }
        if is_fixture && from.as_deref() != Some(to) {
            // A fixture is moved back to its state, if a transition leads there.
            let back = moves.iter().find(|back| !back.is_from_any() && back.starts_in(to));
            let back = back.and_then(|back| back.step(self.accepted_by(back.target.identifiers)?));
            self.finally.splice(0..0, back);
        }
        self.state = Some(to.to_owned());
        Some(self)
    }

    /// A created record in a state in which the operation moves it, if the operation moves no new record.
    pub(crate) fn ready_for(self, contract: &Contract, operation: &Operation) -> Self {
        let made = || operation.transitions.iter().filter(|transition| !transition.is_forbidden());
        let record = made().next().and_then(|transition| contract.record(&transition.record));
        let Some(record) = record.filter(|_| !self.steps.is_empty()) else {
            return self;
        };
        let from = self.first_state(contract, record);
        let starts = |transition: &Transition| {
            transition.from.is_none()
                || from.as_deref().is_some_and(|from| transition.starts_in(from))
        };
        if made().any(starts) {
            return self;
        }
        let mut states = made().flat_map(Transition::states_before);
        let moved = states.find_map(|state| self.clone().in_state(contract, record, state));
        moved.unwrap_or(self)
    }

    /// The state that its calls bring it into, or that of a new record or a fixture, where the contract has it.
    fn first_state(&self, contract: &Contract, record: &Record) -> Option<String> {
        if self.state.is_some() {
            return self.state.clone();
        }
        let lifecycle = record.lifecycle.as_ref()?;
        if !self.steps.is_empty() {
            return lifecycle.initial.stated().cloned();
        }
        let shown_in = lifecycle.shown_in.stated()?;
        let (_, kind) = self.needs.first()?;
        let fixture = contract.service.fixtures.iter().find(|fixture| fixture.kind == *kind)?;
        let shown = fixture.discriminated_by.iter().find(|shown| shown.member == *shown_in)?;
        Some(shown.value.value.clone())
    }
}

/// Whether a record may start in the state, where the contract leaves the first state open.
pub(crate) fn may_start_in(contract: &Contract, record: &Record, state: Option<&str>) -> bool {
    let initial = record.lifecycle.as_ref().and_then(|lifecycle| lifecycle.initial.gap());
    let gap = initial.and_then(|gap| contract.gap(gap));
    gap.is_some_and(|gap| gap.interpretations.iter().any(|known| Some(known.as_str()) == state))
}

/// Whether records start in the state, or may.
pub(crate) fn starts_in(contract: &Contract, record: &Record, state: &str) -> bool {
    let initial = record.lifecycle.as_ref().and_then(|lifecycle| lifecycle.initial.stated());
    initial.is_some_and(|initial| initial == state) || may_start_in(contract, record, Some(state))
}

/// The transitions from one state to another, as few as possible.
fn path<'m, 'c>(
    moves: &'m [Move<'c>],
    from: Option<&str>,
    to: &str,
    longest: usize,
) -> Option<Vec<&'m Move<'c>>> {
    if from == Some(to) {
        return Some(Vec::new());
    }
    let longest = longest.checked_sub(1)?;
    let paths = moves.iter().filter(|step| step.leads_from(from)).filter_map(|first| {
        let rest = path(moves, first.to(), to, longest)?;
        Some(std::iter::once(first).chain(rest).collect::<Vec<_>>())
    });
    paths.min_by_key(Vec::len)
}

/// The states of a record that stated transitions lead to.
pub(crate) fn reachable<'c>(contract: &'c Contract, record: &'c Record) -> Vec<&'c str> {
    let states = record.lifecycle.iter().flat_map(|lifecycle| &lifecycle.states.value);
    let is_reachable = |state: &&str| {
        let subject = Subject::any(contract, &record.name, "it");
        subject.and_then(|subject| subject.in_state(contract, record, state)).is_some()
    };
    states.map(String::as_str).filter(is_reachable).collect()
}

/// A call that reads one record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'c> {
    pub(crate) target: RecordInput<'c>,
    /// The member of the response that holds the record, if the document shows it.
    pub(crate) member: Option<&'c str>,
}

impl<'c> Reader<'c> {
    /// The call that reads a record of the type by what its path names.
    pub(crate) fn find(contract: &'c Contract, record: &'c str) -> Option<Self> {
        let mut reads = record_inputs(contract, record).filter(|target| {
            let operation = target.operation;
            let is_alone = operation.path_parameters.len() == 1;
            operation.method.is_safe() && operation.lists.is_none() && target.is_path() && is_alone
        });
        let target = reads.next()?;
        let ty = Type::Record(record.to_owned());
        Some(Self { target, member: member_of_type(target.operation, &ty) })
    }

    /// The place of a member of the record in the response.
    pub(crate) fn place(&self, field: &str) -> Option<String> {
        self.member.map(|member| field_path(member, field))
    }

    /// The call. The document may not say that a record in each state is shown.
    pub(crate) fn step(&self, identifier: &str) -> Option<Step> {
        self.target.call(identifier).map(Step::may_be_refused)
    }
}
