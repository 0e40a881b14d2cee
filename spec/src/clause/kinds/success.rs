//! The success response: status, body, and members that repeat an input.

use super::prelude::*;
use crate::clause::kinds::apart;
use crate::clause::wording::{a_value_of, an_identifier, bracketed, input};
use crate::model::{Evidence, Format, field_path};

/// The status of a success.
pub(super) fn status(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(stated) = &scope.operation.success.status {
        let status = stated.value;
        let success = &scope.operation.success;
        let free: String = success.free_statuses().map(|other| format!(" or {other}")).collect();
        let is_by_input = success.further_statuses.iter().any(|further| further.when.is_some());
        let others = if is_by_input { ", where it has no other one by what was sent" } else { "" };
        let route = scope.route();
        let statement = format!("The success of {route} has status {status}{free}{others}.");
        clauses.push(ClauseKind::SuccessStatus { status }, &stated.section, stated.span, statement);
    }
}

/// The success of requests with a value of an input has a status of its own.
pub(super) fn further_status(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for further in &scope.operation.success.further_statuses {
        let Some(when) = &further.when else { continue };
        let (status, route, input) = (further.status, scope.route(), input(&when.input));
        let value = when.value.as_ref();
        let test = value.map_or("left out".to_owned(), |value| format!("`{}`", value.value));
        let statement = format!("The success of {route} has status {status} if {input} is {test}.");
        let kind = ClauseKind::FurtherStatus { name: further.name.clone(), status };
        clauses.push(kind, &further.section, further.span, statement);
    }
}

/// The success body has this member, of its documented type.
pub(super) fn envelope_member(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let route = scope.route();
    if let Slot::Stated(body) = &scope.operation.success.body {
        for envelope in body.value.members() {
            let (member, ty) = (envelope.wire.clone(), a_value_of(&envelope.ty));
            let statement = if member.is_empty() {
                format!("The success body of {route} is {ty}.")
            } else {
                format!("The success body of {route} has the member `{member}`, {ty}.")
            };
            let kind = ClauseKind::EnvelopeMember { member };
            clauses.push(kind, &body.section, envelope.span, statement);
        }
    }
    if let Some(Slot::Stated(paging)) = &scope.operation.paging
        && let Some(member) = paging.value.meta.clone()
    {
        let statement = format!("The success body of {route} has the member `{member}`.");
        clauses.push(
            ClauseKind::EnvelopeMember { member },
            &paging.section,
            paging.value.span,
            statement,
        );
    }
}

/// The success body is empty.
pub(super) fn empty_body(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(body) = &scope.operation.success.body
        && body.value == Body::Empty
    {
        let statement = format!("The success body of {} is empty.", scope.route());
        clauses.push(ClauseKind::EmptyBody, &body.section, body.span, statement);
    }
}

/// Every success has the header.
pub(super) fn header_present(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for header in &scope.operation.success.headers {
        if header.is_always_there() {
            let name = &header.name;
            let statement = format!("The success of {} has the header `{name}`.", scope.route());
            let kind = ClauseKind::HeaderPresent { header: name.clone() };
            clauses.push(kind, &header.section, header.span, statement);
        }
    }
}

/// The header, where it is present, is of its documented type. Every header is a text.
pub(super) fn header_type(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for header in &scope.operation.success.headers {
        let constraints = header.constraints.in_words(&header.ty);
        let is_any = match header.ty {
            Type::Text(None | Some(Format::Identifier)) => true,
            Type::Enumeration(_) => !header.complete,
            _ => false,
        };
        if is_any && constraints.is_empty() {
            continue;
        }
        let (name, constraints) = (&header.name, bracketed(&constraints));
        let (ty, route) = (a_value_of(&header.ty), scope.route());
        let others = if header.complete { ", and no other" } else { "" };
        let statement =
            format!("In the success of {route}, the header `{name}` is {ty}{others}{constraints}.");
        let kind = ClauseKind::HeaderType { header: name.clone() };
        clauses.push(kind, &header.section, header.span, statement);
    }
}

/// The header ends with the path of an operation.
pub(super) fn header_leads_to(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for header in &scope.operation.success.headers {
        let Some(target) = &header.leads_to else { continue };
        let (name, route) = (&header.name, scope.route());
        let path = scope.contract.operation(target).map(|led| led.path.to_string());
        let statement = format!(
            "In the success of {route}, the header `{name}` ends with the path `{}` of the record in the body.",
            path.unwrap_or_default()
        );
        let kind = ClauseKind::HeaderLeadsTo { header: name.clone(), target: target.value.clone() };
        clauses.push(kind, &header.section, header.span, statement);
    }
}

/// A field of the answer repeats an input.
///
/// The evidence of a field is also the evidence of what it repeats.
pub(super) fn echo(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for echo in &scope.operation.success.echoes {
        let (member, field) = (echo.member.clone(), echo.field.clone());
        let from = input(&echo.from);
        let when = echo
            .when
            .map_or_else(String::new, |by| format!(", when that was {}", an_identifier(by)));
        let path = field_path(&member, &field);
        let statement = format!("`{path}` in the answer repeats {from} of the request{when}.");
        let evidence = scope.record_field(&member, &field).map(|field| field.evidence);
        clauses
            .push(ClauseKind::Echo { member, field }, &echo.section, echo.span, statement)
            .evidence(evidence.unwrap_or(Evidence::Stated));
    }
}

/// A bare body has the id that an empty one would have.
pub(super) fn member_suffix(member: &str) -> String {
    match member {
        "" => "success.body".to_owned(),
        member => format!("success.{}", apart(member, &["body", "status"])),
    }
}

pub(super) fn field_suffix(member: &str, field: &str, part: &str) -> String {
    format!("success.{}.{part}", field_path(member, field))
}
