//! Scenarios: files with a sequence of calls and the clauses they check.
//!
//! Requests and responses are described by the contract; a scenario only adds what takes several
//! calls to observe. The language is documented in `keys`. Sends nothing.

mod addressing;
mod build;
mod check;
mod complete;
mod dependencies;
mod expected;
mod inputs;
mod key_choice;
pub mod keys;
mod level;
mod load;
mod need;
mod reference;
mod same_as;
mod spelling;
mod step;
mod template;
mod value;
mod write;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use reader::Span;
use spec::{ClauseKind, Contract, InputRef, Operation};

use crate::depth::Depth;
use crate::level::Level;

pub use check::error;
pub use dependencies::Dependencies;
pub use key_choice::{KeyChange, KeyChoice, beside};
pub use load::{Parsed, check_made, load, parse};
pub use reference::{ListEnd, Reference, ResponsePath};
pub use spelling::escaped;
pub use spelling::{BodySpelling, HeaderCase, MediaType, Spelling};
pub use template::{Template, TemplatePiece};
pub use value::Value;

#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Path of the file without extension.
    pub id: String,
    /// Path of the file for display.
    pub path: String,
    pub title: String,
    /// Why it is written this way.
    pub about: Option<String>,
    pub level: Level,
    pub depth: Depth,
    pub needs: Vec<Need>,
    pub steps: Vec<Step>,
    /// Calls that restore what the steps changed. Sent after the steps, whatever their outcome, if
    /// a write may have arrived. They check nothing.
    pub finally: Vec<Step>,
    pub span: Option<Span>,
}

/// A fixture that must exist in the deployment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Need {
    pub name: String,
    pub kind: String,
    /// Kind of the key of its account.
    pub account: String,
    /// Whether the scenario also runs without it. Steps that name it are then left out.
    pub optional: bool,
    /// Facts that steps refer to.
    pub facts: BTreeSet<String>,
    /// Facts that it must have, with their values.
    pub given: BTreeMap<String, String>,
}

impl Need {
    pub fn new(name: &str, kind: &str, account: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind: kind.to_owned(),
            account: account.to_owned(),
            ..Self::default()
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub name: Option<String>,
    pub call: String,
    /// Inputs that differ from the minimal valid request.
    pub inputs: Inputs,
    /// Other forms of the request. One of all forms must have the expected outcome.
    pub alternatives: Vec<Inputs>,
    pub key: KeyChoice,
    /// Number of concurrent copies of the request, usually one.
    pub at_once: usize,
    /// Whether to wait for a second before the call.
    pub after_a_second: bool,
    pub spelling: Spelling,
    pub all_pages: bool,
    /// Number of items on a page, tried with the parameter of another list.
    pub page_size: Option<u32>,
    /// Whether the document leaves open if the call is accepted, so that a refusal shows nothing.
    pub may_be_refused: bool,
    /// Whether later steps may refer to this one only if its response has all values of `shows` and
    /// its request has none of them.
    pub lookup: bool,
    pub expect: Expectation,
    /// Values that must be in the response. They also prove that the response was understood.
    pub shows: Vec<Template>,
    pub hides: Vec<Template>,
    /// Values that an expansion adds: in this response, and not in the response without the expansion.
    pub adds: Vec<Template>,
    /// Values in the response, each with its sort key.
    pub order: Vec<(Template, Template)>,
    pub equals: Vec<(ResponsePath, Value)>,
    /// Members of the response that must have other values than these.
    pub differs: Vec<(ResponsePath, Value)>,
    /// Members of the response that hold a point in time within a day of these.
    pub near: Vec<(ResponsePath, Value)>,
    /// An earlier step that this call repeats, possibly with another identifier of the same record.
    pub repeats: Option<String>,
    /// An earlier step whose response must be the same; it sent a default that this one leaves out.
    pub same_as: Option<String>,
    /// An earlier step that sent the same. A different response is an observation.
    pub unchanged_since: Option<String>,
    /// An earlier step whose responses repeat ordinary values of its body. Those about this step repeat what it sends.
    pub like: Option<String>,
    /// An earlier step that shows the same record, or another one in the same state. Both show the same word of the state.
    pub same_state_as: Option<String>,
    /// An earlier step: this one is sent only if that one was refused, to find what it was refused for.
    pub if_refused: Option<String>,
    /// Clauses that the expected outcome proves.
    pub proves: Vec<ClauseRef>,
    /// Clauses that another outcome disproves, because their operation must have left this
    /// unchanged. The expected outcome does not prove them.
    pub must_not_affect: Vec<ClauseRef>,
    pub disproved_by: Option<String>,
    pub observes_gap: Option<String>,
    pub span: Option<Span>,
}

/// Differences from the minimal valid request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    pub set: BTreeMap<InputRef, Value>,
    pub without: BTreeSet<InputRef>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expectation {
    /// Accepted, with the response that the contract describes.
    #[default]
    Accepted,
    Refused(String),
    RefusedAny,
    Nothing,
}

/// A clause that a step checks in addition to those of the call itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseRef {
    pub operation: Option<String>,
    pub kind: ClauseKind,
}

impl ClauseRef {
    pub fn new(operation: &Operation, kind: ClauseKind) -> Self {
        Self { operation: Some(operation.id.clone()), kind }
    }

    pub fn id(&self) -> String {
        spec::id::clause(self.operation.as_deref(), &self.kind)
    }
}

impl Scenario {
    /// Whether a step names a fixture of a kind that scenarios use up.
    pub fn uses_up(&self, contract: &Contract, step: &Step) -> bool {
        step.references().any(|reference| {
            let Reference::Fixture { need, .. } = reference else { return false };
            let need = self.needs.iter().find(|known| known.name == *need);
            let mut fixtures = contract.service.fixtures.iter();
            need.is_some_and(|need| fixtures.any(|it| it.kind == need.kind && it.consumed))
        })
    }

    pub fn all_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(&self.finally)
    }

    pub fn step(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.name.as_deref() == Some(name))
    }

    /// The step of this name with its index, if it is one of the first `count` steps.
    pub fn step_among(&self, count: usize, name: &str) -> Option<(usize, &Step)> {
        let mut steps = self.steps.iter().enumerate().take(count);
        steps.find(|(_, step)| step.name.as_deref() == Some(name))
    }
}

impl Step {
    /// All forms of the request with their complete inputs; at least one.
    pub fn attempts(&self) -> impl ExactSizeIterator<Item = Cow<'_, Inputs>> {
        let count = self.alternatives.len().max(1);
        (0..count).map(|index| match self.alternatives.get(index) {
            Some(other) => Cow::Owned(self.inputs.overlaid(other)),
            None => Cow::Borrowed(&self.inputs),
        })
    }

    /// Number of requests, not counting further pages of a list.
    pub fn requests(&self) -> usize {
        self.attempts().len() * self.at_once
    }

    /// Whether a request should be accepted; of several concurrent ones, exactly one.
    pub fn wants_acceptance(&self) -> bool {
        self.expect == Expectation::Accepted || self.at_once > 1
    }

    /// Whether every request should be refused.
    pub fn expects_refusal(&self) -> bool {
        let refused = matches!(self.expect, Expectation::Refused(_) | Expectation::RefusedAny);
        refused && !self.wants_acceptance()
    }

    pub fn all_references(&self) -> impl Iterator<Item = &Reference> {
        let order = self.order.iter().flat_map(|(value, at)| [value, at]);
        let located = order.chain(&self.shows).chain(&self.hides).chain(&self.adds);
        let compared = self
            .compared()
            .flat_map(|(path, value)| path.item.as_deref().into_iter().chain(value.references()));
        let expected = located.flat_map(Template::references).chain(compared);
        self.references().chain(expected.flat_map(Reference::with_inner))
    }

    /// The needs and earlier steps that the step names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let compared =
            [&self.same_as, &self.repeats, &self.unchanged_since, &self.like, &self.if_refused];
        let compared =
            compared.into_iter().chain([&self.same_state_as]).filter_map(Option::as_deref);
        self.all_references().filter_map(Reference::name).chain(compared)
    }

    /// All clauses that the step names, whether it can prove them or only disprove them.
    pub fn proofs(&self) -> impl Iterator<Item = &ClauseRef> {
        self.proves.iter().chain(&self.must_not_affect)
    }

    /// Fields of the response and the values they are compared with.
    pub fn compared(&self) -> impl Iterator<Item = &(ResponsePath, Value)> {
        self.equals.iter().chain(&self.differs).chain(&self.near)
    }

    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        let values = self.forms().flat_map(|inputs| inputs.set.values());
        values.flat_map(Value::references).flat_map(Reference::with_inner)
    }

    /// The inputs of all forms of the request, without those that they share.
    pub fn forms(&self) -> impl Iterator<Item = &Inputs> {
        std::iter::once(&self.inputs).chain(&self.alternatives)
    }
}

impl Inputs {
    /// These inputs with the changes of `over`.
    pub fn overlaid(&self, over: &Self) -> Self {
        let mut merged = self.clone();
        merged.set.extend(over.set.clone());
        merged.without.retain(|input| !over.set.contains_key(input));
        merged.without.extend(over.without.clone());
        merged
    }
}
