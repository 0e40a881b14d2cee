//! Steps made in memory.

use spec::{InputPart, InputRef};

use super::{
    ClauseRef, Expectation, Inputs, KeyChoice, ResponsePath, Spelling, Step, Template, Value,
};
use crate::json::Json;

impl Step {
    /// A call of an operation that must be accepted.
    pub fn call(operation: &str) -> Self {
        Self {
            name: None,
            call: operation.to_owned(),
            inputs: Inputs::default(),
            alternatives: Vec::new(),
            key: KeyChoice::Default,
            at_once: 1,
            spelling: Spelling::default(),
            all_pages: false,
            page_size: None,
            may_be_refused: false,
            lookup: false,
            expect: Expectation::Accepted,
            shows: Vec::new(),
            hides: Vec::new(),
            adds: Vec::new(),
            order: Vec::new(),
            equals: Vec::new(),
            differs: Vec::new(),
            near: Vec::new(),
            repeats: None,
            same_as: None,
            unchanged_since: None,
            proves: Vec::new(),
            must_not_affect: Vec::new(),
            disproved_by: None,
            observes_gap: None,
            span: None,
        }
    }

    /// The same call as one that restores, of which nothing is expected.
    pub fn final_call(self) -> Self {
        let Self { call, inputs, key, .. } = self;
        Self { inputs, key, ..Self::call(&call) }.no_expectation()
    }

    /// Whether it calls the operation.
    pub fn calls(&self, operation: &str) -> bool {
        self.call == operation
    }

    /// Names the step for later ones.
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// Removes its name.
    pub fn unnamed(self) -> Self {
        Self { name: None, ..self }
    }

    /// Sends another key than that of the first kind.
    pub fn key(self, key: KeyChoice) -> Self {
        Self { key, ..self }
    }

    /// Sends an input.
    pub fn input(mut self, part: InputPart, name: &str, value: impl Into<Value>) -> Self {
        self.inputs.set.insert(InputRef::new(part, name), value.into());
        self
    }

    /// Sends a parameter of the path.
    pub fn path(self, name: &str, value: impl Into<Value>) -> Self {
        self.input(InputPart::Path, name, value)
    }

    /// Sends a query parameter.
    pub fn query(self, name: &str, value: impl Into<Value>) -> Self {
        self.input(InputPart::Query, name, value)
    }

    /// Sends a member of the body.
    pub fn body(self, name: &str, value: impl Into<Value>) -> Self {
        self.input(InputPart::Body, name, value)
    }

    /// Requests all pages.
    pub fn all_pages(self) -> Self {
        Self { all_pages: true, ..self }
    }

    /// Requests pages of this size with the parameter of another list.
    pub fn page_size(self, size: u32) -> Self {
        Self { page_size: Some(size), ..self }
    }

    /// Sends several copies at the same time.
    pub fn at_once(self, copies: usize) -> Self {
        Self { at_once: copies, ..self }
    }

    /// The document does not say that the call is accepted, so a refusal shows nothing.
    pub fn may_be_refused(self) -> Self {
        Self { may_be_refused: true, ..self }
    }

    /// Expects a documented refusal.
    pub fn refused(self, case: &str) -> Self {
        Self { expect: Expectation::Refused(case.to_owned()), ..self }
    }

    /// Expects any refusal.
    pub fn refused_any(self) -> Self {
        Self { expect: Expectation::RefusedAny, ..self }
    }

    /// Expects nothing.
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

    /// Expects texts in the response.
    pub fn shows<T: Into<Template>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.shows.extend(texts.into_iter().map(Into::into));
        self
    }

    /// Expects that texts are not in the response.
    pub fn hides<T: Into<Template>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.hides.extend(texts.into_iter().map(Into::into));
        self
    }

    /// Expects a text that an expansion adds.
    pub fn adds(mut self, text: impl Into<Template>) -> Self {
        self.adds.push(text.into());
        self
    }

    /// Expects a text in the response at the place that its sort key gives.
    pub fn order(mut self, text: impl Into<Template>, sort_key: impl Into<Template>) -> Self {
        self.order.push((text.into(), sort_key.into()));
        self
    }

    /// Expects a value at a place of the response.
    pub fn equals(mut self, place: &str, value: impl Into<Value>) -> Self {
        self.equals.push((place.into(), value.into()));
        self
    }

    /// Expects another value at a place of the response.
    pub fn differs(mut self, place: &str, value: impl Into<Value>) -> Self {
        self.differs.push((place.into(), value.into()));
        self
    }

    /// Names clauses that the expected outcome proves.
    pub fn proves(mut self, clauses: impl IntoIterator<Item = ClauseRef>) -> Self {
        self.proves.extend(clauses);
        self
    }

    /// Names a clause that another outcome disproves.
    pub fn must_not_affect(mut self, clause: ClauseRef) -> Self {
        self.must_not_affect.push(clause);
        self
    }

    /// Names the error case that would show the opposite of `proves`.
    pub fn disproved_by(self, case: &str) -> Self {
        Self { disproved_by: Some(case.to_owned()), ..self }
    }

    /// Repeats an earlier step, possibly with another identifier of the same record.
    pub fn repeats(self, step: &str) -> Self {
        Self { repeats: Some(step.to_owned()), ..self }
    }

    /// Expects the response to an earlier step.
    pub fn same_as(self, step: &str) -> Self {
        Self { same_as: Some(step.to_owned()), ..self }
    }

    /// Compares the response with that to an earlier step that sent the same.
    pub fn unchanged_since(self, step: &str) -> Self {
        Self { unchanged_since: Some(step.to_owned()), ..self }
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
