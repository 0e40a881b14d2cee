//! How a list is paged.

use super::prelude::*;
use crate::language::{AFTER_LAST, PAGE_MEMBERS, PAGE_NUMBER, PAGE_SELECTION, PAGING};
use crate::model::{
    Constraints, Fact, PageFact, PageMember, PageParameter, PageSelection, PageStart, Paging,
};

/// The meaning of the members of a page, in order, if they are written as a list.
const IN_LIST: [PageFact; 3] = [PageFact::Size, PageFact::Number, PageFact::Pages];

/// Description of a parameter for the page size.
const SIZE: &str = "Size of a page";

impl Lower<'_> {
    pub(super) fn paging(&mut self, node: &Node, span: Span, place: &Place) -> Option<Paging> {
        let fields = self.reader.table(node, &PAGING)?;
        let meta = self.member_name(&fields, "meta").map(|meta| meta.value);
        let selection = Written::new(&fields, "select", "paging.select");
        let selection = self.slot(place, &selection, |lower, _, node| lower.page_selection(node));
        let members = self.page_members(&fields, meta.is_some(), &selection);
        let has_numbers = members.iter().any(|member| member.says.is_none_or(PageFact::is_number));
        let integers = Written::new(&fields, "integers", "paging.integers");
        let integers = if has_numbers || integers.node.is_some() {
            self.boolean_slot(place, &integers)
        } else {
            Slot::Stated(Fact { value: true, section: place.section.clone(), span })
        };
        let after_last = fields.get("after_last");
        let after_last = after_last
            .and_then(|node| self.reader.word(node, "kind of page after the last one", AFTER_LAST));
        let link = self.flag(&fields, "link_header");
        let empty_after_last = after_last.is_some();
        let paging = Paging { span, meta, members, link, empty_after_last, integers, selection };
        self.check_paging(&fields, &paging);
        self.check_after_last(&fields, &paging);
        Some(paging)
    }

    /// The members that describe a page, the total last.
    fn page_members(
        &mut self,
        fields: &Fields<'_>,
        has_meta: bool,
        selection: &Slot<PageSelection>,
    ) -> Vec<PageMember> {
        let node = fields.get("members");
        let mut members =
            if let Some(node) = node.filter(|node| matches!(node.value, Value::Map(_))) {
                let named = self.reader.table(node, &PAGE_MEMBERS);
                let facts = PageFact::ALL.into_iter().filter(|says| *says != PageFact::Total);
                let mut member = |says: PageFact| {
                    let wire = self.member_name(&named?, says.name())?;
                    Some((Some(says), wire.value))
                };
                facts.filter_map(&mut member).collect::<Vec<_>>()
            } else {
                let listed = self.texts(fields, "members");
                listed.iter().for_each(|member| self.check_member_name(member));
                let listed = listed.into_iter().map(|member| member.value).collect();
                in_list(listed, has_meta, selection.stated())
            };
        let total = self.member_name(fields, "total");
        members.extend(total.map(|total| (Some(PageFact::Total), total.value)));
        members.into_iter().map(|(says, wire)| PageMember { wire, says }).collect()
    }

    fn page_selection(&mut self, node: &Node) -> Option<PageSelection> {
        let fields = self.reader.table(node, &PAGE_SELECTION)?;
        let starts = PageStart::ALL.into_iter().filter(|by| fields.has(by.name()));
        let starts: Vec<_> = starts.collect();
        let size = self.page_parameter(&fields, "per_page", SIZE);
        let [by] = starts.as_slice() else {
            let (message, label) = match starts.as_slice() {
                [] => ("nothing selects a page", "has no parameter for the page"),
                _ => ("a page is selected by one parameter", "has several"),
            };
            self.report(
                Diagnostic::error("bad-page-selection", message, fields.span, label).with_help(
                    "write one of `page: NAME` (a number), `offset: NAME` (the items before the page), `after: NAME` (the identifier of the item before) and `cursor: NAME` (a text that the page before gives)",
                ),
            );
            return None;
        };
        let about = match by {
            PageStart::Number => "Number of the page",
            PageStart::Offset => "Number of items before the page",
            PageStart::After => "Identifier of the item before the page",
            PageStart::Cursor => "Cursor of the page, as the page before gives it",
        };
        let start = self.page_parameter(&fields, by.name(), about)?;
        Some(PageSelection { by: *by, start, size, span: fields.span })
    }

    /// A parameter that selects a page: its name, or a table with its bounds.
    fn page_parameter(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        about: &'static str,
    ) -> Option<PageParameter> {
        let node = fields.get(key)?;
        let is_number = !matches!(key, "after" | "cursor");
        let ty = if is_number { Type::Integer } else { Type::Text(None) };
        if !matches!(node.value, Value::Map(_)) {
            let wire = self.reader.text(node)?;
            let constraints = Constraints::default();
            return Some(PageParameter {
                wire: wire.value,
                about,
                ty,
                constraints,
                default: None,
                span: wire.span,
            });
        }
        let table = self.reader.table(node, &PAGE_NUMBER)?;
        let wire = self.text(&table, "name")?;
        let constraints = self.bounds(&table, &ty);
        let default = table.get("default").and_then(|node| self.reader.integer(node));
        let fits = |value: i64| {
            #[expect(clippy::cast_precision_loss, reason = "sizes of pages are small")]
            let value = value as f64;
            value >= 0.0
                && constraints.minimum.is_none_or(|least| least <= value)
                && constraints.maximum.is_none_or(|most| value <= most)
        };
        if let Some(default) = default.as_ref().filter(|default| !fits(default.value)) {
            let message = format!("{default} is outside of the bounds of `{}`", *wire);
            self.report(
                Diagnostic::error("unfit-value", message, default.span, "the default")
                    .with_help("correct the default, or `minimum` and `maximum`"),
            );
        }
        Some(PageParameter {
            wire: wire.value,
            about,
            ty,
            constraints,
            default: default.and_then(|default| u64::try_from(default.value).ok()),
            span: wire.span,
        })
    }

    /// Reports parts of a paging that do not fit together.
    fn check_paging(&mut self, fields: &Fields<'_>, paging: &Paging) {
        let Some(selection) = paging.selection.value() else { return };
        let next = paging.member(PageFact::Next);
        let (message, help) = match (selection.by, next) {
            (PageStart::Cursor, None) if !paging.link => (
                format!("nothing gives the cursor `{}` of the next page", selection.start.wire),
                "name the member with it: `members: { next: NAME }`, or write `link_header: true`",
            ),
            (PageStart::Number | PageStart::Offset | PageStart::After, Some(next)) => (
                format!(
                    "`{next}` gives a cursor, but `{}` does not take one",
                    selection.start.wire
                ),
                "write `select: { cursor: NAME }` for the parameter that takes it; a member with a boolean is `more`",
            ),
            _ => return,
        };
        let span = fields.key_span("select").unwrap_or(fields.span);
        self.report(
            Diagnostic::error("bad-page-selection", message, span, "selects the page")
                .with_help(help),
        );
    }

    /// Reports `after_last` where no number selects a page: no request can then ask for a page after the last one.
    fn check_after_last(&mut self, fields: &Fields<'_>, paging: &Paging) {
        let by = paging.selection.stated().map(|selection| selection.by);
        let is_selectable = matches!(by, Some(PageStart::Number | PageStart::Offset));
        // A selection that could not be read is already reported, and is not a gap.
        let is_read =
            paging.selection.gap().is_none_or(|id| self.gaps.iter().any(|gap| gap.id == id));
        let span = fields.key_span("after_last").filter(|_| paging.empty_after_last);
        if let Some(span) = span.filter(|_| is_read && !is_selectable) {
            let message = "no request asks for a page after the last one";
            self.report(
                Diagnostic::error("bad-page-selection", message, span, "such a page").with_help(
                    "write `select: { page: NAME }` or `select: { offset: NAME }` if the document shows one of these, or else remove `after_last`",
                ),
            );
        }
    }
}

/// The members of a page that are written as a list. A member with the name of a parameter has the same meaning as the
/// parameter.
fn in_list(
    listed: Vec<String>,
    has_meta: bool,
    selection: Option<&PageSelection>,
) -> Vec<(Option<PageFact>, String)> {
    let is_numbered = selection.is_none_or(|selection| selection.by == PageStart::Number);
    let listed = if listed.is_empty() && has_meta && is_numbered {
        ["per_page", "page", "total_pages"].map(str::to_owned).to_vec()
    } else {
        listed
    };
    let says = |at: usize, wire: &str| {
        let selected = selection.and_then(|selection| {
            if selection.size() == Some(wire) {
                return Some(PageFact::Size);
            }
            (selection.number() == Some(wire)).then_some(PageFact::Number)
        });
        selected.or(IN_LIST.get(at).copied())
    };
    listed.into_iter().enumerate().map(|(at, wire)| (says(at, &wire), wire)).collect()
}
