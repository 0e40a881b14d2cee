//! Where the contract says what a clause states.
//!
//! A clause is derived, so it stands nowhere itself: this finds the declaration it comes from.

use reader::Span;

use super::{Clause, ClauseKind};
use crate::model::{Body, Contract, ErrorCase, InputPart, InputRef, Operation, Slot};

impl Contract {
    /// Where the fact behind a clause of this contract is declared.
    #[must_use]
    pub fn declaration_span(&self, clause: &Clause) -> Option<Span> {
        let operation = clause.operation.as_ref().map(|id| self.operation(id));
        match operation {
            Some(operation) => Some(self.place_in(operation?, &clause.kind)),
            None => self.place_in_service(&clause.kind),
        }
    }

    fn place_in_service(&self, kind: &ClauseKind) -> Option<Span> {
        let service = &self.service;
        match kind {
            ClauseKind::Refusal { case }
            | ClauseKind::RefusalMessage { case }
            | ClauseKind::RefusalStatus { case, .. } => {
                self.place_of_case(&service.errors, case, kind)
            }
            ClauseKind::HeaderCase => said(&service.auth.case_insensitive),
            ClauseKind::AccountLimit { record } => Some(self.record(record)?.limit.as_ref()?.span),
            // Any place of the file leads to its other keys.
            ClauseKind::ErrorBody => said(&service.auth.identifies_account)
                .or(said(&service.auth.case_insensitive))
                .map(|span| self.places.key(span, &["error_body", "member"])),
            _ => said(&service.auth.identifies_account),
        }
    }

    fn place_in(&self, operation: &Operation, kind: &ClauseKind) -> Span {
        let key = |keys: &[&str]| self.places.key(operation.span, keys);
        let of_body = |wire: &str| {
            let mut fields = operation.body.iter();
            fields.find(|field| field.wire == wire).map(|it| it.span)
        };
        let of_query = |name: &str| {
            let mut parameters = operation.query.iter();
            parameters.find(|it| it.name == name).map(|it| it.span)
        };
        let of_value = |name: &str, value: &str| {
            let parameter = operation.query.iter().find(|it| it.name == name)?;
            let value = parameter.values.iter().find(|it| it.wire == value)?;
            Some(value.span)
        };
        let found = match kind {
            ClauseKind::Acceptance => None,
            ClauseKind::Addressing { at, .. } | ClauseKind::Several { at } => {
                place_of_input(operation, at)
            }
            ClauseKind::InputAccepted { field }
            | ClauseKind::InputRequired { field }
            | ClauseKind::InputValue { field, .. }
            | ClauseKind::TimestampForm { field, .. }
            | ClauseKind::Update { field } => of_body(field),
            ClauseKind::QueryDefault { parameter, .. } | ClauseKind::Filter { parameter } => {
                of_query(parameter)
            }
            ClauseKind::QueryValue { parameter, value }
            | ClauseKind::Expansion {
                parameter, value, ..
            }
            | ClauseKind::Sort { parameter, value } => of_value(parameter, value),
            ClauseKind::KeyRequired => Some(key(&["key", "required"])),
            ClauseKind::SuccessStatus { .. } => Some(key(&["success", "status"])),
            ClauseKind::EmptyBody => Some(key(&["success", "body"])),
            ClauseKind::EnvelopeMember { member } => Some(key(&["success", "body", member])),
            ClauseKind::FieldPresent { member, field }
            | ClauseKind::FieldType { member, field }
            | ClauseKind::FieldValue { member, field } => {
                self.place_of_field(operation, member, field)
            }
            ClauseKind::Echo { member, field } => {
                let mut echoes = operation.success.echoes.iter();
                echoes
                    .find(|echo| echo.member == *member && echo.field == *field)
                    .map(|echo| echo.span)
            }
            ClauseKind::MetaKey { .. } => Some(key(&["paging"])),
            ClauseKind::PageNumber { .. } | ClauseKind::PageSize { .. } => {
                Some(key(&["paging", "select"]))
            }
            ClauseKind::Order => Some(key(&["order"])),
            ClauseKind::Scope => Some(key(&["scope"])),
            ClauseKind::Creation => Some(key(&["creates"])),
            ClauseKind::Removal => Some(key(&["removes"])),
            ClauseKind::TransitionAllowed { transition }
            | ClauseKind::TransitionDone { transition } => {
                let transition = operation.transition(transition.as_deref());
                transition.map(|it| it.span)
            }
            ClauseKind::TransitionExcept { transition } => operation
                .transition(transition.as_deref())
                .and_then(|it| Some(it.except.as_ref()?.span)),
            ClauseKind::Hidden { what } => {
                let mut hidden = operation.hidden.iter();
                hidden.find(|it| it.id == *what).map(|it| it.span)
            }
            ClauseKind::Refusal { case }
            | ClauseKind::RefusalMessage { case }
            | ClauseKind::RefusalStatus { case, .. } => {
                self.place_of_case(&operation.errors, case, kind)
            }
            ClauseKind::ErrorBody
            | ClauseKind::HeaderCase
            | ClauseKind::AccountOfKey
            | ClauseKind::AccountLimit { .. } => None,
        };
        found.unwrap_or(operation.span)
    }

    fn place_of_case(&self, cases: &[ErrorCase], id: &str, kind: &ClauseKind) -> Option<Span> {
        let case = cases.iter().find(|case| case.id == id)?;
        let key = match kind {
            ClauseKind::RefusalMessage { .. } => "message",
            ClauseKind::RefusalStatus { .. } => "status",
            _ => "when",
        };
        Some(self.places.inside(case.span, &[key]))
    }

    /// The member of the record that the envelope shows.
    fn place_of_field(&self, operation: &Operation, member: &str, field: &str) -> Option<Span> {
        let Some(Body::Envelope(members)) = operation.success.body.value() else {
            return None;
        };
        let shown = members.iter().find(|it| it.wire == member)?;
        let record = self.record(shown.ty.record()?)?;
        let mut fields = record.fields.iter();
        fields.find(|it| it.wire == field).map(|it| it.span)
    }
}

fn place_of_input(operation: &Operation, input: &InputRef) -> Option<Span> {
    let name = &input.name;
    match input.part {
        InputPart::Path => {
            let mut all = operation.path_parameters.iter();
            all.find(|it| it.name == *name).map(|it| it.span)
        }
        InputPart::Query => {
            let mut all = operation.query.iter();
            all.find(|it| it.name == *name).map(|it| it.span)
        }
        InputPart::Body => {
            let mut all = operation.body.iter();
            all.find(|it| it.wire == *name).map(|it| it.span)
        }
    }
}

/// Where a slot is filled, unless it is a gap.
fn said<T>(slot: &Slot<T>) -> Option<Span> {
    match slot {
        Slot::Stated(fact) | Slot::Answered { fact, .. } => Some(fact.span),
        Slot::Silent(_) => None,
    }
}
