//! Rules of lists: scope and filters; order is in `order`, paging in `paging`.

use super::is_none;
use super::prelude::*;
use crate::language::FILTER;
use crate::model::{Bound, Fact, Filter, OfSeveral, Order, Paging, Scope, Several};

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
    pub(super) fn comparison(
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

    /// What a query parameter keeps of the list. `several` is how several values are sent.
    pub(super) fn filter(
        &mut self,
        node: &Node,
        lists: Option<&str>,
        several: Option<Several>,
    ) -> Option<Filter> {
        let fields = self.reader.table(node, &FILTER)?;
        let mut written = Vec::new();
        for key in FILTERS {
            written.extend(self.text(&fields, key).map(|text| (key, text)));
        }
        let (message, label) = match written.as_slice() {
            [(key, text)] => {
                let filter = self.filter_by(key, text, (lists, several), &fields);
                self.check_of_several(key, several.is_some(), &fields);
                return filter;
            }
            // A key that is unknown or cannot be read is reported already.
            [] if !self.reader.entries(node, "a filter").is_empty() => return None,
            [] => ("a filter needs a member that it compares, or a meaning", "has none"),
            _ => ("a filter compares in one way", "has several"),
        };
        self.report(Diagnostic::error("bad-filter", message, fields.span, label).with_help(
            "write `above: MEMBER` to keep greater values than the one sent (or `at_least`, `at_most`, `below`), `equals: MEMBER` to keep equal ones, `includes: MEMBER` to keep lists with the value, or `meaning: TEXT`",
        ));
        None
    }

    fn filter_by(
        &mut self,
        key: &str,
        text: &Spanned<String>,
        (lists, several): (Option<&str>, Option<Several>),
        fields: &Fields<'_>,
    ) -> Option<Filter> {
        let at = ("filter", text.span);
        let mut compared = |usage| self.comparison(lists, Some(text.clone()), at, usage);
        let field = text.value.clone();
        let bound = Bound::ALL.into_iter().find(|bound| bound.name() == key);
        if let Some(bound) = bound {
            compared(MemberUsage::Filter(bound));
            // Several values in one text that is no text are reported already.
            if several.is_some_and(|several| several != Several::Text) {
                let message = format!("a filter `{key}` compares with one value");
                self.report(
                    Diagnostic::error("bad-filter", message, text.span, "several values")
                        .with_help("describe the filter: `filter: { meaning: TEXT }`"),
                );
            }
            return Some(Filter::Compares { field, bound });
        }
        match key {
            "equals" => {
                compared(MemberUsage::Equality);
                Some(Filter::Equals { field })
            }
            "includes" => {
                compared(MemberUsage::Inclusion);
                let (field, item) = match field.split_once('.') {
                    Some((field, item)) => (field.to_owned(), Some(item.to_owned())),
                    None => (field, None),
                };
                let of_several = fields.get("of_several").and_then(|node| {
                    self.choice(node, "of_several", OfSeveral::WORDS, &OfSeveral::ALL)
                });
                Some(Filter::Includes {
                    field,
                    item,
                    of_several: of_several.unwrap_or(OfSeveral::All),
                })
            }
            _ => {
                self.comparison(lists, None, at, MemberUsage::Equality);
                Some(Filter::Meaning(field))
            }
        }
    }

    /// Several values of a filter `includes` are all included, or some of them: the contract says which.
    fn check_of_several(&mut self, key: &str, several: bool, fields: &Fields<'_>) {
        let (message, span, label, help) = match (key, several, fields.key_span("of_several")) {
            ("includes", true, None) if !self.is_reported(fields, "of_several") => (
                "which of several values a list includes is not stated",
                fields.span,
                "several values",
                "add `of_several: all` or `of_several: any`, or describe the filter: `filter: { meaning: TEXT }`",
            ),
            ("includes", false, Some(span)) => (
                "the parameter has one value only",
                span,
                "of several values",
                "remove `of_several`, or say how several values are sent: `type: [string]` with `form`",
            ),
            (_, _, Some(span)) if key != "includes" => (
                "`of_several` is about a filter `includes`",
                span,
                "does not apply here",
                "remove it: several values of `equals` are alternatives",
            ),
            _ => return,
        };
        self.report(Diagnostic::error("bad-filter", message, span, label).with_help(help));
    }
}

/// The keys of a filter that say what it keeps.
const FILTERS: [&str; 7] =
    ["above", "at_least", "at_most", "below", "equals", "includes", "meaning"];
