//! How a list is paged.

use reader::Span;

use super::words::words;
use super::{Constraints, Slot, Type};

/// How a list is paged: how a page is requested, and what it says about the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Paging {
    /// Where it is declared.
    pub span: Span,
    /// Envelope member that holds the members about the page; `None` if they are beside the list.
    pub meta: Option<String>,
    /// The members about the page, the total last.
    pub members: Vec<PageMember>,
    /// Whether a header `Link` leads to the next page, if there is one.
    pub link: bool,
    /// Whether a page after the last one is known to be accepted and empty.
    pub empty_after_last: bool,
    /// Whether the numbers among the members are integers.
    pub integers: Slot<bool>,
    /// The query parameters that select a page.
    pub selection: Slot<PageSelection>,
}

impl Paging {
    /// The wire name of the member that states this fact.
    pub fn member(&self, says: PageFact) -> Option<&str> {
        let member = self.members.iter().find(|member| member.says == Some(says))?;
        Some(&member.wire)
    }

    /// What the member with this wire name says, if that is documented.
    pub fn fact(&self, wire: &str) -> Option<PageFact> {
        self.members.iter().find(|member| member.wire == wire)?.says
    }

    /// JSON pointer to a member about the page.
    pub fn pointer(&self, wire: &str) -> String {
        let names = self.meta.iter().map(String::as_str).chain([wire]);
        names.map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1"))).collect()
    }

    /// Whether a page says if another one follows.
    pub fn announces_next(&self) -> bool {
        let says = |says| self.member(says).is_some();
        self.link || says(PageFact::More) || says(PageFact::Next)
    }
}

/// A member that describes a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMember {
    /// Wire name.
    pub wire: String,
    /// What it says, if that is documented.
    pub says: Option<PageFact>,
}

words! {
    /// What a member says about a page, by its key.
    PageFact {
        /// The greatest number of items on a page.
        Size = "size",
        /// The number of the page.
        Number = "number",
        /// The number of pages.
        Pages = "pages",
        /// The number of items before the page.
        Offset = "offset",
        /// Whether further items follow.
        More = "more",
        /// The cursor of the next page; null or absent on the last one.
        Next = "next",
        /// The number of items on all pages.
        Total = "total",
    }
}

impl PageFact {
    /// Whether the member is a number.
    pub fn is_number(self) -> bool {
        !matches!(self, Self::More | Self::Next)
    }
}

words! {
    /// What selects a page, by its key.
    PageStart {
        /// The number of the page.
        Number = "page",
        /// The number of items before the page.
        Offset = "offset",
        /// The identifier of the item before the page.
        After = "after",
        /// A text that the page before gives.
        Cursor = "cursor",
    }
}

/// Query parameters that select a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageSelection {
    /// What selects a page.
    pub by: PageStart,
    /// The parameter that selects the page.
    pub start: PageParameter,
    /// The parameter for the page size, if there is one.
    pub size: Option<PageParameter>,
    /// Where it is declared.
    pub span: Span,
}

impl PageSelection {
    /// All its parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &PageParameter> {
        [&self.start].into_iter().chain(&self.size)
    }

    /// The parameter with this wire name.
    pub fn parameter(&self, wire: &str) -> Option<&PageParameter> {
        self.parameters().find(|parameter| parameter.wire == wire)
    }

    /// The wire name of the page number, if that selects a page.
    pub fn number(&self) -> Option<&str> {
        (self.by == PageStart::Number).then_some(self.start.wire.as_str())
    }

    /// The wire name of the page size.
    pub fn size(&self) -> Option<&str> {
        self.size.as_ref().map(|size| size.wire.as_str())
    }
}

/// A query parameter that selects a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageParameter {
    /// Wire name.
    pub wire: String,
    /// Description, as a sentence without the full stop.
    pub about: &'static str,
    /// An integer, or a text for a cursor.
    pub ty: Type,
    /// Its bounds.
    pub constraints: Constraints,
    /// The value that is assumed when it is omitted.
    pub default: Option<u64>,
    /// Where it is declared.
    pub span: Span,
}
