//! Paths of operations: parameters, versions, and shapes.

use reader::did_you_mean;

use super::common::{difference, inputs, repeated};
use super::prelude::*;
use crate::model::Type;

/// The parameters of a path template are declared, each once.
pub(super) fn parameters(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        agree(operation, out);
    }
}

fn agree(operation: &Operation, out: &mut Diagnostics) {
    let http = format!("{} {}", operation.method, operation.path);
    let http = Spanned::new(http, operation.http);
    let in_template = |name: &str| http.word(&format!("{{{name}}}"));
    let declaration = |name: &str| {
        let mut parameters = operation.path_parameters.iter();
        let found = parameters.find(|parameter| parameter.name == name);
        let mut values = operation.path_values.iter();
        let found = found.map(|parameter| parameter.span);
        let value = || values.find(|value| value.name == name).map(|value| value.span);
        found.or_else(value).unwrap_or(http.span)
    };
    let names = in_path(operation);
    let differences = difference(&names, &inputs(operation, InputPart::Path));
    let undeclared = |message: String, name: &str| {
        let span = in_template(name);
        Diagnostic::error("undeclared-path-parameter", message, span, "not declared")
    };
    for (written, declared) in differences.nearly {
        let message = format!("the path has `{{{written}}}`, the declaration `{declared}`");
        let span = declaration(declared);
        out.push(undeclared(message, written).with_label(span, "not in the path").with_fix(
            span,
            written,
            "if the path is right",
        ));
    }
    for name in differences.first {
        let message = format!("the path parameter `{name}` is not declared");
        out.push(undeclared(message, name).with_help(format!(
            "declare it: `path: {{ {name}: {{ identified_by: [uuid], record: RECORD }} }}`, or `{{ type: string }}` if it identifies no record"
        )));
    }
    for name in differences.second {
        let message = format!("the path has no parameter `{name}`");
        let span = declaration(name);
        out.push(
            Diagnostic::error("unused-path-parameter", message, span, "not in the path")
                .with_label(http.span, "the path"),
        );
    }
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let message = format!("the path has the parameter `{name}` twice");
            let span = in_template(name);
            out.push(
                Diagnostic::error("repeated-path-parameter", message, span, "here again")
                    .with_help("use different names"),
            );
        }
    }
}

fn in_path(operation: &Operation) -> Vec<&str> {
    let segments = operation.path.segments.iter();
    let names = segments.filter_map(|segment| match segment {
        Segment::Parameter(name) => Some(name.as_str()),
        Segment::Literal(_) => None,
    });
    names.collect()
}

/// Path parameters that take their value from the target file must have the same type if they have the same name.
pub(super) fn types(contract: &Contract, out: &mut Diagnostics) {
    let values = contract.operations().flat_map(|operation| &operation.path_values);
    // A type that could not be read is already reported.
    let values = values.filter(|value| !matches!(value.ty, Type::Unknown(_)));
    for (name, first, value) in repeated(values.map(|value| (value.name.as_str(), value))) {
        if first.ty != value.ty {
            let message = format!("the path parameter `{name}` has two types");
            let label = "of another type";
            out.push(
                Diagnostic::error("path-parameter-of-two-types", message, value.span, label)
                    .with_label(first.span, "the first one")
                    .with_help("a target file has one value for both: write the same type, or rename one of them"),
            );
        }
    }
}

/// Operations with the same method have paths of different shapes.
///
/// Names of parameters do not count: `/books/{book}` and `/books/{isbn}` clash.
pub(super) fn shapes(contract: &Contract, out: &mut Diagnostics) {
    let routes = contract.operations().map(|it| ((it.method, it.path.shape()), it));
    for (_, first, operation) in repeated(routes) {
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

/// If the service has versions, every path begins with one, and every version has an operation.
pub(super) fn versions(contract: &Contract, out: &mut Diagnostics) {
    let Some(versions) = &contract.service.versions else {
        return;
    };
    let known = |operation: &Operation| {
        let first = first_segment(operation);
        first.is_some_and(|first| versions.prefixes.iter().any(|prefix| prefix == first))
    };
    for operation in contract.operations().filter(|operation| !known(operation)) {
        let message = format!("the path of `{}` does not start with a version", operation.id);
        let found =
            Diagnostic::error("missing-version", message, operation.http, "without a version")
                .with_label(versions.span, "the versions");
        let prefixes = versions.prefixes.iter().map(String::as_str);
        let near = first_segment(operation).and_then(|first| did_you_mean(first, prefixes));
        out.push(match near {
            Some(near) => found.with_help(format!("did you mean `/{near}`?")),
            None => found.with_help("start the path with a version: `/v2/...`"),
        });
    }
    for prefix in &versions.prefixes {
        let mut operations = contract.operations();
        if !operations.any(|operation| first_segment(operation) == Some(prefix)) {
            let message = format!("no path starts with the version `{prefix}`");
            out.push(
                Diagnostic::error("unused-version", message, versions.span, "not used")
                    .with_help("remove it, or add operations of this version"),
            );
        }
    }
}

fn first_segment(operation: &Operation) -> Option<&str> {
    match operation.path.segments.first()? {
        Segment::Literal(text) => Some(text),
        Segment::Parameter(_) => None,
    }
}
