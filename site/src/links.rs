//! Paths of the pages, relative to the root of the site.

/// The first page.
pub const HOME: &str = "index.html";

/// The lists of clauses: those of the service, and links to the others.
pub const CLAUSES: &str = "clauses.html";

/// The lists of gaps: those of the service, and links to the others.
pub const GAPS: &str = "gaps.html";

/// The clauses of a resource.
pub fn clauses(resource: &str) -> String {
    format!("clauses/{resource}.html")
}

/// The gaps of a resource.
pub fn gaps(resource: &str) -> String {
    format!("gaps/{resource}.html")
}

/// The page of an operation.
pub fn operation(id: &str) -> String {
    format!("operations/{id}.html")
}

/// The page of a record.
pub fn record(name: &str) -> String {
    format!("records/{name}.html")
}

/// A page of a guide. A long guide has several.
pub fn guide(name: &str, part: usize) -> String {
    if part == 0 {
        format!("guides/{name}.html")
    } else {
        format!("guides/{name}-{}.html", part + 1)
    }
}

/// The way from a page to the root of the site.
pub fn to_root(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}
