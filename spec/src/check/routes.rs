//! Operations with the same method have paths of different shapes.
//!
//! Names of parameters do not count: `/books/{book}` and `/books/{isbn}` clash.

use super::prelude::*;
use crate::model::Method;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let mut seen: BTreeMap<(Method, Vec<Option<&str>>), &Operation> = BTreeMap::new();
    for operation in contract.operations() {
        let route = (operation.method, shape(operation));
        let Some(first) = seen.get(&route) else {
            seen.insert(route, operation);
            continue;
        };
        let message =
            format!("`{}` and `{}` have the same method and path", first.id, operation.id);
        let label = "the same method and shape of path";
        out.push(
            Diagnostic::error("clashing-routes", message, operation.http, label)
                .with_label(first.http, "as here")
                .with_help("parameter names make no difference"),
        );
    }
}

/// The literal segments, and `None` for each parameter.
fn shape(operation: &Operation) -> Vec<Option<&str>> {
    let segments = operation.path.segments.iter();
    let literals = segments.map(|segment| match segment {
        Segment::Literal(text) => Some(text.as_str()),
        Segment::Parameter(_) => None,
    });
    literals.collect()
}
