//! Pages of a list.
//!
//! Numbers out of range are clamped, and `meta` shows the numbers that were used.

/// Default page size.
pub const DEFAULT_PER_PAGE: i64 = 50;
/// Largest page size.
pub const MAX_PER_PAGE: i64 = 200;

/// A requested page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    page: i64,
    per_page: i64,
}

impl PageRequest {
    /// The requested page, with defaults for absent numbers; clamps numbers out of range.
    pub fn new(page: Option<i64>, per_page: Option<i64>) -> PageRequest {
        PageRequest {
            page: page.unwrap_or(1).max(1),
            per_page: per_page.unwrap_or(DEFAULT_PER_PAGE).clamp(1, MAX_PER_PAGE),
        }
    }

    /// Number of items before the page; saturates.
    pub fn offset(self) -> i64 {
        (self.page - 1).saturating_mul(self.per_page)
    }

    /// Page size.
    pub fn limit(self) -> i64 {
        self.per_page
    }
}

impl Default for PageRequest {
    fn default() -> PageRequest {
        PageRequest::new(None, None)
    }
}

/// A page of a list, with the total of the filtered list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// Items of the page, in order; empty past the end.
    pub items: Vec<T>,
    /// 1-based page number.
    pub page: i64,
    /// Page size.
    pub per_page: i64,
    /// Number of items of the whole list.
    pub total: i64,
}

impl<T> Page<T> {
    /// A page of a list of `total` items.
    pub fn new(request: PageRequest, items: Vec<T>, total: i64) -> Page<T> {
        Page { items, page: request.page, per_page: request.per_page, total }
    }

    /// Number of pages; 0 if the list is empty.
    pub fn total_pages(&self) -> i64 {
        self.total / self.per_page + i64::from(self.total % self.per_page != 0)
    }

    /// The page with its items converted.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        let items = self.items.into_iter().map(change).collect();
        Page { items, page: self.page, per_page: self.per_page, total: self.total }
    }
}
