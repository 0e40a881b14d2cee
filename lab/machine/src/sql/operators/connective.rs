//! `OR` for `AND` and the other way round.

use sqlparser::ast::{BinaryOperator, Expr};

use super::Change;

/// The same operands with the other connective.
pub(super) fn exchange(expr: &Expr) -> Vec<Change> {
    let Expr::BinaryOp { left, op, right } = expr else {
        return Vec::new();
    };
    let other = match op {
        BinaryOperator::And => BinaryOperator::Or,
        BinaryOperator::Or => BinaryOperator::And,
        _ => return Vec::new(),
    };
    let (before, after) = (format!("{op} {right}"), format!("{other} {right}"));
    let changed = Expr::BinaryOp { left: left.clone(), op: other, right: right.clone() };
    // Without parentheses `OR` would bind less than an `AND` around it.
    vec![Change::of_operand(before, after, Expr::Nested(Box::new(changed)))]
}
