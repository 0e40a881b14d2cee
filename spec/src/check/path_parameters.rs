//! The parameters of a path template are declared, each once.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::{difference, inputs};
use crate::model::{Contract, InputPart, Operation, Segment};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        agree(contract, operation, out);
        each_once(contract, operation, out);
    }
}

fn agree(contract: &Contract, operation: &Operation, out: &mut Diagnostics) {
    let route = contract.places.value(operation.span, &["http"]);
    let in_template = |name: &str| contract.places.word(route, &format!("{{{name}}}"));
    let declaration = |name: &str| {
        let mut parameters = operation.path_parameters.iter();
        let found = parameters.find(|parameter| parameter.name == name);
        found.map_or(route, |parameter| parameter.span)
    };
    let declared = inputs(operation, InputPart::Path);
    let differences = difference(&in_path(operation), &declared);
    for (written, meant) in differences.nearly {
        let message = format!("the path has `{{{written}}}`, the declaration `{meant}`");
        let span: Span = declaration(meant);
        out.push(
            Diagnostic::error(
                "undeclared-path-parameter",
                message,
                in_template(written),
                "not declared",
            )
            .with_label(span, "not in the path")
            .with_fix(span, written, "if the path is right"),
        );
    }
    for name in differences.first {
        let message = format!("the path parameter `{name}` is not declared");
        out.push(
            Diagnostic::error(
                "undeclared-path-parameter",
                message,
                in_template(name),
                "not declared",
            )
            .with_help(format!(
                "declare it: `path: {{ {name}: {{ identified_by: [uuid], record: RECORD }} }}`"
            )),
        );
    }
    for name in differences.second {
        let message = format!("the path has no parameter `{name}`");
        out.push(
            Diagnostic::error(
                "unused-path-parameter",
                message,
                declaration(name),
                "not in the path",
            )
            .with_label(route, "the path"),
        );
    }
}

fn each_once(contract: &Contract, operation: &Operation, out: &mut Diagnostics) {
    let names = in_path(operation);
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let route = contract.places.value(operation.span, &["http"]);
            let span = contract.places.word(route, &format!("{{{name}}}"));
            let message = format!("the path has the parameter `{name}` twice");
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
