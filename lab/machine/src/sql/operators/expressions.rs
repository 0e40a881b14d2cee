//! Operators on expressions: conditions, comparisons, calculations, columns, functions and literals.

use sqlparser::ast::{
    BinaryOperator, DuplicateTreatment, Expr, Function, FunctionArg, FunctionArgExpr,
    FunctionArguments, Ident, ObjectName, UnaryOperator, Value,
};

use super::Change;
use crate::sql::walk::TableScope;

/// `TRUE` instead of the condition.
pub(super) fn drop_condition(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
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
        Expr::BinaryOp { op, .. } => !other_comparisons(op).is_empty(),
        Expr::UnaryOp { op, .. } => *op == UnaryOperator::Not,
        Expr::In { .. }
        | Expr::Like { .. }
        | Expr::Between { .. }
        | Expr::Exists { .. }
        | Expr::IsNull(_)
        | Expr::IsNotNull(_) => true,
        _ => false,
    }
}

/// The conjunction or disjunction with each operand changed that is a column.
fn with_bare_operands(expr: &Expr, change: impl Fn(Expr) -> Expr) -> Vec<Change> {
    let Expr::BinaryOp { left, op, right } = expr else {
        return Vec::new();
    };
    if !matches!(op, BinaryOperator::And | BinaryOperator::Or) {
        return Vec::new();
    }
    let mut changes = Vec::new();
    for (is_left, operand) in [(true, left), (false, right)] {
        if matches!(**operand, Expr::Identifier(_) | Expr::CompoundIdentifier(_)) {
            let changed = change((**operand).clone());
            let whole = if is_left {
                binary(&changed, op.clone(), right)
            } else {
                binary(left, op.clone(), &changed)
            };
            changes.push(Change::new(operand, &changed, whole));
        }
    }
    changes
}

/// `OR` for `AND` and the other way round.
pub(super) fn exchange_connective(expr: &Expr) -> Vec<Change> {
    let Expr::BinaryOp { left, op, right } = expr else {
        return Vec::new();
    };
    let other = match op {
        BinaryOperator::And => BinaryOperator::Or,
        BinaryOperator::Or => BinaryOperator::And,
        _ => return Vec::new(),
    };
    let (before, after) = (format!("{op} {right}"), format!("{other} {right}"));
    // Without parentheses `OR` would bind less than an `AND` around it.
    let changed = Expr::Nested(Box::new(binary(left, other, right)));
    vec![Change::new(before, after, changed)]
}

/// The same operands, compared otherwise: looser, stricter, opposite.
pub(super) fn compare_otherwise(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    with_operators(expr, other_comparisons)
}

fn other_comparisons(operator: &BinaryOperator) -> &'static [BinaryOperator] {
    use BinaryOperator::{Eq, Gt, GtEq, Lt, LtEq, NotEq};
    match operator {
        Eq => &[NotEq, LtEq, GtEq],
        NotEq => &[Eq],
        Lt => &[LtEq, GtEq],
        LtEq => &[Lt, Gt],
        Gt => &[GtEq, LtEq],
        GtEq => &[Gt, Lt],
        _ => &[],
    }
}

/// `-` for `+` and the other way round.
pub(super) fn exchange_sign(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    with_operators(expr, |operator| match operator {
        BinaryOperator::Plus => &[BinaryOperator::Minus],
        BinaryOperator::Minus => &[BinaryOperator::Plus],
        _ => &[],
    })
}

/// The same operands with each other operator.
fn with_operators(
    expr: &Expr,
    others: fn(&BinaryOperator) -> &'static [BinaryOperator],
) -> Vec<Expr> {
    let Expr::BinaryOp { left, op, right } = expr else {
        return Vec::new();
    };
    others(op).iter().map(|other| binary(left, other.clone(), right)).collect()
}

/// `LIKE`, which ignores case and knows wildcards, for `=` and the other way round, for text that is compared with
/// something that is not a column.
pub(super) fn exchange_like(expr: &Expr, scope: &TableScope<'_>) -> Vec<Expr> {
    match expr {
        Expr::BinaryOp { left, op: BinaryOperator::Eq, right }
            if is_text(left, scope) && scope.resolve(right).is_none() =>
        {
            vec![Expr::Like {
                negated: false,
                any: false,
                expr: left.clone(),
                pattern: right.clone(),
                escape_char: None,
            }]
        }
        Expr::Like { negated: false, expr, pattern, .. } => {
            vec![binary(expr, BinaryOperator::Eq, pattern)]
        }
        _ => Vec::new(),
    }
}

fn is_text(expr: &Expr, scope: &TableScope<'_>) -> bool {
    scope.resolve(expr).is_some_and(|resolved| resolved.column.data_type == "TEXT")
}

/// The next column of the table with the type of this one.
pub(super) fn other_column(expr: &Expr, scope: &TableScope<'_>) -> Vec<Expr> {
    let other = scope.resolve(expr).and_then(|resolved| {
        let next = scope.schema.next_of_type(resolved.table, &resolved.column.name)?;
        let column = Ident::new(&next.name);
        Some(if matches!(expr, Expr::Identifier(_)) && resolved.alone {
            Expr::Identifier(column)
        } else {
            Expr::CompoundIdentifier(vec![Ident::new(resolved.alias), column])
        })
    });
    other.into_iter().collect()
}

/// One more, of distinct values, or another function.
pub(super) fn other_aggregate(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Function(function) = expr else {
        return Vec::new();
    };
    let one_more = with_one(expr, BinaryOperator::Plus);
    match function.name.to_string().to_uppercase().as_str() {
        "COUNT" => distinct(function).into_iter().chain([one_more]).collect(),
        "SUM" => vec![renamed(function, "MAX"), renamed(function, "COUNT"), one_more],
        "MIN" => vec![renamed(function, "MAX")],
        "MAX" => vec![renamed(function, "MIN")],
        _ => Vec::new(),
    }
}

fn distinct(function: &Function) -> Option<Expr> {
    let mut function = function.clone();
    let FunctionArguments::List(list) = &mut function.args else {
        return None;
    };
    if list.args.first().is_some_and(|argument| argument.to_string() == "*") {
        return None;
    }
    list.duplicate_treatment = match list.duplicate_treatment {
        Some(DuplicateTreatment::Distinct) => None,
        _ => Some(DuplicateTreatment::Distinct),
    };
    Some(Expr::Function(function))
}

fn renamed(function: &Function, name: &str) -> Expr {
    let name = ObjectName::from(vec![Ident::new(name)]);
    Expr::Function(Function { name, ..function.clone() })
}

/// Each argument of a `COALESCE` instead of the call.
pub(super) fn one_argument(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    match expr {
        Expr::Function(Function { name, args: FunctionArguments::List(list), .. })
            if name.to_string().eq_ignore_ascii_case("COALESCE") =>
        {
            let arguments = list.args.iter().filter_map(|argument| match argument {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr.clone()),
                _ => None,
            });
            arguments.collect()
        }
        _ => Vec::new(),
    }
}

/// Each result of a `CASE` exchanged with the next, the last with that of `ELSE`.
pub(super) fn exchange_branches(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Case { conditions, else_result, .. } = expr else {
        return Vec::new();
    };
    let pairs = conditions.len().saturating_sub(usize::from(else_result.is_none()));
    (0..pairs).map(|index| exchanged(expr, index)).collect()
}

fn exchanged(expr: &Expr, index: usize) -> Expr {
    let mut expr = expr.clone();
    if let Expr::Case { conditions, else_result, .. } = &mut expr {
        if let Some([one, next]) = conditions.get_mut(index..index + 2) {
            std::mem::swap(&mut one.result, &mut next.result);
        } else if let Some(otherwise) = else_result {
            std::mem::swap(&mut conditions[index].result, otherwise);
        }
    }
    expr
}

/// One more, another text, the other truth value.
pub(super) fn other_literal(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Value(literal) = expr else {
        return Vec::new();
    };
    match &literal.value {
        Value::Number(digits, _) => {
            digits.parse().map(|n: i64| number(n + 1)).into_iter().collect()
        }
        Value::SingleQuotedString(text) => {
            vec![value(Value::SingleQuotedString(format!("{text}x")))]
        }
        Value::Boolean(truth) => vec![value(Value::Boolean(!truth))],
        _ => Vec::new(),
    }
}

fn binary(left: &Expr, op: BinaryOperator, right: &Expr) -> Expr {
    Expr::BinaryOp { left: Box::new(left.clone()), op, right: Box::new(right.clone()) }
}

/// One more or one less.
pub(super) fn with_one(expr: &Expr, op: BinaryOperator) -> Expr {
    binary(expr, op, &number(1))
}

pub(super) fn number(number: i64) -> Expr {
    value(Value::Number(number.to_string(), false))
}

fn value(value: Value) -> Expr {
    Expr::Value(value.with_empty_span())
}
