//! Scenarios: files that say which calls are made in a row and what the contract says of them.
//!
//! A scenario never says how an operation looks on the wire, nor what its answer looks like: both
//! come from the contract. It says only what a sequence can show. The language is in `keys`; nothing
//! here sends anything.

mod addressing;
mod check;
mod inputs;
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

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use reader::Span;
use spec::{ClauseKind, InputRef};

use crate::level::Level;

pub use load::{Parsed, load, parse};
pub use reference::{AnswerPath, ListEnd, Reference};
pub(crate) use spelling::escaped;
pub use spelling::{HeaderCase, Spelling};
pub use template::{Template, TemplatePiece};
pub use value::Value;

/// One file: calls in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its address: the path of the file without its ending.
    pub id: String,
    /// The file, as it is shown to people.
    pub path: String,
    /// What it shows, in a few words.
    pub title: String,
    /// The level a run must have.
    pub level: Level,
    /// Things that must exist, by the name steps use.
    pub needs: Vec<Need>,
    /// The calls, in order.
    pub steps: Vec<Step>,
    /// Calls that put back what the steps changed: made once a write may have arrived, whatever became
    /// of the steps. They show nothing.
    pub finally: Vec<Step>,
    /// Where it is written.
    pub span: Span,
}

/// A thing that must exist in the deployment.
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    /// The name steps use.
    pub name: String,
    /// Kind of fixture.
    pub kind: String,
    /// Kind of key whose account it is of.
    pub account: String,
    /// Whether the scenario is played without it, and without the steps that name it, where there is none.
    pub optional: bool,
    /// Facts that steps refer to.
    pub facts: BTreeSet<String>,
    /// Facts that it must have.
    pub given: BTreeMap<String, String>,
}

/// One call and what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The name later steps use.
    pub name: Option<String>,
    /// Operation.
    pub call: String,
    /// What is sent beside the minimal valid request.
    pub inputs: Inputs,
    /// Other ways to send the same thing: the expectation is met if any way meets it.
    pub alternatives: Vec<Inputs>,
    /// The key that is sent.
    pub key: KeyChoice,
    /// How many of the same request are sent at the same moment: one, unless said.
    pub at_once: usize,
    /// How the request is written.
    pub spelling: Spelling,
    /// Whether all pages are asked for, one after the other.
    pub all_pages: bool,
    /// The document does not say that the call is accepted here: a refusal shows nothing.
    pub perhaps: bool,
    /// Whether later steps can refer to this one only if its answer holds all of `shows`, and its request none of it.
    pub finds: bool,
    /// What should come of it.
    pub expect: Expectation,
    /// Values whose place in the answer is looked for: controls that the answer can be read at all.
    pub shows: Vec<Template>,
    /// Values that must not be in the answer.
    pub hides: Vec<Template>,
    /// Values that are in the answer for what the step asks for besides, and not without it.
    pub adds: Vec<Template>,
    /// Values in the answer, each with what its place in the list follows from.
    pub order: Vec<(Template, Template)>,
    /// Members of the answer that must have these values.
    pub equals: Vec<(AnswerPath, Value)>,
    /// Members of the answer that must have other values than these.
    pub differs: Vec<(AnswerPath, Value)>,
    /// Members of the answer that hold a point in time within a day of these.
    pub near: Vec<(AnswerPath, Value)>,
    /// An earlier step whose thing this one names, perhaps in another way: the call is a repetition.
    pub repeats: Option<String>,
    /// An earlier step that sent the default of a query parameter, which this one leaves out.
    pub same_as: Option<String>,
    /// Clauses that the expected outcome shows.
    pub proves: Vec<ClauseRef>,
    /// Clauses whose operation must have left this as it is: another outcome disproves them, and this one does not
    /// prove them.
    pub keeps: Vec<ClauseRef>,
    /// The documented refusal that would show the opposite.
    pub disproved_by: Option<String>,
    /// A gap that the outcome is an observation of.
    pub observes: Option<String>,
    /// Where it is written.
    pub span: Span,
}

/// Inputs of a request that differ from the minimal valid one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// What is sent.
    pub set: BTreeMap<InputRef, Value>,
    /// What is left out.
    pub without: BTreeSet<InputRef>,
}

/// Which key is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyChoice {
    /// One of the contract's kinds.
    Kind(String),
    /// None at all.
    Absent,
    /// One that nobody was given.
    Invalid,
    /// A key of a kind with more behind it, which nobody was given either.
    Lengthened(String),
}

impl KeyChoice {
    /// The kind of key that is sent as it is; `None` where none is, or one that is to be refused.
    #[must_use]
    pub fn kind(&self) -> Option<&str> {
        match self {
            Self::Kind(kind) => Some(kind),
            Self::Absent | Self::Invalid | Self::Lengthened(_) => None,
        }
    }

    /// Whether a key is sent that nobody was given.
    #[must_use]
    pub fn is_unissued(&self) -> bool {
        matches!(self, Self::Invalid | Self::Lengthened(_))
    }
}

/// What should come of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// It is accepted, as the contract describes.
    Accepted,
    /// It is refused as this case describes.
    Refused(String),
    /// It is refused, with whichever message.
    RefusedAny,
    /// Nothing is expected.
    Nothing,
}

/// A clause that a step shows beside what every call shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseRef {
    /// Operation of the clause; `None` for the service.
    pub operation: Option<String>,
    /// The clause.
    pub kind: ClauseKind,
}

impl Scenario {
    /// The steps, and those that put back.
    pub fn all_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(&self.finally)
    }

    /// The index of the step of that name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<usize> {
        self.steps
            .iter()
            .position(|step| step.name.as_deref() == Some(name))
    }
}

impl Step {
    /// The attempts of the call, each with all its inputs; at least one.
    #[must_use]
    pub fn attempts(&self) -> impl ExactSizeIterator<Item = Cow<'_, Inputs>> {
        let count = self.alternatives.len().max(1);
        (0..count).map(|index| match self.alternatives.get(index) {
            Some(other) => Cow::Owned(self.inputs.overlaid(other)),
            None => Cow::Borrowed(&self.inputs),
        })
    }

    /// How many requests the step makes, where a list is not read page by page.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.attempts().len() * self.at_once
    }

    /// Whether a request of this step should be accepted: of several at once, one.
    #[must_use]
    pub fn wants_acceptance(&self) -> bool {
        self.expect == Expectation::Accepted || self.at_once > 1
    }

    /// Whether every request of this step should be refused.
    #[must_use]
    pub fn is_to_be_refused(&self) -> bool {
        let refused = matches!(
            self.expect,
            Expectation::Refused(_) | Expectation::RefusedAny
        );
        refused && !self.wants_acceptance()
    }

    /// Every reference in what this step sends or looks for.
    pub fn all_references(&self) -> impl Iterator<Item = &Reference> {
        let order = self.order.iter().flat_map(|(value, at)| [value, at]);
        let located = order
            .chain(&self.shows)
            .chain(&self.hides)
            .chain(&self.adds);
        let located = located.flat_map(Template::references);
        let compared = self.compared().flat_map(|(place, value)| {
            let item = place.item.as_deref().into_iter();
            item.chain(value.references())
        });
        let more = located.chain(compared).flat_map(Reference::with_inner);
        self.references().chain(more)
    }

    /// Clauses that the step names, whether it can prove them or only disprove them.
    pub fn proofs(&self) -> impl Iterator<Item = &ClauseRef> {
        self.proves.iter().chain(&self.keeps)
    }

    /// Members of the answer that are compared, with what.
    pub fn compared(&self) -> impl Iterator<Item = &(AnswerPath, Value)> {
        self.equals.iter().chain(&self.differs).chain(&self.near)
    }

    /// Every reference in what this step sends.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        let inputs = std::iter::once(&self.inputs).chain(&self.alternatives);
        inputs
            .flat_map(|inputs| inputs.set.values())
            .flat_map(Value::references)
            .flat_map(Reference::with_inner)
    }
}

impl Inputs {
    /// These inputs, with others in their place where both say something.
    #[must_use]
    pub fn overlaid(&self, over: &Self) -> Self {
        let mut merged = self.clone();
        merged.set.extend(over.set.clone());
        merged.without.retain(|input| !over.set.contains_key(input));
        merged.without.extend(over.without.clone());
        merged
    }
}
