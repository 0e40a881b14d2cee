//! What a page of a list says about the list.

use http::header::LINK;
use spec::{Operation, PageFact, PageSelection, PageStart, Paging};

use crate::contract;
use crate::exchange::Response;
use crate::json::{Json, whole_number};
use crate::link;
use crate::query_string::decoded_pairs;

/// One page of a list. A number that is missing or invalid is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'j> {
    pub items: &'j [Json],
    /// Maximum number of items on a page.
    pub size: Option<u64>,
    pub number: Option<u64>,
    pub pages: Option<u64>,
    /// Number of items before the page.
    pub offset: Option<u64>,
    /// Number of items on all pages.
    pub total: Option<u64>,
    /// Whether the page says that another one follows; `None` if it does not say it.
    pub more: Option<bool>,
    /// The cursor of the next page.
    pub next: Option<&'j str>,
    /// URL of the next page in the header `Link`.
    pub link: Option<&'j str>,
}

impl<'j> Page<'j> {
    /// Parses the response of a list; `None` if it lacks the documented list. Headers are not read.
    pub fn read(operation: &Operation, response: &'j Json) -> Option<Self> {
        let items = response.member(contract::list_member(operation)?)?.items()?;
        let paging = contract::paging(operation);
        let member = |wanted| page_member(paging?, response, wanted);
        let number = |wanted| whole_number(member(wanted)?);
        let next = paging.and_then(|paging| paging.member(PageFact::Next));
        let next = next.map(|_| member(PageFact::Next).and_then(Json::text));
        let more = match member(PageFact::More) {
            Some(Json::Bool(more)) => Some(*more),
            _ => next.map(|next| next.is_some()),
        };
        Some(Self {
            items,
            size: number(PageFact::Size),
            number: number(PageFact::Number),
            pages: number(PageFact::Pages),
            offset: number(PageFact::Offset),
            total: number(PageFact::Total),
            more,
            next: next.flatten(),
            link: None,
        })
    }

    /// Like [`read`](Self::read), but also reads the header `Link`.
    pub fn received(operation: &Operation, response: &'j Response) -> Option<Self> {
        let page = Self::read(operation, response.body.json()?)?;
        Some(page.with_link(operation, response.header(LINK)))
    }

    /// Returns the page with the target of this header `Link`, if the list uses the header.
    #[must_use]
    pub fn with_link(self, operation: &Operation, header: Option<&'j str>) -> Self {
        if !contract::paging(operation).is_some_and(|paging| paging.link) {
            return self;
        }
        let link = header.and_then(|header| link::target(header, "next"));
        Self { link, more: self.more.or(Some(link.is_some())), ..self }
    }

    /// The number that the page gives for this fact.
    pub fn number_for(&self, fact: PageFact) -> Option<u64> {
        match fact {
            PageFact::Size => self.size,
            PageFact::Number => self.number,
            PageFact::Pages => self.pages,
            PageFact::Offset => self.offset,
            PageFact::Total => self.total,
            PageFact::More | PageFact::Next => None,
        }
    }

    /// Whether the list says that this is its last page, or that it has no more items than are on the first.
    pub fn is_last(&self, number: u32) -> bool {
        self.more == Some(false)
            || self.pages.is_some_and(|pages| u64::from(number) >= pages)
            || number == 1 && self.total.is_some_and(|total| self.count() >= total)
    }

    /// The value that selects the page after this one, which `start` selected; `None` if it is not known. The last page
    /// also has such a value, unless pages are selected by a cursor.
    pub fn start_of_next(
        &self,
        selection: &PageSelection,
        start: Option<&str>,
        identity: impl Fn(&'j Json) -> Option<&'j str>,
    ) -> Option<String> {
        match selection.by {
            PageStart::Number => {
                let number = start.map_or(Some(1), |start| start.parse::<u64>().ok())?;
                Some(number.checked_add(1)?.to_string())
            }
            PageStart::Offset => {
                let offset = start.map_or(Some(0), |start| start.parse::<u64>().ok())?;
                Some(offset.checked_add(self.count())?.to_string())
            }
            PageStart::After => identity(self.items.last()?).map(str::to_owned),
            PageStart::Cursor => self.next.map(str::to_owned).or_else(|| {
                let (_, query) = self.link?.split_once('?')?;
                let mut pairs = decoded_pairs(query);
                pairs.find_map(|(name, value)| (name == selection.start.wire).then_some(value))
            }),
        }
    }

    pub fn count(&self) -> u64 {
        self.items.len() as u64
    }
}

/// The value of the response member that states this fact about the page.
pub fn page_member<'j>(paging: &Paging, response: &'j Json, says: PageFact) -> Option<&'j Json> {
    let holder = response.member(paging.meta.as_deref().unwrap_or_default())?;
    holder.get(paging.member(says)?)
}

/// Whether a response to a request for the first page shows the whole list. If the list is paged, the page must say
/// that it is the last one.
pub fn is_whole(operation: &Operation, page: Option<Page<'_>>) -> bool {
    operation.paging.is_none() || page.is_some_and(|page| page.is_last(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_whichever_form_they_have() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/tests/library/contract");
        let (files, _) = spec::read_folder(root.as_ref());
        let contract = spec::load(&files, None).contract.unwrap();
        let operation = contract.operation("list_books").unwrap();
        let number = r#"{"books":[{}],"page_info":{"page":"2","per_page":5.0,"total_pages":3,"total_books":null}}"#;
        let response = Json::parse(number.as_bytes()).unwrap();
        let page = Page::read(operation, &response).unwrap();
        assert_eq!((page.count(), page.size, page.number), (1, Some(5), Some(2)));
        assert_eq!((page.pages, page.total), (Some(3), None));
        assert!(Page::read(operation, &Json::Null).is_none());
    }
}
