//! The order of a list, and what a request changes of it.

use super::words::words;
use super::{Operation, QueryParameter, QueryValue, Slot};

/// The order of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The input of creation that decides, by wire name, or `None` when it is the moment of creation itself.
    pub by: Option<String>,
    /// Sort direction.
    pub direction: Direction,
    /// How texts compare, if the document says it.
    pub collation: Option<Collation>,
}

words! {
    /// Sort direction.
    Direction {
        /// Smallest or oldest first.
        Ascending = "ascending",
        /// Largest or newest first.
        Descending = "descending",
    }
}

words! {
    /// How texts compare.
    Collation {
        /// By the Unicode code points of their characters: `Z` is before `a`.
        CodePoint = "code_point",
    }
}

impl Operation {
    /// The order of the list for a request. `sent` returns the text of a query parameter that the request sends.
    pub fn requested_order(
        &self,
        sent: impl Fn(&QueryParameter) -> Option<String>,
    ) -> Option<Order> {
        let value = |query: &'_ QueryParameter, text: &str| -> Option<usize> {
            query.values.iter().position(|value| value.wire == text)
        };
        let usual = self.order.as_ref().and_then(Slot::value);
        let (mut sorts, mut directs, mut is_requested) = (None, None, false);
        for query in &self.query {
            let text = sent(query);
            let known = text.as_ref().or(query.default.as_ref());
            let known = known.and_then(|text| query.values.get(value(query, text)?));
            let Some(chosen) = known.filter(|chosen| chosen.orders()) else { continue };
            is_requested |= text.is_some();
            sorts = sorts.or(chosen.sorts.as_ref());
            directs = directs.or(chosen.directs);
        }
        // What is meant without the parameters is said best by the order of the list itself.
        let order = if is_requested { sorts.or(usual) } else { usual.or(sorts) }?;
        let direction = directs.filter(|_| is_requested).unwrap_or(order.direction);
        Some(Order { direction, ..order.clone() })
    }
}

impl QueryValue {
    /// Whether it changes the order of the list.
    pub fn orders(&self) -> bool {
        self.sorts.is_some() || self.directs.is_some()
    }
}
