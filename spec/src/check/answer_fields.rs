//! Every field of a response that is named is declared: in echoes and call times.

use super::members::member_of;
use super::prelude::*;
use crate::model::AnswerField;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let echoes = operation.success.echoes.iter().map(|echo| AnswerField {
            member: echo.member.clone(),
            field: echo.field.clone(),
            span: echo.span,
        });
        for shown in echoes.chain(operation.success.call_time_fields.iter().cloned()) {
            shown_member(contract, operation, &shown, out);
        }
    }
}

fn shown_member(
    contract: &Contract,
    operation: &Operation,
    shown: &AnswerField,
    out: &mut Diagnostics,
) {
    let body = &operation.success.body;
    let Some(fact) = body.fact() else {
        let message =
            format!("the body of `{}` is not shown, so it has no known echo", operation.id);
        let found = Diagnostic::error("unknown-envelope-member", message, shown.span, "an echo");
        let gap = body.gap().and_then(|gap| contract.gap(gap));
        out.push(match gap {
            Some(gap) => found.with_label(gap.span, "not shown"),
            None => found,
        });
        return;
    };
    let members = match &fact.value {
        Body::Empty => &[],
        Body::Envelope(members) => members.as_slice(),
    };
    let whole = Spanned::new(format!("{}.{}", shown.member, shown.field), shown.span);
    let dot = shown.member.len();
    let Some(member) = members.iter().find(|member| member.wire == shown.member) else {
        let message =
            format!("the response of `{}` has no member `{}`", operation.id, shown.member);
        let span = whole.part(0..dot);
        let found = Diagnostic::error("unknown-envelope-member", message, span, "no such member")
            .with_label(fact.span, "the body");
        let names: Vec<&str> = members.iter().map(|member| member.wire.as_str()).collect();
        out.push(suggest(found, span, &shown.member, "members of the response", &names));
        return;
    };
    let Some(name) = member.ty.record() else {
        let (member_name, field) = (&shown.member, &shown.field);
        let message = format!("`{member_name}` is not a record, so it has no member `{field}`");
        out.push(
            Diagnostic::error("unknown-member", message, shown.span, "no such member")
                .with_label(member.ty_span, "its type"),
        );
        return;
    };
    // A record that is not declared is reported by its own rule.
    if let Some(record) = contract.record(name) {
        let field = whole.part(dot + 1..whole.len());
        member_of(record, &Spanned::new(shown.field.clone(), field), out);
    }
}
