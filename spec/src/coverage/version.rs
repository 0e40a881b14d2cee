//! The format version of a file.

use reader::{Diagnostic, Fields, Reader};

const VERSION: i64 = 1;

/// Reports an unsupported version; `key` is the key that holds it.
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
