//! The hand-written part of the models crate, carried inside the generator and emitted as it is.

use crate::file_set::FileSet;
use crate::plan::Plan;

macro_rules! runtime {
    ($($name:literal),* $(,)?) => {
        [$((
            $name,
            concat!("models/src/runtime/", $name, ".rs"),
            concat!("codegen/runtime/models/", $name, ".rs"),
            include_str!(concat!("../../../runtime/models/", $name, ".rs")),
        )),*]
    };
}

const FILES: [(&str, &str, &str, &str); 32] = runtime![
    "answer",
    "build_error",
    "commas",
    "decode_error",
    "deserialize",
    "extra",
    "identifier_type",
    "incoming",
    "input_error",
    "json",
    "json_type",
    "members",
    "nesting",
    "no_refusals",
    "number",
    "object_type",
    "open_enum",
    "operation_info",
    "outgoing",
    "parameter",
    "percent",
    "raw_json",
    "refusal",
    "refusal_kind",
    "refusal_type",
    "request",
    "request_type",
    "template",
    "text_type",
    "timestamp",
    "undocumented",
    "unknown_text",
];

/// Adds the files; a table that nothing in the contract needs would be dead code.
pub fn emit(plan: &Plan<'_>, files: &mut FileSet) {
    let resources = &plan.resources;
    let idle = [
        (
            "open_enum",
            resources.iter().all(|it| it.enumerations.is_empty()),
        ),
        (
            "identifier_type",
            resources.iter().all(|it| it.identifiers.is_empty()),
        ),
    ];
    let mut root = include_str!("../../../runtime/models.rs").to_owned();
    for (name, is_idle) in idle {
        if is_idle {
            root = root.replace(&format!("mod {name};\n"), "");
            root = root.replace(&format!("pub(crate) use {name}::{name};\n"), "");
        }
    }
    files.verbatim("models/src/runtime.rs", "codegen/runtime/models.rs", &root);
    for (name, path, source, text) in FILES {
        if !idle.contains(&(name, true)) {
            files.verbatim(path, source, text);
        }
    }
}
