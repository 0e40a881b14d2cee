//! If the service has versions, every path begins with one, and every version has an operation.

use reader::did_you_mean;

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let Some(versions) = &contract.service.versions else {
        return;
    };
    let known = |operation: &Operation| {
        let first = first_segment(operation);
        first.is_some_and(|first| versions.prefixes.iter().any(|prefix| prefix == first))
    };
    for operation in contract.operations().filter(|operation| !known(operation)) {
        let found = Diagnostic::error(
            "missing-version",
            format!("the path of `{}` does not start with a version", operation.id),
            operation.http,
            "without a version",
        )
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
            out.push(
                Diagnostic::error(
                    "unused-version",
                    format!("no path starts with the version `{prefix}`"),
                    versions.span,
                    "not used",
                )
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
