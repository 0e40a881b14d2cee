//! Rules of lists, and transitions.

use reader::{Fields, Node};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::{ORDER, PAGE_SELECTION, PAGING, TRANSITION};
use crate::model::{Direction, Order, PageSelection, Paging, Scope, Slot, Transition};

/// What must be said of a list, and of nothing else.
pub(super) struct ListRules {
    pub order: Option<Slot<Order>>,
    pub paging: Option<Slot<Paging>>,
    pub scope: Option<Slot<Scope>>,
}

impl Lower<'_> {
    pub(super) fn list_rules(
        &mut self,
        fields: &Fields<'_>,
        lists: bool,
        place: &Place,
        silences: &Silences,
    ) -> ListRules {
        if !lists {
            for key in ["order", "paging", "scope"] {
                if let Some(span) = fields.key_span(key) {
                    self.report(
                        reader::Diagnostic::error(
                            "rule-without-list",
                            format!("`{key}` is a rule of lists"),
                            span,
                            "this operation lists nothing",
                        )
                        .with_help("say what it lists: `lists: RECORD`"),
                    );
                }
            }
            return ListRules {
                order: None,
                paging: None,
                scope: None,
            };
        }
        let written = |name| Written {
            name,
            inherits: name,
            node: fields.get(name),
            owner: fields.span,
        };
        ListRules {
            order: Some(
                self.slot(place, silences, &written("order"), |lower, _, node| {
                    lower.order(node)
                }),
            ),
            paging: Some(
                self.slot(place, silences, &written("paging"), |lower, place, node| {
                    lower.paging(node, place)
                }),
            ),
            scope: Some(
                self.slot(place, silences, &written("scope"), |lower, _, node| {
                    let word = lower.reader.word(node, "scope", &["account", "service"])?;
                    Some(if word.value == "account" {
                        Scope::Account
                    } else {
                        Scope::Service
                    })
                }),
            ),
        }
    }

    fn order(&mut self, node: &Node) -> Option<Order> {
        let fields = self.reader.table(node, &ORDER)?;
        let by = self.text_of(&fields, "by");
        let words = ["ascending", "descending"];
        let direction = fields.get("direction");
        let direction = direction.and_then(|node| self.reader.word(node, "direction", &words));
        Some(Order {
            by: by.filter(|by| by != "creation"),
            direction: if direction?.value == "ascending" {
                Direction::Ascending
            } else {
                Direction::Descending
            },
        })
    }

    fn paging(&mut self, node: &Node, place: &Place) -> Option<Paging> {
        let fields = self.reader.table(node, &PAGING)?;
        let meta = self.text_of(&fields, "meta");
        let total = self.text_of(&fields, "total");
        let mut keys = self.texts(fields.get("keys"));
        if keys.is_empty() {
            keys = ["per_page", "page", "total_pages"]
                .map(str::to_owned)
                .to_vec();
        }
        let written = |name, key| Written {
            name,
            inherits: "",
            node: fields.get(key),
            owner: fields.span,
        };
        let integers = self.slot(
            place,
            &Silences::default(),
            &written("integers", "integers"),
            |lower, _, node| lower.reader.yes_no(node).map(|flag| flag.value),
        );
        let selection = self.slot(
            place,
            &Silences::default(),
            &written("select", "select"),
            |lower, _, node| {
                let fields = lower.reader.table(node, &PAGE_SELECTION)?;
                let page = lower.text_of(&fields, "page");
                let per_page = lower.text_of(&fields, "per_page");
                Some(PageSelection {
                    page: page?,
                    per_page: per_page?,
                })
            },
        );
        Some(Paging {
            meta: meta?,
            keys,
            total: total?,
            integers,
            selection,
        })
    }

    pub(super) fn transition(
        &mut self,
        node: &Node,
        place: &Place,
        silences: &Silences,
    ) -> Option<Transition> {
        let fields = self.reader.table(node, &TRANSITION)?;
        let place = place
            .at("transition")
            .in_section(self.section(fields.get("source")));
        let record = self.text_of(&fields, "record");
        let from = self.text_of(&fields, "from");
        let written = Written {
            name: "to",
            inherits: "",
            node: fields.get("to"),
            owner: fields.span,
        };
        let to = self.slot(&place, silences, &written, |lower, _, node| {
            lower.reader.text(node).map(|text| text.value)
        });
        Some(Transition {
            record: record?,
            from: from.filter(|from| from != "any"),
            to,
            otherwise: self.text_of(&fields, "otherwise"),
            section: place.section,
            span: fields.span,
        })
    }
}
