//! The hand-written part of the models crate, carried inside the generator and emitted as it is.

use crate::file_set::FileSet;

macro_rules! runtime {
    ($($name:literal),* $(,)?) => {
        [$((
            concat!("models/src/runtime/", $name, ".rs"),
            concat!("codegen/runtime/models/", $name, ".rs"),
            include_str!(concat!("../../../runtime/models/", $name, ".rs")),
        )),*]
    };
}

const FILES: [(&str, &str, &str); 30] = runtime![
    "answer",
    "build_error",
    "commas",
    "decode_error",
    "extra",
    "identifier_type",
    "incoming",
    "input_error",
    "json",
    "json_type",
    "members",
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

/// Adds the files.
pub fn emit(files: &mut FileSet) {
    let root = include_str!("../../../runtime/models.rs");
    files.verbatim("models/src/runtime.rs", "codegen/runtime/models.rs", root);
    for (path, source, text) in FILES {
        files.verbatim(path, source, text);
    }
}
