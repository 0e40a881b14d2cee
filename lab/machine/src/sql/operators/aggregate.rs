//! Other aggregates.

use sqlparser::ast::{
    BinaryOperator, DuplicateTreatment, Expr, Function, FunctionArguments, Ident, ObjectName,
};

use super::number;
use crate::sql::walk::TableScope;

/// One more, of distinct values, or another function.
pub(super) fn other(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Function(function) = expr else {
        return Vec::new();
    };
    let one_more = Expr::BinaryOp {
        left: Box::new(expr.clone()),
        op: BinaryOperator::Plus,
        right: Box::new(number(1)),
    };
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
