//! The clauses of one step as they are collected, each at most once.

use std::sync::Arc;

use spec::{
    Body, Clause, ClauseKind, Condition, Contract, Filter, Identifier, InputPart, InputRef,
    Operation, Type, id,
};

use super::{Claim, Clauses};
use crate::contract;
use crate::scenario::{Inputs, Scenario, Step, Template, Value};

pub(super) struct ClaimCollector<'a> {
    clauses: &'a Clauses,
    contract: &'a Contract,
    operation: &'a Operation,
    claims: Vec<Arc<Claim>>,
}

impl<'a> ClaimCollector<'a> {
    pub(super) fn new(
        clauses: &'a Clauses,
        contract: &'a Contract,
        operation: &'a Operation,
    ) -> Self {
        Self {
            clauses,
            contract,
            operation,
            claims: Vec::new(),
        }
    }

    /// What was collected, in the order it was.
    pub(super) fn finish(self) -> Vec<Arc<Claim>> {
        self.claims
    }

    /// Claims that were collected before, none of which is here yet.
    pub(super) fn all(&mut self, claims: &[Arc<Claim>]) {
        self.claims.extend_from_slice(claims);
    }

    fn own(&mut self, kind: ClauseKind) {
        self.push(Some(&self.operation.id), kind, false);
    }

    /// A clause that the step can only disprove.
    pub(super) fn keep(&mut self, operation: Option<&str>, kind: ClauseKind) {
        self.add(operation, kind, true, true);
    }

    pub(super) fn push(&mut self, operation: Option<&str>, kind: ClauseKind, proof: bool) {
        self.add(operation, kind, proof, false);
    }

    fn add(&mut self, operation: Option<&str>, kind: ClauseKind, proof: bool, keeps: bool) {
        let id = id::clause(operation, &kind);
        let known = self.clauses.index(&id);
        let testable = self.clauses.get(&id).is_some_and(Clause::testable);
        if let Some(index) = known.filter(|_| testable)
            && !self.claims.iter().any(|claim| claim.index == index)
        {
            let operation = operation.map(str::to_owned);
            self.claims.push(Arc::new(Claim {
                id,
                index,
                operation,
                kind,
                proof,
                keeps,
            }));
        }
    }

    pub(super) fn inputs(&mut self, scenario: &Scenario, step: &Step) {
        self.own(ClauseKind::Acceptance);
        let inputs = step.attempts().next().unwrap_or_default();
        for (input, value) in &inputs.set {
            self.input(scenario, input, value);
        }
        if step.spelling.header.is_some() {
            self.push(None, ClauseKind::HeaderCase, false);
        }
    }

    fn input(&mut self, scenario: &Scenario, input: &InputRef, value: &Value) {
        let (at, name) = (input.clone(), input.name.clone());
        let text = value.text();
        if let Some(text) = text {
            let by = scenario.identifier(self.contract, text);
            if contract::identifier_forms(self.operation, input).contains(&by) {
                self.own(ClauseKind::Addressing { at: at.clone(), by });
            }
            if text.has_comma() && contract::accepts_several(self.operation, input) {
                self.own(ClauseKind::Several { at });
            }
        }
        let literal = text.and_then(Template::literal).map(str::to_owned);
        match input.part {
            InputPart::Path => {}
            InputPart::Query => {
                let value = literal.unwrap_or_default();
                let parameter = name.clone();
                self.own(ClauseKind::Sort {
                    parameter,
                    value: value.clone(),
                });
                let parameter = name.clone();
                self.own(ClauseKind::QueryValue { parameter, value });
                self.filter(&name);
            }
            InputPart::Body => {
                let field = name.clone();
                self.own(ClauseKind::InputAccepted { field });
                if let Some(value) = literal {
                    let field = name.clone();
                    self.own(ClauseKind::InputValue { field, value });
                }
                if let Some(form) = text.and_then(Template::timestamp_form) {
                    self.own(ClauseKind::TimestampForm { field: name, form });
                }
            }
        }
    }

    /// What a filter keeps is seen in the answer only where a member of the record tells it.
    fn filter(&mut self, name: &str) {
        let mut known = self.operation.query.iter();
        let filter = known.find(|query| query.name == name);
        if let Some(Filter::Above { .. }) = filter.and_then(|query| query.filter.as_ref()) {
            let parameter = name.to_owned();
            self.own(ClauseKind::Filter { parameter });
        }
    }

    /// The way in which a step addresses something.
    fn sent_by(&self, scenario: &Scenario, step: &Step, from: &InputRef) -> Option<Identifier> {
        let inputs = step.attempts().next()?;
        let text = inputs.set.get(from)?.text()?;
        Some(scenario.identifier(self.contract, text))
    }

    pub(super) fn required(&mut self, inputs: &Inputs) {
        if let Some(field) = contract::omitted_required_field(self.operation, inputs) {
            let field = field.to_owned();
            self.own(ClauseKind::InputRequired { field });
        }
    }

    /// What every accepted call shows.
    pub(super) fn documented(&mut self) {
        let success = &self.operation.success;
        if let Some(&status) = success.status.stated() {
            self.own(ClauseKind::SuccessStatus { status });
        }
        if let Some(Body::Empty) = success.body.stated() {
            self.own(ClauseKind::EmptyBody);
        }
        for member in contract::envelope(self.operation).unwrap_or_default() {
            self.own(ClauseKind::EnvelopeMember {
                member: member.wire.clone(),
            });
            self.fields(&member.wire, &member.ty);
        }
        if let Some(paging) = contract::paging(self.operation) {
            self.own(ClauseKind::EnvelopeMember {
                member: paging.meta.clone(),
            });
            for key in paging.members.iter().chain([&paging.total]) {
                self.own(ClauseKind::MetaKey {
                    meta: paging.meta.clone(),
                    key: key.clone(),
                });
            }
        }
    }

    /// What shows again what was sent.
    pub(super) fn echoes(&mut self, scenario: &Scenario, step: &Step) {
        for echo in &self.operation.success.echoes {
            let sent_by = || self.sent_by(scenario, step, &echo.from);
            if echo.when.is_none_or(|by| sent_by() == Some(by)) {
                let (member, field) = (echo.member.clone(), echo.field.clone());
                self.own(ClauseKind::Echo { member, field });
            }
        }
    }

    fn fields(&mut self, member: &str, ty: &Type) {
        for field in contract::fields(self.contract, ty) {
            let (member, field) = (member.to_owned(), field.wire.clone());
            self.own(ClauseKind::FieldPresent {
                member: member.clone(),
                field: field.clone(),
            });
            self.own(ClauseKind::FieldType { member, field });
        }
    }

    pub(super) fn rules(&mut self, scenario: &Scenario, step: &Step) {
        if let Some(page) = contract::page_selection(self.operation).filter(|_| step.all_pages) {
            self.own(ClauseKind::PageNumber {
                parameter: page.page.clone(),
            });
            let sized = InputRef {
                part: InputPart::Query,
                name: page.per_page.clone(),
            };
            if step.inputs.set.contains_key(&sized) {
                self.own(ClauseKind::PageSize {
                    parameter: page.per_page.clone(),
                });
            }
        }
        if !step.order.is_empty() {
            self.own(ClauseKind::Order);
        }
        for (parameter, value, adds) in expansions(self.operation, &step.inputs) {
            // A member is looked for by its name beside what is shown, other data by what it holds.
            let named = adds.is_some() && !step.shows.is_empty();
            if named || !step.adds.is_empty() {
                self.own(ClauseKind::Expansion {
                    parameter,
                    value,
                    adds,
                });
            }
        }
        let other = step.same_as.as_deref().and_then(|name| scenario.step(name));
        if let Some(other) = other.and_then(|other| scenario.steps.get(other)) {
            for (parameter, value) in step.defaults_left_out(self.operation, other) {
                let (parameter, value) = (parameter.to_owned(), value.to_owned());
                self.own(ClauseKind::QueryDefault { parameter, value });
            }
            for parameter in step.reordered(self.operation, other) {
                let parameter = parameter.to_owned();
                self.own(ClauseKind::Filter { parameter });
            }
        }
    }

    /// The operation of a case; `None` for one of the service.
    fn owner(&self, case: &str) -> Option<&'a str> {
        let own = self.operation.errors.iter().any(|known| known.id == case);
        own.then_some(self.operation.id.as_str())
    }

    pub(super) fn error_body(&mut self) {
        self.push(None, ClauseKind::ErrorBody, false);
    }

    /// That something is refused, whatever the refusal looks like.
    pub(super) fn refused(&mut self, case: &str) {
        let kind = ClauseKind::Refusal {
            case: case.to_owned(),
        };
        self.push(self.owner(case), kind, false);
    }

    pub(super) fn refusal(&mut self, case: &str) {
        let owner = self.owner(case);
        self.refused(case);
        let Some(case) = self.contract.error_case(self.operation, case) else {
            return;
        };
        self.push(
            owner,
            ClauseKind::RefusalMessage {
                case: case.id.clone(),
            },
            false,
        );
        if let Some(&status) = case.status.stated() {
            self.push(
                owner,
                ClauseKind::RefusalStatus {
                    case: case.id.clone(),
                    status,
                },
                false,
            );
        }
        self.error_body();
        if case.when.stated() == Some(&Condition::KeyAbsent) {
            self.own(ClauseKind::KeyRequired);
        }
    }
}

/// The documented expansions that a step asks for: parameter, value and the member it adds, if that is named.
fn expansions(operation: &Operation, inputs: &Inputs) -> Vec<(String, String, Option<String>)> {
    let mut expansions = Vec::new();
    for query in &operation.query {
        let input = InputRef {
            part: InputPart::Query,
            name: query.name.clone(),
        };
        let sent = inputs.set.get(&input).and_then(|value| value.text());
        let Some(sent) = sent.and_then(|text| text.literal()) else {
            continue;
        };
        let several: Vec<&str> = match query.several {
            true => sent.split(',').collect(),
            false => vec![sent],
        };
        for value in query
            .values
            .iter()
            .filter(|value| several.contains(&value.wire.as_str()))
        {
            if let Some(expansion) = &value.expansion {
                let (parameter, wire) = (query.name.clone(), value.wire.clone());
                expansions.push((parameter, wire, expansion.adds.clone()));
            }
        }
    }
    expansions
}
