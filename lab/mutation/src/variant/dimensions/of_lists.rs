//! Gaps of lists: order, completeness and paging.

use referral_conformance::contract;
use spec::{Constraints, Operation, PageParameter, Slot};

use super::DimensionBuilder;
use crate::mutant::reverse_unsorted;
use crate::variant::concurrent_clients::shift_list;
use crate::variant::paging::{self, PageSizeLimits};
use crate::variant::{Alternative, Topic};

/// More items than any list in these tests has.
const ALL_ITEMS: u32 = 100_000;

/// Default, minimum and maximum of the page size, by name.
const PAGE_SIZES: [(&str, u32, u32, u32); 7] = [
    ("default of 1", 1, 1, ALL_ITEMS),
    ("default of 2", 2, 1, ALL_ITEMS),
    ("default of 7", 7, 1, ALL_ITEMS),
    ("default of 10", 10, 1, ALL_ITEMS),
    ("default of 1000", 1000, 1, ALL_ITEMS),
    ("at least 5", 50, 5, ALL_ITEMS),
    ("at most 1", 1, 1, 1),
];

impl DimensionBuilder<'_> {
    pub(super) fn lists(&mut self, operation: &Operation) {
        if let Some(gap) = operation.order.as_ref().and_then(Slot::gap) {
            self.push_one(gap, Topic::Order, "reversed", reverse_unsorted());
        }
        if let Some(gap) = operation.paging.as_ref().and_then(Slot::gap) {
            let alternatives = [1, 2, 5]
                .map(|count| Alternative::new(format!("first {count}"), paging::truncate(count)))
                .into_iter()
                .chain([Alternative::new("with metadata", paging::add_metadata())])
                .chain(self.complete());
            self.push(gap, Topic::Length, alternatives.collect::<Vec<_>>());
        }
        let Some(paging) = contract::paging(operation) else {
            return;
        };
        if let Some(gap) = paging.integers.gap() {
            let forms = paging::NUMBER_FORMS.map(|(name, form)| {
                Alternative::new(name, paging::reformat_numbers(paging.meta.as_deref(), form))
            });
            self.push(gap, Topic::Meta, forms);
        }
        // A link to the next page has its number and the size of pages, and bounds of the parameters are kept.
        let selection = paging.selection.stated();
        let is_free = |parameter: &PageParameter| {
            let PageParameter { constraints, default, .. } = parameter;
            !paging.link && *constraints == Constraints::default() && default.is_none()
        };
        let gap = format!("{}.paging first page", operation.id);
        let requested = contract::page_number(self.contract, operation)
            .filter(|_| selection.is_none_or(|it| is_free(&it.start)))
            .map(|page| Alternative::new("requested from 0", paging::request_from_zero(page)));
        let shown = Alternative::new("from 0", paging::count_from_zero());
        self.push(&gap, Topic::FirstPage, [shown].into_iter().chain(requested));
        // Whether the other record passes a filter is not known.
        let has_filters = operation.query.iter().any(|parameter| parameter.filter.is_some());
        let shifting = shift_list(self.contract, operation).filter(|_| !has_filters);
        if let Some(shifting) = shifting {
            let gap = format!("{}.concurrent clients", operation.id);
            self.push_one(&gap, Topic::ConcurrentClients, "shifting", shifting);
        }
        let size = match selection {
            Some(selection) => {
                selection.size.as_ref().filter(|it| is_free(it)).map(|it| it.wire.as_str())
            }
            None => self.any_size(),
        };
        if let Some(size) = size {
            let sizes = PAGE_SIZES.map(|(name, default, min, max)| {
                let limits = PageSizeLimits { default, min, max };
                Alternative::new(name, limits.limit(size))
            });
            let gap = format!("{}.paging page size", operation.id);
            self.push(&gap, Topic::PageSize, sizes);
        }
    }

    /// Requests a page with all items of an unpaged list.
    fn complete(&self) -> Option<Alternative> {
        let limits = PageSizeLimits { default: ALL_ITEMS, min: 1, max: ALL_ITEMS };
        Some(Alternative::new("complete", limits.limit(self.any_size()?)))
    }

    /// The page size parameter of any operation. The server may accept it in others.
    fn any_size(&self) -> Option<&str> {
        self.contract.operations().find_map(contract::page_selection)?.size()
    }
}
