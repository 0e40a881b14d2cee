//! Rules of lists: order, scope, filters, sorts; paging is in `paging`.

use super::is_none;
use super::prelude::*;
use crate::language::{FILTER, ORDER, SORT};
use crate::model::{Direction, Fact, Filter, Order, Paging, Scope};

/// Order, paging and scope of an operation.
pub(super) struct ListRules {
    pub order: Option<Slot<Order>>,
    pub paging: Option<Slot<Paging>>,
    pub scope: Option<Slot<Scope>>,
}

impl Lower<'_> {
    /// `lists` is the listed record, `addresses` whether the path identifies a record: then the scope is required.
    pub(super) fn list_rules(
        &mut self,
        fields: &Fields<'_>,
        lists: Option<&str>,
        addresses: bool,
        place: &Place,
    ) -> ListRules {
        let has_scope = lists.is_some() || addresses || fields.get("scope").is_some();
        let scope = has_scope.then(|| self.scope(fields, place));
        let Some(listed) = lists else {
            for key in ["order", "paging"] {
                if let Some(span) = fields.key_span(key) {
                    self.rule_without_list(key, span);
                }
            }
            return ListRules { order: None, paging: None, scope };
        };
        let order = Written::new(fields, "order", "order");
        let order = self.slot(place, &order, |lower, _, node| lower.order(node, listed));
        let declared = fields.key_span("paging").unwrap_or(fields.span);
        let paging = Written::new(fields, "paging", "paging");
        let paging = self.slot(place, &paging, |lower, place, node| {
            if is_none(node) { Some(None) } else { lower.paging(node, declared, place).map(Some) }
        });
        ListRules { order: Some(order), paging: paging.transpose(), scope }
    }

    /// The records that an operation reaches: without a key there are no accounts.
    fn scope(&mut self, fields: &Fields<'_>, place: &Place) -> Slot<Scope> {
        let keyless = self.keyless.clone();
        if let (Some(Fact { section, span, .. }), None) = (keyless.clone(), fields.get("scope")) {
            return Slot::Stated(Fact { value: Scope::Service, section, span });
        }
        let written = Written::new(fields, "scope", "scope");
        let scope = self.slot(place, &written, |lower, _, node| {
            lower.choice(node, "scope", Scope::WORDS, &Scope::ALL)
        });
        if let (Some(keyless), Some(fact)) = (keyless, scope.fact())
            && fact.value == Scope::Account
        {
            let message = "there are no accounts where the service has no key";
            self.report(
                Diagnostic::error("unexpected-key", message, fact.span, "an account")
                    .with_label(keyless.span, "no key")
                    .with_help("remove `scope`: without a key an operation reaches all records"),
            );
        }
        scope
    }

    fn rule_without_list(&mut self, key: &str, span: Span) {
        let message = format!("`{key}` only applies to lists");
        self.report(
            Diagnostic::error("rule-without-list", message, span, "not a list operation")
                .with_help("declare what it lists: `lists: RECORD`"),
        );
    }

    /// Notes that a rule compares listed records by a member, or reports that there is no list.
    fn comparison(
        &mut self,
        lists: Option<&str>,
        member: Option<Spanned<String>>,
        key: (&str, Span),
        usage: MemberUsage,
    ) {
        match (lists, member) {
            (None, _) => self.rule_without_list(key.0, key.1),
            (Some(record), Some(member)) => {
                let record = record.to_owned();
                self.references.members.push(MemberReference { record, member, usage });
            }
            (Some(_), None) => {}
        }
    }

    fn order(&mut self, node: &Node, listed: &str) -> Option<Order> {
        let fields = self.reader.table(node, &ORDER)?;
        let by = self.text(&fields, "by").filter(|by| by.value != "creation");
        let by = by.map(|by| {
            self.comparison(Some(listed), Some(by.clone()), ("order", by.span), MemberUsage::Order);
            by.value
        });
        Some(Order { by, direction: self.direction(&fields)? })
    }

    /// The order that a value of a query parameter brings the list into.
    pub(super) fn sort(&mut self, node: &Node, lists: Option<&str>) -> Option<Order> {
        let fields = self.reader.table(node, &SORT)?;
        let by = self.text(&fields, "by");
        let direction = self.direction(&fields);
        let (by, direction) = (by?, direction?);
        self.comparison(lists, Some(by.clone()), ("sorts", by.span), MemberUsage::Sort);
        Some(Order { by: Some(by.value), direction })
    }

    fn direction(&mut self, fields: &Fields<'_>) -> Option<Direction> {
        self.choice(fields.get("direction")?, "direction", Direction::WORDS, &Direction::ALL)
    }

    /// What a query parameter keeps of the list.
    pub(super) fn filter(&mut self, node: &Node, lists: Option<&str>) -> Option<Filter> {
        let fields = self.reader.table(node, &FILTER)?;
        let [above, equals, meaning] =
            ["above", "equals", "meaning"].map(|key| self.text(&fields, key));
        let (message, label) = match (above, equals, meaning) {
            (Some(field), None, None) => {
                let key = ("filter", field.span);
                self.comparison(lists, Some(field.clone()), key, MemberUsage::Filter);
                return Some(Filter::Above { field: field.value });
            }
            (None, Some(field), None) => {
                let key = ("filter", field.span);
                self.comparison(lists, Some(field.clone()), key, MemberUsage::Equality);
                return Some(Filter::Equals { field: field.value });
            }
            (None, None, Some(meaning)) => {
                self.comparison(lists, None, ("filter", meaning.span), MemberUsage::Filter);
                return Some(Filter::Meaning(meaning.value));
            }
            // A key that is unknown or cannot be read is reported already.
            (None, None, None) if !self.reader.entries(node, "a filter").is_empty() => return None,
            (None, None, None) => ("a filter needs `above`, `equals` or `meaning`", "has none"),
            _ => ("a filter has one of `above`, `equals` and `meaning`", "has several"),
        };
        self.report(Diagnostic::error("bad-filter", message, fields.span, label).with_help(
            "write `above: MEMBER` to keep greater values than the one sent, `equals: MEMBER` to keep equal ones, or `meaning: TEXT`",
        ));
        None
    }
}
