//! Clauses of a request: that it is accepted, its key, and each input.

use super::List;
use crate::clause::ClauseKind;
use crate::model::{
    Condition, Identifier, InputField, InputPart, InputRef, Operation, QueryParameter, QueryValue,
    Section, Slot, Type,
};

impl List<'_> {
    pub(super) fn inputs(&mut self, operation: &Operation) {
        self.push(ClauseKind::Acceptance, &operation.section);
        if let Slot::Stated(required) = &operation.key_required
            && required.value
        {
            self.push(ClauseKind::KeyRequired, &required.section);
        }
        for parameter in &operation.path_parameters {
            let at = input(InputPart::Path, &parameter.name);
            self.addressing(&at, &parameter.identifiers, &parameter.section);
        }
        for parameter in &operation.query {
            self.query_parameter(parameter);
        }
        for field in &operation.body {
            self.member(operation, field);
        }
    }

    fn addressing(&mut self, at: &InputRef, ways: &[Identifier], section: &Section) {
        for &by in ways {
            let at = at.clone();
            self.push(ClauseKind::Addressing { at, by }, section);
        }
    }

    fn query_parameter(&mut self, parameter: &QueryParameter) {
        for value in &parameter.values {
            self.query_value(parameter, value);
        }
        if let Some(value) = &parameter.default {
            let kind = ClauseKind::QueryDefault {
                parameter: parameter.name.clone(),
                value: value.clone(),
            };
            self.push(kind, &parameter.section);
        }
        if parameter.several {
            let at = input(InputPart::Query, &parameter.name);
            self.push(ClauseKind::Several { at }, &parameter.section);
        }
        if parameter.filter.is_some() {
            let parameter_name = parameter.name.clone();
            let kind = ClauseKind::Filter {
                parameter: parameter_name,
            };
            self.push(kind, &parameter.section);
        }
    }

    /// What is only seen of a value is only seen of what it does, too.
    fn query_value(&mut self, parameter: &QueryParameter, value: &QueryValue) {
        let (name, wire) = (|| parameter.name.clone(), || value.wire.clone());
        let (section, evidence) = (&parameter.section, parameter.evidence);
        let kind = ClauseKind::QueryValue {
            parameter: name(),
            value: wire(),
        };
        self.push_as(kind, section, evidence);
        if let Some(expansion) = &value.expansion {
            let kind = ClauseKind::Expansion {
                parameter: name(),
                value: wire(),
                adds: expansion.adds.clone(),
            };
            self.push_as(kind, section, evidence);
        }
        if value.sorts.is_some() {
            let kind = ClauseKind::Sort {
                parameter: name(),
                value: wire(),
            };
            self.push_as(kind, section, evidence);
        }
    }

    fn member(&mut self, operation: &Operation, field: &InputField) {
        let (name, section) = (|| field.wire.clone(), &field.section);
        let at = input(InputPart::Body, &field.wire);
        if !field.required {
            self.push(ClauseKind::InputAccepted { field: name() }, section);
        } else if !is_refused_when_missing(operation, &at) {
            self.push(ClauseKind::InputRequired { field: name() }, section);
        }
        self.addressing(&at, &field.identifiers, section);
        if field.several {
            self.push(ClauseKind::Several { at }, section);
        }
        if !self.tells_type(&format!("{}.body.{}", operation.id, field.name)) {
            return;
        }
        match &field.ty {
            Type::Timestamp(forms) => {
                for &form in forms {
                    let field = name();
                    self.push(ClauseKind::TimestampForm { field, form }, section);
                }
            }
            Type::Enumeration(values) => {
                for value in values {
                    let (field, value) = (name(), value.clone());
                    self.push(ClauseKind::InputValue { field, value }, section);
                }
            }
            _ => {}
        }
    }
}

/// Whether the operation has a message for a request without this input.
fn is_refused_when_missing(operation: &Operation, at: &InputRef) -> bool {
    let mut conditions = operation.errors.iter().map(|case| case.when.stated());
    conditions.any(|when| matches!(when, Some(Condition::Missing(input)) if input == at))
}

fn input(part: InputPart, name: &str) -> InputRef {
    InputRef {
        part,
        name: name.to_owned(),
    }
}
