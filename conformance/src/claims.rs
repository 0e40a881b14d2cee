//! Which clauses a step can show: the one list that planning and judging share.
//!
//! A claim is made from the scenario and the contract alone, before anything is sent; the judge
//! answers each claim, and nothing else. So what a plan promises and what is judged cannot differ.

use std::collections::{BTreeMap, BTreeSet};

use spec::{
    Body, Clause, ClauseKind, Condition, Contract, InputPart, InputRef, Operation, Type, id,
};

use crate::contract;
use crate::scenario::{Expectation, Inputs, Scenario, Step};

/// A clause that a step can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Id of the clause.
    pub id: String,
    /// The clause.
    pub kind: ClauseKind,
    /// Whether the scenario asked for it with `proves`; else every such call shows it.
    pub proof: bool,
}

/// The clauses of a contract, by id.
#[derive(Clone, Debug)]
pub struct Clauses(BTreeMap<String, Clause>);

impl Clauses {
    /// All clauses of the contract.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        Self(
            contract
                .clauses()
                .into_iter()
                .map(|clause| (clause.id.clone(), clause))
                .collect(),
        )
    }

    /// The clause of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.0.get(id)
    }

    /// All of them, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &Clause> {
        self.0.values()
    }

    /// The claims of a step. A kind for which the contract has no clause, because it is silent
    /// there, makes no claim.
    #[must_use]
    pub fn claims(&self, contract: &Contract, scenario: &Scenario, step: &Step) -> Vec<Claim> {
        let Some(operation) = contract.operation(&step.call) else {
            return Vec::new();
        };
        let mut claims = Collected {
            clauses: self,
            operation,
            claims: Vec::new(),
        };
        match &step.expect {
            Expectation::Accepted => {
                claims.inputs(step);
                claims.success(contract, step);
                claims.rules(scenario, step);
            }
            Expectation::Refused(case) => claims.refusal(contract, case),
            Expectation::Nothing => {}
        }
        for proof in &step.proves {
            claims.push(proof.operation.as_deref(), proof.kind.clone(), true);
        }
        claims.claims
    }

    /// The ids of all clauses that a scenario can show.
    #[must_use]
    pub fn reached(&self, contract: &Contract, scenario: &Scenario) -> BTreeSet<String> {
        let steps = scenario.steps.iter();
        steps
            .flat_map(|step| self.claims(contract, scenario, step))
            .map(|claim| claim.id)
            .collect()
    }
}

struct Collected<'a> {
    clauses: &'a Clauses,
    operation: &'a Operation,
    claims: Vec<Claim>,
}

impl Collected<'_> {
    fn own(&mut self, kind: ClauseKind) {
        self.push(Some(&self.operation.id), kind, false);
    }

    fn push(&mut self, operation: Option<&str>, kind: ClauseKind, proof: bool) {
        let id = id::clause(operation, &kind);
        let testable = self.clauses.get(&id).is_some_and(Clause::testable);
        if testable && !self.claims.iter().any(|claim| claim.id == id) {
            self.claims.push(Claim { id, kind, proof });
        }
    }

    fn inputs(&mut self, step: &Step) {
        self.own(ClauseKind::Acceptance);
        let inputs = step.ways().into_iter().next().unwrap_or_default();
        for (input, value) in &inputs.set {
            let text = value.text();
            match input.part {
                InputPart::Path => {
                    let Some(text) = text else { continue };
                    let (parameter, by) = (input.name.clone(), text.identifier());
                    self.own(ClauseKind::Addressing { parameter, by });
                }
                InputPart::Query => {
                    if let Some(value) = text.and_then(|text| text.literal()) {
                        let (parameter, value) = (input.name.clone(), value.to_owned());
                        self.own(ClauseKind::QueryValue { parameter, value });
                    }
                }
                InputPart::Body => {
                    let field = input.name.clone();
                    self.own(ClauseKind::InputAccepted {
                        field: field.clone(),
                    });
                    if let Some(form) = text.and_then(|text| text.timestamp_form()) {
                        self.own(ClauseKind::TimestampForm { field, form });
                    }
                }
            }
        }
        if step.lower_case_header {
            self.push(None, ClauseKind::HeaderCase, false);
        }
    }

    fn success(&mut self, contract: &Contract, step: &Step) {
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
            self.fields(contract, &member.wire, &member.ty);
        }
        for echo in &success.echoes {
            if echo
                .when
                .is_none_or(|by| sent_by(step, &echo.from) == Some(by))
            {
                let (member, field) = (echo.member.clone(), echo.field.clone());
                self.own(ClauseKind::Echo { member, field });
            }
        }
        if let Some(paging) = contract::paging(self.operation) {
            self.own(ClauseKind::EnvelopeMember {
                member: paging.meta.clone(),
            });
            for key in paging.keys.iter().chain([&paging.total]) {
                self.own(ClauseKind::MetaKey {
                    meta: paging.meta.clone(),
                    key: key.clone(),
                });
            }
        }
    }

    fn fields(&mut self, contract: &Contract, member: &str, ty: &Type) {
        for field in contract::fields(contract, ty) {
            let (member, field) = (member.to_owned(), field.wire.clone());
            self.own(ClauseKind::FieldPresent {
                member: member.clone(),
                field: field.clone(),
            });
            self.own(ClauseKind::FieldType { member, field });
        }
    }

    fn rules(&mut self, scenario: &Scenario, step: &Step) {
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
        if !step.shows.is_empty() {
            for (parameter, value, adds) in expansions(self.operation, &step.inputs) {
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
        }
    }

    fn refusal(&mut self, contract: &Contract, case: &str) {
        let own = self.operation.errors.iter().any(|known| known.id == case);
        let owner = own.then_some(self.operation.id.as_str());
        let Some(case) = contract.error_case(self.operation, case) else {
            return;
        };
        self.push(
            owner,
            ClauseKind::Refusal {
                case: case.id.clone(),
            },
            false,
        );
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
        self.push(None, ClauseKind::ErrorBody, false);
        if case.when == Condition::KeyAbsent {
            self.own(ClauseKind::KeyRequired);
        }
    }
}

/// The way in which a step addresses something in its path.
fn sent_by(step: &Step, from: &InputRef) -> Option<spec::Identifier> {
    Some(step.ways().first()?.set.get(from)?.text()?.identifier())
}

/// The documented expansions that a step asks for: parameter, value and the member it adds.
fn expansions(operation: &Operation, inputs: &Inputs) -> Vec<(String, String, String)> {
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
        let value = query.values.iter().find(|value| value.wire == sent);
        if let Some(expansion) = value.and_then(|value| value.expansion.as_ref()) {
            expansions.push((query.name.clone(), sent.to_owned(), expansion.adds.clone()));
        }
    }
    expansions
}
