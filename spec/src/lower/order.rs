//! The order of a list, and the query parameters that change it.

use super::prelude::*;
use crate::language::{ORDER, SORT};
use crate::model::{Collation, Direction, Order, QueryParameter};

impl Lower<'_> {
    pub(super) fn order(&mut self, node: &Node, listed: &str) -> Option<Order> {
        let fields = self.reader.table(node, &ORDER)?;
        let by = self.text(&fields, "by").filter(|by| by.value != "creation");
        let collation = self.collation(&fields, Some(listed), by.as_ref());
        let by = by.map(|by| {
            self.comparison(Some(listed), Some(by.clone()), ("order", by.span), MemberUsage::Order);
            by.value
        });
        let direction = self.direction(&fields, "direction")?;
        Some(Order { by, direction, collation })
    }

    /// The order that a value of a query parameter, declared at `value`, brings the list into. A direction that is left out
    /// is settled when all parameters are known.
    pub(super) fn sort(&mut self, node: &Node, lists: Option<&str>, value: Span) -> Option<Order> {
        let fields = self.reader.table(node, &SORT)?;
        let by = self.text(&fields, "by");
        let direction = match fields.get("direction") {
            Some(_) => self.direction(&fields, "direction")?,
            None => {
                self.undirected.push(value);
                Direction::Ascending
            }
        };
        let by = by?;
        let collation = self.collation(&fields, lists, Some(&by));
        if collation.is_none() {
            self.comparison(lists, Some(by.clone()), ("sorts", by.span), MemberUsage::Sort);
        }
        Some(Order { by: Some(by.value), direction, collation })
    }

    pub(super) fn direction(&mut self, fields: &Fields<'_>, key: &str) -> Option<Direction> {
        self.choice(fields.get(key)?, "direction", Direction::WORDS, &Direction::ALL)
    }

    /// How the texts compare that the list is ordered by.
    fn collation(
        &mut self,
        fields: &Fields<'_>,
        lists: Option<&str>,
        by: Option<&Spanned<String>>,
    ) -> Option<Collation> {
        let (node, key) = (fields.get("collation")?, fields.key_span("collation")?);
        let known = self.choice(node, "collation", Collation::WORDS, &Collation::ALL);
        match by {
            Some(by) => {
                self.comparison(lists, Some(by.clone()), ("sorts", key), MemberUsage::Collation);
            }
            None => {
                let message = "the time of creation is no text, so it has no collation";
                let found =
                    Diagnostic::error("misplaced-collation", message, key, "does not apply");
                self.report(found.with_help("remove it"));
            }
        }
        known
    }

    /// Gives the sorts without a direction the one that another parameter has by default.
    pub(super) fn settle_directions(&mut self, query: &mut [QueryParameter]) {
        let undirected = std::mem::take(&mut self.undirected);
        let directing =
            query.iter().find(|query| query.values.iter().any(|it| it.directs.is_some()));
        let usual = directing.and_then(|query| {
            let default = query.default.as_ref()?;
            query.values.iter().find(|value| value.wire == *default)?.directs
        });
        let Some(usual) = usual else {
            for value in undirected {
                let message = "a sort has no direction";
                let found =
                    Diagnostic::error("sort-without-direction", message, value, "sorts the list");
                let found = match directing {
                    Some(query) => found
                        .with_label(query.span, "gives directions, but none by default")
                        .with_help("add `direction` to the sort, or `default` to that parameter"),
                    None => {
                        found.with_help("add `direction: ascending` or `direction: descending`")
                    }
                };
                self.report(found);
            }
            return;
        };
        for value in query.iter_mut().flat_map(|query| &mut query.values) {
            if let Some(sorts) = value.sorts.as_mut().filter(|_| undirected.contains(&value.span)) {
                sorts.direction = usual;
            }
        }
    }
}
