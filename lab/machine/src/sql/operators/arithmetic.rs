//! `-` for `+` and the other way round.

use sqlparser::ast::{BinaryOperator, Expr};

use crate::sql::walk::TableScope;

/// The same operands with the other operator.
pub(super) fn exchange(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::BinaryOp { left, op, right } = expr else {
        return Vec::new();
    };
    let op = match op {
        BinaryOperator::Plus => BinaryOperator::Minus,
        BinaryOperator::Minus => BinaryOperator::Plus,
        _ => return Vec::new(),
    };
    vec![Expr::BinaryOp { left: left.clone(), op, right: right.clone() }]
}
