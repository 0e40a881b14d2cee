//! Steps made in memory.

use spec::{InputPart, InputRef};

use super::{ClauseRef, Expectation, KeyChoice, ResponsePath, Spelling, Step, Template, Value};
use crate::json::Json;

impl Step {
    pub fn call(operation: &str) -> Self {
        Self { call: operation.to_owned(), at_once: 1, ..Self::default() }
    }

    /// The same call as one that restores, of which nothing is expected.
    pub fn final_call(self) -> Self {
        let Self { call, inputs, key, .. } = self;
        Self { inputs, key, ..Self::call(&call) }.no_expectation()
    }

    pub fn calls(&self, operation: &str) -> bool {
        self.call == operation
    }

    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    pub fn unnamed(self) -> Self {
        Self { name: None, ..self }
    }

    /// Sends another key than that of the first kind.
    pub fn key(self, key: KeyChoice) -> Self {
        Self { key, ..self }
    }

    /// Spells the request in another way that means the same.
    pub fn spelled(self, spelling: Spelling) -> Self {
        Self { spelling, ..self }
    }

    pub fn input(mut self, part: InputPart, name: &str, value: impl Into<Value>) -> Self {
        self.inputs.set.insert(InputRef::new(part, name), value.into());
        self
    }

    pub fn path(self, name: &str, value: impl Into<Value>) -> Self {
        self.input(InputPart::Path, name, value)
    }

    pub fn query(self, name: &str, value: impl Into<Value>) -> Self {
        self.input(InputPart::Query, name, value)
    }

    pub fn body(self, name: &str, value: impl Into<Value>) -> Self {
        self.input(InputPart::Body, name, value)
    }

    pub fn all_pages(self) -> Self {
        Self { all_pages: true, ..self }
    }

    pub fn page_size(self, size: u32) -> Self {
        Self { page_size: Some(size), ..self }
    }

    /// Waits for a second before the call.
    pub fn after_a_second(self) -> Self {
        Self { after_a_second: true, ..self }
    }

    pub fn at_once(self, copies: usize) -> Self {
        Self { at_once: copies, ..self }
    }

    /// The document does not say that the call is accepted, so a refusal shows nothing.
    pub fn may_be_refused(self) -> Self {
        Self { may_be_refused: true, ..self }
    }

    pub fn refused(self, case: &str) -> Self {
        Self { expect: Expectation::Refused(case.to_owned()), ..self }
    }

    pub fn refused_any(self) -> Self {
        Self { expect: Expectation::RefusedAny, ..self }
    }

    pub fn no_expectation(self) -> Self {
        Self { expect: Expectation::Nothing, ..self }
    }

    /// Expects nothing; the outcome is an observation of a gap.
    pub fn observes_gap(self, gap: &str) -> Self {
        Self { observes_gap: Some(gap.to_owned()), ..self }.no_expectation()
    }

    /// Looks for values; steps that refer to this one are sent only if it shows them.
    pub fn lookup(self) -> Self {
        Self { lookup: true, ..self }.no_expectation()
    }

    pub fn shows<T: Into<Template>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.shows.extend(texts.into_iter().map(Into::into));
        self
    }

    pub fn hides<T: Into<Template>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.hides.extend(texts.into_iter().map(Into::into));
        self
    }

    pub fn adds(mut self, text: impl Into<Template>) -> Self {
        self.adds.push(text.into());
        self
    }

    /// Expects a text in the response at the place that its sort key gives.
    pub fn order(mut self, text: impl Into<Template>, sort_key: impl Into<Template>) -> Self {
        self.order.push((text.into(), sort_key.into()));
        self
    }

    pub fn equals(mut self, place: &str, value: impl Into<Value>) -> Self {
        self.equals.push((place.into(), value.into()));
        self
    }

    pub fn differs(mut self, place: &str, value: impl Into<Value>) -> Self {
        self.differs.push((place.into(), value.into()));
        self
    }

    /// Expects a point in time close to another one.
    pub fn near(mut self, place: &str, moment: impl Into<Value>) -> Self {
        self.near.push((place.into(), moment.into()));
        self
    }

    pub fn proves(mut self, clauses: impl IntoIterator<Item = ClauseRef>) -> Self {
        self.proves.extend(clauses);
        self
    }

    pub fn must_not_affect(mut self, clause: ClauseRef) -> Self {
        self.must_not_affect.push(clause);
        self
    }

    pub fn disproved_by(self, case: &str) -> Self {
        Self { disproved_by: Some(case.to_owned()), ..self }
    }

    pub fn repeats(self, step: &str) -> Self {
        Self { repeats: Some(step.to_owned()), ..self }
    }

    pub fn same_as(self, step: &str) -> Self {
        Self { same_as: Some(step.to_owned()), ..self }
    }

    pub fn unchanged_since(self, step: &str) -> Self {
        Self { unchanged_since: Some(step.to_owned()), ..self }
    }

    /// Keeps what it sends where an earlier step shows that values are kept.
    pub fn like(self, step: &str) -> Self {
        Self { like: Some(step.to_owned()), ..self }
    }

    /// Shows the word of a state that an earlier step shows, of the same record or of another one in that state.
    pub fn same_state_as(self, step: &str) -> Self {
        Self { same_state_as: Some(step.to_owned()), ..self }
    }

    /// Sends the call only if an earlier step was refused.
    pub fn if_refused(self, step: &str) -> Self {
        Self { if_refused: Some(step.to_owned()), ..self }
    }
}

/// Text with references. What is no reference stays as it is written.
impl From<&str> for Template {
    fn from(text: &str) -> Self {
        Self::parse(text, None).unwrap_or_else(|_| Self::of(text))
    }
}

impl From<String> for Template {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&String> for Template {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl<T: Into<Template>> From<T> for Value {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Json::Bool(flag).into()
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Json::Number(number.to_string()).into()
    }
}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        Self::Json(json)
    }
}

/// A text that is not a valid path becomes the name of a member that is not documented. The checks of the scenario report
/// it.
impl From<&str> for ResponsePath {
    fn from(text: &str) -> Self {
        Self::parse(text, None).unwrap_or_else(|_| Self {
            member: text.to_owned(),
            item: None,
            field: String::new(),
        })
    }
}
