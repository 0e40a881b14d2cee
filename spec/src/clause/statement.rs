//! What a clause says, in a sentence.

mod request;
mod rule;

use super::ClauseKind;
use super::words::{a_value_of, an_identifier, defect, input};
use crate::model::{Body, Condition, Contract, Echo, ErrorCase, Field, Operation, Paging, Type};
use request::of_input;
use rule::of_rule;

/// The sentence of a clause; `operation` is `None` for the whole service.
pub(super) fn statement(
    contract: &Contract,
    operation: Option<&Operation>,
    kind: &ClauseKind,
) -> String {
    let subject = Subject {
        contract,
        operation,
    };
    match operation {
        Some(operation) => subject.of_operation(operation, kind),
        None => subject.of_anything(kind),
    }
}

/// What the sentence is about.
struct Subject<'c> {
    contract: &'c Contract,
    operation: Option<&'c Operation>,
}

impl Subject<'_> {
    fn of_operation(&self, operation: &Operation, kind: &ClauseKind) -> String {
        let route = format!("{} {}", operation.method, operation.path);
        match kind {
            ClauseKind::Acceptance => format!("A valid {route} is accepted."),
            ClauseKind::KeyRequired => {
                let header = &self.contract.service.auth.header;
                format!("{route} without the header `{header}` is refused.")
            }
            ClauseKind::PageNumber { parameter } => {
                format!("In {route}, `{parameter}` selects the page.")
            }
            ClauseKind::PageSize { parameter } => {
                format!("In {route}, `{parameter}` is the number of items on a page.")
            }
            _ => {
                let said = of_input(self.contract, operation, &route, kind);
                said.or_else(|| of_rule(operation, &route, kind))
                    .unwrap_or_else(|| self.of_success(operation, &route, kind))
            }
        }
    }

    fn of_success(&self, operation: &Operation, route: &str, kind: &ClauseKind) -> String {
        match kind {
            ClauseKind::SuccessStatus { status } => {
                format!("The success of {route} has status {status}.")
            }
            ClauseKind::EmptyBody => format!("The success body of {route} is empty."),
            ClauseKind::EnvelopeMember { member } => {
                let ty = envelope(operation, member);
                let ty = ty.map_or_else(String::new, |ty| format!(", {}", a_value_of(ty)));
                format!("The success body of {route} has the member `{member}`{ty}.")
            }
            ClauseKind::FieldPresent { member, field } => {
                let the_record = the_record(operation, member);
                format!("{the_record} in `{member}` has the member `{field}`.")
            }
            ClauseKind::FieldType { member, field } => {
                let the_record = the_record(operation, member).to_lowercase();
                let ty = self.field(operation, member, field).map(type_of_field);
                let ty = ty.unwrap_or_default();
                format!("In {the_record} in `{member}`, `{field}` is {ty}.")
            }
            ClauseKind::FieldValue { member, field } => {
                let the_record = the_record(operation, member).to_lowercase();
                let mut now = operation.success.call_time_fields.iter();
                let value = match now.any(|it| it.member == *member && it.field == *field) {
                    true => "the time of the call",
                    false => "the value of the thing that the record shows",
                };
                format!("In {the_record} in `{member}`, `{field}` is {value}.")
            }
            ClauseKind::Echo { member, field } => {
                let is_it = |echo: &&Echo| echo.member == *member && echo.field == *field;
                let echo = operation.success.echoes.iter().find(is_it);
                let from = echo.map_or_else(String::new, |echo| input(&echo.from));
                let when = echo
                    .and_then(|echo| echo.when)
                    .map_or_else(String::new, |by| {
                        format!(", when that was {}", an_identifier(by))
                    });
                format!("`{member}.{field}` in the answer repeats {from} of the request{when}.")
            }
            ClauseKind::MetaKey { meta, key } => {
                let integer = match paging(operation).map(|paging| paging.integers.stated()) {
                    Some(Some(true)) => ", an integer",
                    _ => "",
                };
                format!("The member `{meta}` of the answer has the member `{key}`{integer}.")
            }
            _ => self.of_anything(kind),
        }
    }

    /// Sentences about the whole service, and refusals, which may be about it.
    fn of_anything(&self, kind: &ClauseKind) -> String {
        let service = &self.contract.service;
        match kind {
            ClauseKind::Refusal { case } => format!("{} is refused.", self.refused(case)),
            ClauseKind::RefusalMessage { case } => {
                let case_of = self.case(case).into_iter();
                let cases =
                    case_of.flat_map(|case| self.contract.indistinct_cases(self.operation, case));
                let messages: Vec<_> = cases.map(|case| format!("`{}`", case.message)).collect();
                format!(
                    "{} is refused with the message {}.",
                    self.refused(case),
                    messages.join(" or ")
                )
            }
            ClauseKind::AccountLimit { record } => {
                let limit = self.contract.record(record);
                let limit = limit.and_then(|record| record.limit.as_ref());
                match limit.map_or(0, |limit| limit.per_account) {
                    1 => format!("An account has at most one {record} record."),
                    limit => format!("An account has at most {limit} {record} records."),
                }
            }
            ClauseKind::RefusalStatus { case, status } => {
                format!("{} is refused with status {status}.", self.refused(case))
            }
            ClauseKind::ErrorBody => {
                let member = &service.error_body.member;
                format!("An error body is a JSON object whose `{member}` is the message, a string.")
            }
            ClauseKind::HeaderCase => {
                let header = &service.auth.header;
                format!("The name of the header `{header}` can be written in any case.")
            }
            ClauseKind::AccountOfKey => "The key identifies the account.".to_owned(),
            // The others are always about an operation.
            _ => String::new(),
        }
    }

    /// The request that is refused.
    fn refused(&self, case: &str) -> String {
        let request = match self.operation {
            Some(operation) => format!("{} {}", operation.method, operation.path),
            None => "A request".to_owned(),
        };
        // Which operations need a key is said of each.
        let about_key = |when: &Condition| {
            use Condition::{KeyAbsent, KeyInvalid, KeyUserless};
            self.operation.is_none() && matches!(when, KeyAbsent | KeyInvalid | KeyUserless)
        };
        match self.case(case).and_then(|case| case.when.stated()) {
            Some(when) if about_key(when) => {
                format!("Where a key is required, a request {}", defect(when))
            }
            Some(when) => format!("{request} {}", defect(when)),
            None => format!("{request}, in a case that is not shown,"),
        }
    }

    fn case(&self, id: &str) -> Option<&ErrorCase> {
        let own = self.operation.map(|operation| operation.errors.as_slice());
        let own = own.unwrap_or_default().iter();
        own.chain(&self.contract.service.errors)
            .find(|case| case.id == id)
    }

    fn field(&self, operation: &Operation, member: &str, field: &str) -> Option<&Field> {
        let record = self
            .contract
            .record(envelope(operation, member)?.record()?)?;
        record.fields.iter().find(|it| it.wire == field)
    }
}

fn envelope<'o>(operation: &'o Operation, member: &str) -> Option<&'o Type> {
    match operation.success.body.stated()? {
        Body::Empty => None,
        Body::Envelope(members) => {
            let mut members = members.iter();
            members.find(|it| it.wire == member).map(|it| &it.ty)
        }
    }
}

fn the_record(operation: &Operation, member: &str) -> &'static str {
    match envelope(operation, member) {
        Some(Type::List(_)) => "Each record",
        _ => "The record",
    }
}

fn type_of_field(field: &Field) -> String {
    let null = match field.nullable.stated() {
        Some(true) => ", or null",
        _ => "",
    };
    format!("{}{null}", a_value_of(&field.ty))
}

fn paging(operation: &Operation) -> Option<&Paging> {
    operation.paging.as_ref()?.stated()
}
