//! Other comparisons: looser, stricter, opposite.

use sqlparser::ast::{BinaryOperator, Expr};

use crate::sql::walk::TableScope;

/// The same operands, compared otherwise.
pub(super) fn other(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    use BinaryOperator::{Eq, Gt, GtEq, Lt, LtEq, NotEq};
    let Expr::BinaryOp { left, op, right } = expr else {
        return Vec::new();
    };
    let others: &[BinaryOperator] = match op {
        Eq => &[NotEq, LtEq, GtEq],
        NotEq => &[Eq],
        Lt => &[LtEq, GtEq],
        LtEq => &[Lt, Gt],
        Gt => &[GtEq, LtEq],
        GtEq => &[Gt, Lt],
        _ => &[],
    };
    let changed = |op: &BinaryOperator| Expr::BinaryOp {
        left: left.clone(),
        op: op.clone(),
        right: right.clone(),
    };
    others.iter().map(changed).collect()
}
