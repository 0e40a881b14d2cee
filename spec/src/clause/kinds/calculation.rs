//! Values that a success gives to members, and relations between members.

use super::prelude::*;
use crate::model::{Body, MemberConstant, Type};

/// A success gives a value to a member.
pub(super) fn effect(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for effect in &scope.operation.effects {
        let (record, field, route) = (effect.record.clone(), effect.field.clone(), scope.route());
        let statement = format!("After {route}, `{record}.{field}` is {}.", effect.in_words());
        let kind = ClauseKind::Effect { record, field };
        clauses.push(kind, &effect.section, effect.span, statement);
    }
    for (index, constant) in scope.operation.constants.iter().enumerate() {
        let (record, field) = (constant.record.clone(), constant.field.clone());
        let is_member = |other: &&MemberConstant| other.record == record && other.field == field;
        // One clause is about all constants of a member.
        if scope.operation.constants.iter().position(|it| is_member(&it)) != Some(index) {
            continue;
        }
        let all = scope.operation.constants_of(&record, &field).map(MemberConstant::in_words);
        let all = all.collect::<Vec<_>>().join(", and ");
        let statement = format!("After {}, `{record}.{field}` is {all}.", scope.route());
        let kind = ClauseKind::Effect { record, field };
        clauses.push(kind, &constant.section, constant.span, statement);
    }
}

/// Members of a record in the response are related.
pub(super) fn relation(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let members = scope.operation.success.body.stated().map_or(&[][..], Body::members);
    for member in members {
        let record = member.ty.record().and_then(|name| scope.contract.record(name));
        let Some(record) = record else { continue };
        for relation in &record.relations {
            let (name, wire) = (record.name.clone(), member.wire.clone());
            let each = if matches!(member.ty, Type::List(_)) { "each" } else { "the" };
            let statement = format!(
                "In the success of {}, {} in {each} {name}.",
                scope.route(),
                relation.comparison.in_words_of_members()
            );
            let kind =
                ClauseKind::Relation { member: wire, record: name, relation: relation.id.clone() };
            clauses.push(kind, &relation.section, relation.span, statement);
        }
    }
}
