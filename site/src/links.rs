//! Paths of the pages, relative to the root of the site.

/// The first page.
pub const HOME: &str = "index.html";

/// The list of all clauses.
pub const CLAUSES: &str = "clauses.html";

/// The list of all gaps.
pub const GAPS: &str = "gaps.html";

/// The page of an operation.
pub fn operation(id: &str) -> String {
    format!("operations/{id}.html")
}

/// The page of a record.
pub fn record(name: &str) -> String {
    format!("records/{name}.html")
}

/// The page of a guide.
pub fn guide(name: &str) -> String {
    format!("guides/{name}.html")
}

/// The way from a page to the root of the site.
pub fn to_root(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}
