//! Small pieces of Markdown.

/// Text as code.
pub fn code(text: impl AsRef<str>) -> String {
    format!("`{}`", text.as_ref())
}

/// Ids as code, separated by commas.
pub fn codes<'t>(ids: impl IntoIterator<Item = &'t str>) -> String {
    let ids: Vec<_> = ids.into_iter().map(code).collect();
    ids.join(", ")
}

/// Escapes text for a table cell.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A link to the heading of that name on the same page.
pub fn link(heading: &str) -> String {
    format!("[{heading}](#{})", heading.to_lowercase().replace(' ', "-"))
}

/// A paragraph that can be unfolded.
pub fn folded(summary: &str, text: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{text}\n\n</details>\n")
}
