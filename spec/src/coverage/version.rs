//! The version that a file says it is of.

use reader::{Diagnostic, Fields, Reader};

/// The version of the files that are read here.
const VERSION: i64 = 1;

/// Reports another version than the known one; `key` is the key that names it.
pub fn check(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) {
    let version = fields.get(key).and_then(|node| reader.integer(node));
    if let Some(version) = version.filter(|version| version.value != VERSION) {
        let message = format!("unsupported version {} of `{key}`", version.value);
        reader.out.push(
            Diagnostic::error("unknown-version", message, version.span, "not supported").with_fix(
                version.span,
                VERSION.to_string(),
                "the version is 1",
            ),
        );
    }
}
