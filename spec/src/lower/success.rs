//! The success response of an operation.

use super::fields::unread_type;
use super::prelude::*;
use crate::language::{ECHO, SUCCESS};
use crate::model::{AnswerField, Body, Echo, EnvelopeMember, Success};

/// A body that is a single value, and neither a record nor a list.
fn bare_body(node: &Node) -> Diagnostic {
    let message =
        format!("the body is a record, a list, or a map of its members, not {}", node.describe());
    let label = "expected `none`, `Record`, `[Record]` or members with types";
    Diagnostic::error("bare-body", message, node.span, label).with_help(
        "name the members: `body: { count: integer }`; a body that is a single value cannot be stated: write `body: { not_shown: The bare count. }`",
    )
}

impl Lower<'_> {
    pub(super) fn success(&mut self, node: &Node, place: &Place) -> Option<Success> {
        let fields = self.reader.table(node, &SUCCESS)?;
        let place = self.sourced(&fields, &place.at("success"));
        let status = Written::new(&fields, "status", "success.status");
        let status =
            self.slot(&place, &status, |lower, _, node| lower.status("success", (200, 299), node));
        let further_statuses = self.further_statuses(&fields, &status, &place);
        let body = Written::new(&fields, "body", "success.body");
        let body = self.slot(&place, &body, Self::body);
        let headers = self.response_headers(&fields, &place);
        let is_bare = matches!(body.value(), Some(Body::Bare(_)));
        let echoes = self.each(&fields, "echoes", "a map of echoes", |lower, entry| {
            lower.echo(entry, is_bare, &place)
        });
        let call_time_fields =
            self.each_item(&fields, "set_to_call_time", "a list of members", |lower, item| {
                let text = lower.reader.text(item)?;
                lower.member_of_answer(&text, is_bare)
            });
        Some(Success { status, further_statuses, body, headers, echoes, call_time_fields })
    }

    /// `none`, a record, a list, or a map of envelope members to types.
    fn body(&mut self, place: &Place, node: &Node) -> Option<Body> {
        if super::is_none(node) {
            return Some(Body::Empty);
        }
        let Value::Map(entries) = &node.value else {
            let ty = self.plain_type(node)?;
            if !matches!(ty, Type::Record(_) | Type::List(_)) {
                self.report(bare_body(node));
                return None;
            }
            let (wire, span) = (String::new(), node.span);
            return Some(Body::Bare(EnvelopeMember { wire, ty, ty_span: span, span }));
        };
        entries.iter().for_each(|entry| self.check_member_name(&entry.key));
        let members = entries.iter().map(|entry| EnvelopeMember {
            wire: entry.key.value.clone(),
            ty: self.plain_type(&entry.value).unwrap_or_else(|| unread_type(&place.at(&entry.key))),
            ty_span: entry.value.span,
            span: entry.key.span,
        });
        Some(Body::Envelope(members.collect()))
    }

    /// Parses `MEMBER.FIELD`, or `FIELD` of a bare body.
    fn member_of_answer(&mut self, text: &Spanned<String>, is_bare: bool) -> Option<AnswerField> {
        if is_bare {
            let (member, field) = (String::new(), text.value.clone());
            return Some(AnswerField { member, field, span: text.span });
        }
        if let Some((member, field)) = text.split_once('.') {
            let (member, field) = (member.to_owned(), field.to_owned());
            return Some(AnswerField { member, field, span: text.span });
        }
        let message = format!("`{text}` is not a field of a record in the response");
        self.report(
            Diagnostic::error("bad-echo", message, text.span, "expected MEMBER.FIELD").with_help(
                "MEMBER is a member of `success.body` with a record, FIELD a member of the record: `book.title`; what is in no record has no echo: remove it",
            ),
        );
        None
    }

    fn echo(&mut self, entry: &Entry, is_bare: bool, place: &Place) -> Option<Echo> {
        let AnswerField { member, field, span } = self.member_of_answer(&entry.key, is_bare)?;
        let fields = self.reader.table(&entry.value, &ECHO)?;
        let from = self.input_of(&fields, "from")?;
        let when = fields.get("when").and_then(|node| self.identifier(node));
        Some(Echo { member, field, from, when, section: self.section(&fields, place), span })
    }
}
