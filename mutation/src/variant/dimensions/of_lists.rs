//! Gaps of lists: order, completeness and paging.

use spec::{Operation, PageSelection, Slot};

use super::DimensionBuilder;
use crate::mutant::Reversed;
use crate::variant::concurrent_clients::ShiftingList;
use crate::variant::{Alternative, Topic, paging};

/// More items than any list in these tests has.
const ALL_ITEMS: u32 = 100_000;

impl DimensionBuilder<'_> {
    pub(super) fn lists(&mut self, operation: &Operation) {
        if let Some(gap) = operation.order.as_ref().and_then(Slot::gap) {
            let reversed = vec![Alternative::new("reversed", Reversed)];
            self.push(gap, Topic::Order, Some(operation), reversed);
        }
        let Some(paging) = &operation.paging else {
            return;
        };
        if let Some(gap) = paging.gap() {
            let first = |count| Alternative::new(format!("first {count}"), paging::Truncate(count));
            let with_metadata = Alternative::new("with metadata", paging::AddMetadata);
            self.push(
                gap,
                Topic::Length,
                Some(operation),
                [first(1), first(2), first(5), with_metadata]
                    .into_iter()
                    .chain(self.complete())
                    .collect(),
            );
        }
        let Some(paging) = paging.stated() else {
            return;
        };
        if let Some(gap) = paging.integers.gap() {
            let forms = paging::NumberForm::ALL.map(|(name, form)| {
                let meta = paging.meta.clone();
                Alternative::new(name, paging::ReformatNumbers { meta, form })
            });
            self.push(gap, Topic::Meta, Some(operation), forms.into());
        }
        let gap = format!("{}.paging first page", operation.id);
        let zero_based = vec![Alternative::new("from 0", paging::ZeroBased)];
        self.push(&gap, Topic::FirstPage, Some(operation), zero_based);
        if let Some(shifting) = ShiftingList::new(self.contract, operation) {
            let gap = format!("{}.concurrent clients", operation.id);
            let shifting = vec![Alternative::new("shifting", shifting)];
            self.push(&gap, Topic::ConcurrentClients, Some(operation), shifting);
        }
        let selection = paging.selection.stated().or_else(|| self.any_selection());
        if let Some(selection) = selection {
            let size = |name: &str, default, min, max| {
                let parameter = selection.per_page.clone();
                let size = paging::PageSizeLimits { parameter, default, min, max };
                Alternative::new(name, size)
            };
            let options = vec![
                size("default of 1", 1, 1, ALL_ITEMS),
                size("default of 2", 2, 1, ALL_ITEMS),
                size("default of 7", 7, 1, ALL_ITEMS),
                size("default of 10", 10, 1, ALL_ITEMS),
                size("default of 1000", 1000, 1, ALL_ITEMS),
                size("at least 5", 50, 5, ALL_ITEMS),
                size("at most 1", 1, 1, 1),
            ];
            let gap = format!("{}.paging page size", operation.id);
            self.push(&gap, Topic::PageSize, Some(operation), options);
        }
    }

    /// Requests a page with all items of an unpaged list.
    fn complete(&self) -> Option<Alternative> {
        let selection = self.any_selection()?;
        let complete = paging::PageSizeLimits {
            parameter: selection.per_page.clone(),
            default: ALL_ITEMS,
            min: 1,
            max: ALL_ITEMS,
        };
        Some(Alternative::new("complete", complete))
    }

    /// The paging parameters of any operation, which the server may accept in others.
    fn any_selection(&self) -> Option<&PageSelection> {
        self.contract.operations().find_map(selection_of)
    }
}

/// The stated paging parameters of an operation.
fn selection_of(operation: &Operation) -> Option<&PageSelection> {
    let paging = operation.paging.as_ref()?.stated()?;
    paging.selection.stated()
}
