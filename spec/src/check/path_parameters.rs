//! The parameters of a path template are declared, each once.

use super::common::{difference, inputs};
use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
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
        found.map_or(http.span, |parameter| parameter.span)
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
            "declare it: `path: {{ {name}: {{ identified_by: [uuid], record: RECORD }} }}`"
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
