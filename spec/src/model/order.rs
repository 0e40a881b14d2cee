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
    /// The order of the list for a request; `None` if the contract does not say it. `sent` returns the text of a query
    /// parameter that the request sends.
    pub fn requested_order(
        &self,
        sent: impl Fn(&QueryParameter) -> Option<String>,
    ) -> Option<Order> {
        let usual = self.order.as_ref().and_then(Slot::value);
        let (mut sorts, mut directs, mut is_requested) = (None, None, false);
        for query in self.query.iter().filter(|query| query.values.iter().any(QueryValue::orders)) {
            let text = sent(query);
            is_requested |= text.is_some();
            let Some(text) = text.or_else(|| query.default.clone()) else { continue };
            let chosen = query.values.iter().find(|value| value.wire == text)?;
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The order of the issues of the tracker for values of `sort` and `direction`.
    fn order(sort: Option<&str>, direction: Option<&str>) -> Option<(Option<String>, Direction)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tracker/contract");
        let files = crate::read_folder(&folder).0;
        let contract = crate::load(&files, None).contract.unwrap();
        let list = contract.operation("list_issues").unwrap();
        let sent = |query: &QueryParameter| match query.name.as_str() {
            "sort" => sort.map(str::to_owned),
            "direction" => direction.map(str::to_owned),
            _ => None,
        };
        list.requested_order(sent).map(|order| (order.by, order.direction))
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let by = |member: &str| Some(member.to_owned());
        assert_eq!(order(None, None), Some((None, Direction::Descending)));
        assert_eq!(order(None, Some("asc")), Some((by("created_at"), Direction::Ascending)));
        assert_eq!(order(Some("due"), None), Some((by("due_on"), Direction::Descending)));
        assert_eq!(order(Some("due"), Some("asc")), Some((by("due_on"), Direction::Ascending)));
        assert_eq!(order(Some("due,updated"), None), None);
    }
}
