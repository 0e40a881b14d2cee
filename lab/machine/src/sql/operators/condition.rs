//! Conditions that always hold, or hold in the opposite case.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value};

use super::{Change, value};
use crate::sql::walk::TableScope;

/// `TRUE` instead of the condition.
pub(super) fn drop(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    if is_condition(expr) { vec![always()] } else { Vec::new() }
}

/// `TRUE` instead of a column that is a condition.
pub(super) fn drop_operand(expr: &Expr) -> Vec<Change> {
    with_bare_operands(expr, |_| always())
}

fn always() -> Expr {
    value(Value::Boolean(true))
}

/// The opposite. Comparisons have an operator of their own.
pub(super) fn negate(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let mut opposite = expr.clone();
    match &mut opposite {
        Expr::In { negated, .. }
        | Expr::Like { negated, .. }
        | Expr::Between { negated, .. }
        | Expr::Exists { negated, .. } => *negated = !*negated,
        Expr::IsNull(operand) => opposite = Expr::IsNotNull(operand.clone()),
        Expr::IsNotNull(operand) => opposite = Expr::IsNull(operand.clone()),
        Expr::UnaryOp { op: UnaryOperator::Not, expr } => opposite = (**expr).clone(),
        _ => return Vec::new(),
    }
    vec![opposite]
}

/// The opposite of a column that is a condition.
pub(super) fn negate_operand(expr: &Expr) -> Vec<Change> {
    with_bare_operands(expr, |column| Expr::UnaryOp {
        op: UnaryOperator::Not,
        expr: Box::new(column),
    })
}

fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::BinaryOp { op, .. } => is_comparison(op),
        Expr::UnaryOp { op, .. } => *op == UnaryOperator::Not,
        _ => matches!(
            expr,
            Expr::In { .. }
                | Expr::Like { .. }
                | Expr::Between { .. }
                | Expr::Exists { .. }
                | Expr::IsNull(_)
                | Expr::IsNotNull(_)
        ),
    }
}

pub(super) fn is_comparison(operator: &BinaryOperator) -> bool {
    use BinaryOperator::{Eq, Gt, GtEq, Lt, LtEq, NotEq};
    matches!(operator, Eq | NotEq | Lt | LtEq | Gt | GtEq)
}

/// The conjunction or disjunction with each operand changed that is a column.
fn with_bare_operands(expr: &Expr, change: impl Fn(Expr) -> Expr) -> Vec<Change> {
    let Expr::BinaryOp { left, op: BinaryOperator::And | BinaryOperator::Or, right } = expr else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for (is_left, operand) in [(true, left), (false, right)] {
        if !matches!(**operand, Expr::Identifier(_) | Expr::CompoundIdentifier(_)) {
            continue;
        }
        let changed = change((**operand).clone());
        let mut whole = expr.clone();
        if let Expr::BinaryOp { left, right, .. } = &mut whole {
            let side = if is_left { left } else { right };
            **side = changed.clone();
        }
        changes.push(Change::of_operand(operand, changed, whole));
    }
    changes
}
