//! Paging metadata in the response of a list.

use spec::{Operation, Paging};

use crate::contract;
use crate::json::{Json, whole_number};

/// One page of a list. A number that is missing or invalid is `None`.
#[derive(Clone, Copy, Debug)]
pub struct Page<'j> {
    pub items: &'j [Json],
    /// Maximum number of items on a page.
    pub size: Option<u64>,
    pub number: Option<u64>,
    pub pages: Option<u64>,
    /// Number of items on all pages.
    pub total: Option<u64>,
}

/// Meaning of a metadata field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PagingKey {
    /// Maximum number of items on a page.
    Size,
    Number,
    Pages,
    /// Number of items on all pages.
    Total,
}

impl PagingKey {
    /// The meaning of a metadata field of a list; `None` if it is not documented.
    pub fn from_wire(paging: &Paging, key: &str) -> Option<Self> {
        if key == paging.total {
            return Some(Self::Total);
        }
        let selection = paging.selection.stated();
        let is = |name: fn(&spec::PageSelection) -> &String| {
            selection.is_some_and(|selection| name(selection) == key)
        };
        match paging.members.iter().position(|known| known == key)? {
            _ if is(|selection| &selection.per_page) => Some(Self::Size),
            _ if is(|selection| &selection.page) => Some(Self::Number),
            0 => Some(Self::Size),
            1 => Some(Self::Number),
            2 => Some(Self::Pages),
            _ => None,
        }
    }
}

impl<'j> Page<'j> {
    /// Parses the response of a list; `None` if it lacks the documented list.
    pub fn read(operation: &Operation, response: &'j Json) -> Option<Self> {
        let items = response.member(contract::list_member(operation)?)?.items()?;
        let paging = contract::paging(operation);
        let number = |wanted: PagingKey| {
            let paging = paging?;
            let mut keys = paging.members.iter().chain([&paging.total]);
            let key = keys.find(|key| PagingKey::from_wire(paging, key) == Some(wanted))?;
            whole_number(response.get(&paging.meta)?.get(key)?)
        };
        Some(Self {
            items,
            size: number(PagingKey::Size),
            number: number(PagingKey::Number),
            pages: number(PagingKey::Pages),
            total: number(PagingKey::Total),
        })
    }

    /// The number of this kind in the page's `meta`.
    pub fn number_for(&self, key: PagingKey) -> Option<u64> {
        match key {
            PagingKey::Size => self.size,
            PagingKey::Number => self.number,
            PagingKey::Pages => self.pages,
            PagingKey::Total => self.total,
        }
    }

    /// Whether the list says that this is its last page, or that it has no more items than are on the first.
    pub fn is_last(&self, number: u32) -> bool {
        self.pages.is_some_and(|pages| u64::from(number) >= pages)
            || number == 1 && self.total.is_some_and(|total| self.count() >= total)
    }

    pub fn count(&self) -> u64 {
        self.items.len() as u64
    }
}

/// Whether one response shows everything. A list that can have pages only does if it says so.
pub fn is_whole(operation: &Operation, response: Option<&Json>) -> bool {
    let page = || Page::read(operation, response?);
    operation.paging.is_none() || page().is_some_and(|page| page.is_last(1))
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
