//! Pages of a list: which part is asked for, and what comes with it.
//!
//! Numbers out of range are brought into it instead of refused: a caller who asks for too much gets
//! the most there is, and `meta` says so.

/// How many items a page has when the caller does not say.
pub const DEFAULT_PER_PAGE: i64 = 50;
/// How many items a page has at most.
pub const MAX_PER_PAGE: i64 = 200;

/// Which page of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    page: i64,
    per_page: i64,
}

impl PageRequest {
    /// The page for what a caller wrote, if anything.
    pub fn new(page: Option<i64>, per_page: Option<i64>) -> PageRequest {
        PageRequest {
            page: page.unwrap_or(1).max(1),
            per_page: per_page.unwrap_or(DEFAULT_PER_PAGE).clamp(1, MAX_PER_PAGE),
        }
    }

    /// How many items come before the page. Absurd page numbers lie past the end of every list.
    pub fn offset(self) -> i64 {
        (self.page - 1).saturating_mul(self.per_page)
    }

    /// How many items the page has at most.
    pub fn limit(self) -> i64 {
        self.per_page
    }
}

impl Default for PageRequest {
    fn default() -> PageRequest {
        PageRequest::new(None, None)
    }
}

/// One page of a list, with the totals of the whole (filtered) list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// What is on the page, in order; empty past the end.
    pub items: Vec<T>,
    /// The number of the page, from 1.
    pub page: i64,
    /// How many items a page has at most.
    pub per_page: i64,
    /// How many items the whole list has.
    pub total: i64,
}

impl<T> Page<T> {
    /// A page of a list of `total` items.
    pub fn new(request: PageRequest, items: Vec<T>, total: i64) -> Page<T> {
        Page {
            items,
            page: request.page,
            per_page: request.per_page,
            total,
        }
    }

    /// How many pages the whole list has; none when it is empty.
    pub fn total_pages(&self) -> i64 {
        self.total / self.per_page + i64::from(self.total % self.per_page != 0)
    }

    /// The same page with other items.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        let items = self.items.into_iter().map(change).collect();
        Page {
            items,
            page: self.page,
            per_page: self.per_page,
            total: self.total,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_bounds() {
        let asked = |page, per_page| {
            let request = PageRequest::new(page, per_page);
            (request.offset(), request.limit())
        };
        assert_eq!(asked(None, None), (0, 50));
        assert_eq!(asked(Some(3), Some(20)), (40, 20));
        assert_eq!(asked(Some(0), Some(0)), (0, 1));
        assert_eq!(asked(Some(-7), Some(1000)), (0, 200));
        assert_eq!(asked(Some(i64::MAX), Some(200)), (i64::MAX, 200));
        assert_eq!(asked(Some(i64::MIN), Some(i64::MIN)), (0, 1));
    }

    #[test]
    fn pages_are_counted_up() {
        let pages =
            |total| Page::<()>::new(PageRequest::new(None, Some(10)), vec![], total).total_pages();
        assert_eq!([0, 1, 10, 11].map(pages), [0, 1, 1, 2]);
    }
}
