//! The JSON report. Its format is identified by `schema`.

use super::Content;

/// The report as JSON.
pub fn render(content: &Content) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(content)? + "\n")
}
