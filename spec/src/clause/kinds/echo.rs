//! A field of the answer repeats an input.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording::{an_identifier, input};
use crate::model::{Echo, Evidence};

/// The evidence of a field is also the evidence of what it repeats.
pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for echo in &scope.operation.success.echoes {
        let kind = ClauseKind::Echo { member: echo.member.clone(), field: echo.field.clone() };
        let field = scope.record_field(&echo.member, &echo.field);
        let evidence = field.map_or(Evidence::Stated, |field| field.evidence);
        clauses.push_as(kind, &echo.section, evidence);
    }
}

fn find<'c>(scope: OperationScope<'c>, member: &str, field: &str) -> Option<&'c Echo> {
    let mut echoes = scope.operation.success.echoes.iter();
    echoes.find(|echo| echo.member == member && echo.field == field)
}

pub(super) fn suffix(member: &str, field: &str) -> String {
    format!("success.{member}.{field}.echo")
}

pub(super) fn statement(scope: OperationScope<'_>, member: &str, field: &str) -> Option<String> {
    let echo = find(scope, member, field)?;
    let when =
        echo.when.map_or_else(String::new, |by| format!(", when that was {}", an_identifier(by)));
    let from = input(&echo.from);
    Some(format!("`{member}.{field}` in the answer repeats {from} of the request{when}."))
}

pub(super) fn declaration(scope: OperationScope<'_>, member: &str, field: &str) -> Option<Span> {
    find(scope, member, field).map(|echo| echo.span)
}
