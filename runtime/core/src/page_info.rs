//! What a page of a list reports about the list.

/// What a page of a list reports; `None` for what it does not hold, or not as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageInfo {
    /// The number of the page.
    pub number: Option<u64>,
    /// The number of pages.
    pub pages: Option<u64>,
    /// The number of items on all pages.
    pub total: Option<u64>,
    /// The number of items on this page.
    pub items: Option<usize>,
}

/// Where a page holds what it reports, as JSON pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagePointers {
    /// To the number of the page.
    pub number: &'static str,
    /// To the number of pages.
    pub pages: &'static str,
    /// To the number of items on all pages.
    pub total: &'static str,
}

impl PagePointers {
    /// The response has no such members.
    pub const NONE: Self = Self { number: "", pages: "", total: "" };
}
