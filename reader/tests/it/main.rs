//! Integration tests of the reader: the rendering of every error, and properties of arbitrary texts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod broken_files;
mod mistakes;
mod rendering;
mod round_trip;
mod totality;
mod toy;

/// Asserts a snapshot in `tests/diagnostics`.
fn assert_reports(name: &str, reports: &str) {
    let mut settings = insta::Settings::clone_current();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, reports));
}
