//! Rules of lists: order, paging, scope, filters, sorts.

use reader::{Diagnostic, Fields, Node, Value};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::{FILTER, ORDER, PAGE_SELECTION, PAGING, SORT};
use crate::model::{Direction, Filter, Order, PageSelection, Paging, Scope, Slot};

/// Order, paging and scope of an operation.
pub(super) struct ListRules {
    pub order: Option<Slot<Order>>,
    pub paging: Option<Slot<Paging>>,
    pub scope: Option<Slot<Scope>>,
}

impl Lower<'_> {
    /// `addresses` says whether the path identifies a record: then the scope is required.
    pub(super) fn list_rules(
        &mut self,
        fields: &Fields<'_>,
        lists: bool,
        addresses: bool,
        place: &Place,
        silences: &Silences,
    ) -> ListRules {
        let written =
            |name| Written { name, inherits: name, node: fields.get(name), owner: fields.span };
        let has_scope = lists || addresses || fields.get("scope").is_some();
        let scope = has_scope.then(|| {
            self.slot(place, silences, &written("scope"), |lower, _, node| {
                let word = lower.reader.word(node, "scope", &["account", "service"])?;
                Some(if word.value == "account" { Scope::Account } else { Scope::Service })
            })
        });
        if !lists {
            self.refuse_rules_of_lists(fields);
            return ListRules { order: None, paging: None, scope };
        }
        ListRules {
            order: Some(
                self.slot(place, silences, &written("order"), |lower, _, node| lower.order(node)),
            ),
            paging: self
                .slot(place, silences, &written("paging"), |lower, place, node| {
                    match is_none(node) {
                        true => Some(None),
                        false => lower.paging(node, place, silences).map(Some),
                    }
                })
                .transpose(),
            scope,
        }
    }

    fn refuse_rules_of_lists(&mut self, fields: &Fields<'_>) {
        for key in ["order", "paging"] {
            if let Some(span) = fields.key_span(key) {
                self.report(
                    Diagnostic::error(
                        "rule-without-list",
                        format!("`{key}` only applies to lists"),
                        span,
                        "not a list operation",
                    )
                    .with_help("declare what it lists: `lists: RECORD`"),
                );
            }
        }
    }

    fn order(&mut self, node: &Node) -> Option<Order> {
        let fields = self.reader.table(node, &ORDER)?;
        let by = self.text_of(&fields, "by");
        Some(Order { by: by.filter(|by| by != "creation"), direction: self.direction(&fields)? })
    }

    /// The order that a value of a query parameter brings the list into.
    pub(super) fn sort(&mut self, node: &Node) -> Option<Order> {
        let fields = self.reader.table(node, &SORT)?;
        let by = self.text_of(&fields, "by");
        Some(Order { by: Some(by?), direction: self.direction(&fields)? })
    }

    fn direction(&mut self, fields: &Fields<'_>) -> Option<Direction> {
        let words = ["ascending", "descending"];
        let word = self.reader.word(fields.get("direction")?, "direction", &words)?;
        Some(if word.value == "ascending" { Direction::Ascending } else { Direction::Descending })
    }

    /// What a query parameter keeps of the list.
    pub(super) fn filter(&mut self, node: &Node) -> Option<Filter> {
        let fields = self.reader.table(node, &FILTER)?;
        let above = self.text_of(&fields, "above");
        let meaning = self.text_of(&fields, "meaning");
        match (above, meaning) {
            (Some(field), None) => Some(Filter::Above { field }),
            (None, Some(meaning)) => Some(Filter::Meaning(meaning)),
            (above, _) => {
                let (message, label) = match above {
                    Some(_) => ("a filter has either `above` or `meaning`", "has both"),
                    None => ("a filter needs `above` or `meaning`", "has neither"),
                };
                self.report(
                    Diagnostic::error("bad-filter", message, fields.span, label).with_help(
                        "write `above: MEMBER` to keep greater values than the one sent, or `meaning: TEXT`",
                    ),
                );
                None
            }
        }
    }

    fn paging(&mut self, node: &Node, place: &Place, silences: &Silences) -> Option<Paging> {
        let fields = self.reader.table(node, &PAGING)?;
        let meta = self.text_of(&fields, "meta");
        let total = self.text_of(&fields, "total");
        let mut members = self.texts(fields.get("members"));
        if members.is_empty() {
            members = ["per_page", "page", "total_pages"].map(str::to_owned).to_vec();
        }
        let written =
            |name, inherits| Written { name, inherits, node: fields.get(name), owner: fields.span };
        let integers = self.slot(
            place,
            silences,
            &written("integers", "paging.integers"),
            |lower, _, node| lower.reader.boolean(node).map(|flag| flag.value),
        );
        let selection =
            self.slot(place, silences, &written("select", "paging.select"), |lower, _, node| {
                let fields = lower.reader.table(node, &PAGE_SELECTION)?;
                let page = lower.text_of(&fields, "page");
                let per_page = lower.text_of(&fields, "per_page");
                Some(PageSelection { page: page?, per_page: per_page? })
            });
        Some(Paging { meta: meta?, members, total: total?, integers, selection })
    }
}

/// Whether a node is `none`: the list is not paged.
fn is_none(node: &Node) -> bool {
    matches!(&node.value, Value::Scalar(scalar) if scalar.plain && scalar.text == "none")
}
