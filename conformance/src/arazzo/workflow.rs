//! A scenario as a workflow.

use std::collections::BTreeMap;

use serde_json::Value as JsonValue;
use spec::{Contract, InputPart, InputRef, Operation, Type};

use crate::scenario::{self, Expectation, Inputs, KeyChoice, Reference, Scenario, Value};

use super::criteria::Expected;
use super::model::{Parameter, RequestBody, Step, Workflow};
use super::text::Text;
use super::values::{Content, Values, Written};

/// The workflow of a scenario; if no step of it can be written, the reason.
///
/// A call that cannot be written is left out if it only reads. If it writes, later steps may depend on what it does: the
/// workflow ends before it.
pub(super) fn workflow(contract: &Contract, scenario: &Scenario) -> Written<Workflow> {
    let mut writer = Writer::new(contract, scenario);
    let (mut steps, mut left_out) = (Vec::new(), Vec::new());
    for (index, step) in scenario.steps.iter().enumerate() {
        match writer.step(step, index) {
            Ok(written) => steps.push((step, written)),
            Err(reason) => {
                left_out.push(format!("step {}, `{}`: {reason}", index + 1, step.call));
                if writes(contract, step) {
                    if index + 1 < scenario.steps.len() {
                        left_out.push("the steps after it, which may depend on it".to_owned());
                    }
                    break;
                }
            }
        }
    }
    if steps.is_empty() {
        return Err(left_out.join("; "));
    }
    let has_written = steps.iter().any(|(step, _)| writes(contract, step));
    for (index, step) in (scenario.steps.len()..).zip(&scenario.finally).filter(|_| has_written) {
        match writer.final_step(step, index) {
            Ok(written) => steps.push((step, written)),
            Err(reason) => left_out.push(format!("cleanup by `{}`: {reason}", step.call)),
        }
    }
    if has_written && !scenario.finally.is_empty() {
        left_out.push("cleanup after a failed step".to_owned());
    }
    for need in scenario.needs.iter().filter(|need| need.optional) {
        left_out.push(format!("the form without `{}`", need.name));
    }
    let with_outputs = steps.into_iter().map(|(step, mut written)| {
        let name = step.name.as_deref();
        written.outputs = name.map(|name| writer.values.outputs(name)).unwrap_or_default();
        written
    });
    Ok(Workflow {
        workflow_id: scenario.id.replace('/', "-"),
        summary: scenario.title.clone(),
        description: scenario.about.clone(),
        steps: with_outputs.collect(),
        inputs: writer.values.inputs.schema(),
        level: scenario.level.name(),
        left_out,
    })
}

fn writes(contract: &Contract, step: &scenario::Step) -> bool {
    contract.operation(&step.call).is_none_or(|operation| !operation.method.is_safe())
}

struct Writer<'a> {
    contract: &'a Contract,
    values: Values<'a>,
    /// Whether a write before may have been refused or not.
    follows_open_write: bool,
}

impl<'a> Writer<'a> {
    fn new(contract: &'a Contract, scenario: &'a Scenario) -> Self {
        let values = Values::new(contract, scenario);
        Self { contract, values, follows_open_write: false }
    }

    fn step(&mut self, step: &'a scenario::Step, index: usize) -> Written<Step> {
        if !step.alternatives.is_empty() {
            return Err("it has several forms, one of which must have the outcome".to_owned());
        }
        if step.at_once > 1 {
            return Err("it is sent several times at once".to_owned());
        }
        self.values.depends_on_open = false;
        let operation = self.operation(step)?;
        let mut written = self.request(step, operation, index)?;
        let is_open = self.values.depends_on_open || self.follows_open_write;
        let expected = Expected::of(step, operation, index, is_open, &mut self.values);
        written.description = expected.description;
        written.success_criteria = expected.criteria;
        written.left_out = expected.left_out;
        let is_certain = !is_open && !step.perhaps && step.expect == Expectation::Accepted;
        let is_refused = step.expects_refusal() && !step.perhaps;
        self.follows_open_write |= writes(self.contract, step) && !is_certain && !is_refused;
        if let Some(name) = &step.name {
            self.values.name_step(name, written.step_id.clone(), is_certain);
        }
        Ok(written)
    }

    fn final_step(&mut self, step: &'a scenario::Step, index: usize) -> Written<Step> {
        let operation = self.operation(step)?;
        let mut written = self.request(step, operation, index)?;
        let expected = Expected::any("Cleanup, with any outcome.");
        written.description = expected.description;
        written.success_criteria = expected.criteria;
        Ok(written)
    }

    fn operation(&self, step: &scenario::Step) -> Written<&'a Operation> {
        self.contract.operation(&step.call).ok_or_else(|| "no such operation".to_owned())
    }

    /// The step without its expected outcome.
    fn request(
        &mut self,
        step: &scenario::Step,
        operation: &Operation,
        index: usize,
    ) -> Written<Step> {
        let mut parameters = self.path(&step.inputs, operation, index)?;
        parameters.extend(self.query(&step.inputs, operation, index)?);
        parameters.extend(self.key(&step.key, index)?);
        Ok(Step {
            step_id: self.values.step_id(index),
            description: String::new(),
            operation_id: step.call.clone(),
            parameters,
            request_body: self.body(&step.inputs, operation, index)?,
            success_criteria: Vec::new(),
            outputs: BTreeMap::new(),
            left_out: Vec::new(),
        })
    }

    fn path(
        &mut self,
        inputs: &Inputs,
        operation: &Operation,
        index: usize,
    ) -> Written<Vec<Parameter>> {
        let parameters = operation.path_parameters.iter().map(|path| {
            let value = inputs.set.get(&InputRef::new(InputPart::Path, &path.name));
            let value = value.ok_or("a path parameter without a value")?;
            parameter("path", &path.name, self.values.value(value, index)?)
        });
        parameters.collect()
    }

    fn query(
        &mut self,
        inputs: &Inputs,
        operation: &Operation,
        index: usize,
    ) -> Written<Vec<Parameter>> {
        let mut contents = BTreeMap::new();
        for query in operation.query.iter().filter(|query| query.required) {
            let content = match query.values.first() {
                Some(documented) => Content::Text(Text::Literal(documented.wire.clone())),
                None => self.values.minimal(&query.ty, index)?,
            };
            contents.insert(query.name.as_str(), content);
        }
        for (at, value) in inputs.set.iter().filter(|(at, _)| at.part == InputPart::Query) {
            let is_whole = operation.query_parameter(&at.name).map(|query| &query.ty);
            let is_received = |reference: &Reference| matches!(reference, Reference::Answer { .. });
            if is_whole == Some(&Type::Integer) && value.references().any(is_received) {
                return Err("it sends the whole part of a received number".to_owned());
            }
            contents.insert(&at.name, self.values.value(value, index)?);
        }
        contents.retain(|name, _| !inputs.without.contains(&InputRef::new(InputPart::Query, name)));
        contents.into_iter().map(|(name, content)| parameter("query", name, content)).collect()
    }

    fn key(&mut self, key: &KeyChoice, index: usize) -> Written<Option<Parameter>> {
        let unissued = |values: &mut Values<'_>| {
            let prefix = Text::Literal("invalid-".to_owned());
            Ok::<_, String>(Text::concat(vec![prefix, values.unique(index)?]))
        };
        let value = match key {
            KeyChoice::Absent => return Ok(None),
            KeyChoice::Kind(kind) => self.values.inputs.key(self.contract, kind)?,
            KeyChoice::Invalid => unissued(&mut self.values)?,
            KeyChoice::Lengthened(kind) => {
                let key = self.values.inputs.key(self.contract, kind)?;
                let hyphen = Text::Literal("-".to_owned());
                Text::concat(vec![key, hyphen, unissued(&mut self.values)?])
            }
        };
        let header = &self.contract.service.auth.header;
        parameter("header", header, Content::Text(value)).map(Some)
    }

    fn body(
        &mut self,
        inputs: &Inputs,
        operation: &Operation,
        index: usize,
    ) -> Written<Option<RequestBody>> {
        if operation.body.is_empty() {
            return Ok(None);
        }
        let mut payload = BTreeMap::new();
        for field in &operation.body {
            let input = InputRef::new(InputPart::Body, &field.wire);
            let content = match inputs.set.get(&input) {
                _ if inputs.without.contains(&input) => continue,
                Some(value) => self.member(value, &field.ty, index)?,
                None if field.required => self.values.minimal(&field.ty, index)?.written_json()?,
                None => continue,
            };
            payload.insert(field.wire.clone(), content);
        }
        Ok(Some(RequestBody { content_type: "application/json", payload }))
    }

    fn member(&mut self, value: &Value, ty: &Type, index: usize) -> Written<JsonValue> {
        let content = self.values.value(value, index)?;
        let is_made = matches!(content, Content::Text(Text::Mixed(_)));
        if is_made && matches!(ty, Type::Integer | Type::Number | Type::Boolean) {
            return Err("it makes a number of several texts".to_owned());
        }
        content.written_json()
    }
}

fn parameter(place: &'static str, name: &str, content: Content) -> Written<Parameter> {
    Ok(Parameter { name: name.to_owned(), place, value: content.written_text()? })
}
