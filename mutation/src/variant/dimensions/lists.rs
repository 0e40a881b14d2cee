//! The gaps of lists: their order, whether they are whole, how their pages are cut and told of.

use spec::{Operation, PageSelection, Slot};

use super::List;
use crate::mutant::Reversed;
use crate::variant::neighbours::Shifting;
use crate::variant::{Alternative, Topic, paging};

/// More things than any list has in these tests.
const WHOLE: u32 = 100_000;

impl List<'_> {
    pub(super) fn lists(&mut self, operation: &Operation) {
        if let Some(gap) = operation.order.as_ref().and_then(Slot::gap) {
            let reversed = vec![Alternative::new("reversed", Reversed)];
            self.push(gap, Topic::Order, Some(operation), reversed);
        }
        let Some(paging) = &operation.paging else {
            return;
        };
        if let Some(gap) = paging.gap() {
            let first = |count| Alternative::new(format!("first {count}"), paging::First(count));
            let told = Alternative::new("told in a member", paging::Unasked);
            self.push(
                gap,
                Topic::Length,
                Some(operation),
                [first(1), first(2), first(5), told]
                    .into_iter()
                    .chain(self.whole())
                    .collect(),
            );
        }
        let Some(paging) = paging.stated() else {
            return;
        };
        if let Some(gap) = paging.integers.gap() {
            let forms = paging::Form::ALL.map(|(name, form)| {
                let meta = paging.meta.clone();
                Alternative::new(name, paging::Written { meta, form })
            });
            self.push(gap, Topic::Meta, Some(operation), forms.into());
        }
        let gap = format!("{}.paging first page", operation.id);
        let nought = vec![Alternative::new("from nought", paging::ZeroBased)];
        self.push(&gap, Topic::FirstPage, Some(operation), nought);
        if let Some(shifting) = Shifting::of(self.contract, operation) {
            let gap = format!("{}.neighbours", operation.id);
            let shifting = vec![Alternative::new("shifting", shifting)];
            self.push(&gap, Topic::ConcurrentClients, Some(operation), shifting);
        }
        let selection = paging.selection.stated().or_else(|| self.any_selection());
        if let Some(selection) = selection {
            let size = |name: &str, default, least, most| {
                let parameter = selection.per_page.clone();
                let size = paging::Size {
                    parameter,
                    default,
                    least,
                    most,
                };
                Alternative::new(name, size)
            };
            let options = vec![
                size("default of 1", 1, 1, WHOLE),
                size("default of 2", 2, 1, WHOLE),
                size("default of 7", 7, 1, WHOLE),
                size("default of 10", 10, 1, WHOLE),
                size("default of 1000", 1000, 1, WHOLE),
                size("at least 5", 50, 5, WHOLE),
                size("at most 1", 1, 1, 1),
            ];
            let gap = format!("{}.paging page size", operation.id);
            self.push(&gap, Topic::PageSize, Some(operation), options);
        }
    }

    /// A list that is not paged is asked for with a page that holds it all.
    fn whole(&self) -> Option<Alternative> {
        let selection = self.any_selection()?;
        let whole = paging::Size {
            parameter: selection.per_page.clone(),
            default: WHOLE,
            least: 1,
            most: WHOLE,
        };
        Some(Alternative::new("whole", whole))
    }

    /// A server that pages one list by these parameters may page others by them, too.
    fn any_selection(&self) -> Option<&PageSelection> {
        self.contract.operations().find_map(selection_of)
    }
}

/// The parameters that the contract says choose a page of the operation's list.
fn selection_of(operation: &Operation) -> Option<&PageSelection> {
    let paging = operation.paging.as_ref()?.stated()?;
    paging.selection.stated()
}
