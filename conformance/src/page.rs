//! What an answer tells about its page of a list, beside the items on it.

use spec::{Operation, Paging};

use crate::contract;
use crate::json::{Json, whole_number};

/// One page of a list. A number that is missing or invalid is `None`.
#[derive(Clone, Copy, Debug)]
pub struct Page<'j> {
    /// The items on it.
    pub items: &'j [Json],
    /// The most items that a page has.
    pub size: Option<u64>,
    /// Which page it is.
    pub number: Option<u64>,
    /// How many pages there are.
    pub pages: Option<u64>,
    /// How many items there are.
    pub total: Option<u64>,
}

/// What a member tells about a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PagingKey {
    /// The most items that a page has.
    Size,
    /// Which page it is.
    Number,
    /// How many pages there are.
    Pages,
    /// How many items there are.
    Total,
}

impl PagingKey {
    /// What the key of a list tells; `None` if its meaning is not known.
    #[must_use]
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
    /// Reads an answer of a list; `None` if it shows no list where the contract has one.
    #[must_use]
    pub fn read(operation: &Operation, answer: &'j Json) -> Option<Self> {
        let items = answer.get(contract::list_member(operation)?)?.items()?;
        let paging = contract::paging(operation);
        let number = |wanted: PagingKey| {
            let paging = paging?;
            let mut keys = paging.members.iter().chain([&paging.total]);
            let key = keys.find(|key| PagingKey::from_wire(paging, key) == Some(wanted))?;
            whole_number(answer.get(&paging.meta)?.get(key)?)
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
    #[must_use]
    pub fn number_for(&self, key: PagingKey) -> Option<u64> {
        match key {
            PagingKey::Size => self.size,
            PagingKey::Number => self.number,
            PagingKey::Pages => self.pages,
            PagingKey::Total => self.total,
        }
    }

    /// How many items are on it.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.items.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_whichever_form_they_have() {
        let root = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../spec/tests/library/contract"
        );
        let (files, _) = spec::read_folder(root.as_ref());
        let contract = spec::load(&files, None).contract.unwrap();
        let operation = contract.operation("list_books").unwrap();
        let number = r#"{"books":[{}],"page_info":{"page":"2","per_page":5.0,"total_pages":3,"total_books":null}}"#;
        let answer = Json::parse(number.as_bytes()).unwrap();
        let page = Page::read(operation, &answer).unwrap();
        assert_eq!(
            (page.count(), page.size, page.number),
            (1, Some(5), Some(2))
        );
        assert_eq!((page.pages, page.total), (Some(3), None));
        assert!(Page::read(operation, &Json::Null).is_none());
    }
}
