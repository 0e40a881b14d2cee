//! The success response of an operation.

use super::fields::unread_type;
use super::prelude::*;
use crate::language::{ECHO, SUCCESS};
use crate::model::{AnswerField, Body, Echo, EnvelopeMember, Success};

impl Lower<'_> {
    pub(super) fn success(&mut self, node: &Node, place: &Place) -> Option<Success> {
        let fields = self.reader.table(node, &SUCCESS)?;
        let place = self.sourced(&fields, &place.at("success"));
        let status = Written::new(&fields, "status", "success.status");
        let status =
            self.slot(&place, &status, |lower, _, node| lower.status("success", (200, 299), node));
        let body = Written::new(&fields, "body", "success.body");
        let body = self.slot(&place, &body, Self::envelope);
        let echoes = self
            .each(&fields, "echoes", "a map of echoes", |lower, entry| lower.echo(entry, &place));
        let call_time_fields =
            self.each_item(&fields, "set_to_call_time", "a list of members", |lower, item| {
                let text = lower.reader.text(item)?;
                lower.member_of_answer(&text)
            });
        Some(Success { status, body, echoes, call_time_fields })
    }

    /// `none`, or a map of envelope members to types.
    fn envelope(&mut self, place: &Place, node: &Node) -> Option<Body> {
        if super::is_none(node) {
            return Some(Body::Empty);
        }
        let entries = self.reader.entries(node, "`none` or a map of envelope members");
        let members = entries.iter().map(|entry| EnvelopeMember {
            wire: entry.key.value.clone(),
            ty: self.plain_type(&entry.value).unwrap_or_else(|| unread_type(&place.at(&entry.key))),
            ty_span: entry.value.span,
            span: entry.key.span,
        });
        Some(Body::Envelope(members.collect()))
    }

    /// Parses `MEMBER.FIELD`.
    fn member_of_answer(&mut self, text: &Spanned<String>) -> Option<AnswerField> {
        if let Some((member, field)) = text.split_once('.') {
            let (member, field) = (member.to_owned(), field.to_owned());
            return Some(AnswerField { member, field, span: text.span });
        }
        let message = format!("`{text}` is not a member of the response");
        self.report(Diagnostic::error("bad-echo", message, text.span, "expected MEMBER.FIELD"));
        None
    }

    fn echo(&mut self, entry: &Entry, place: &Place) -> Option<Echo> {
        let AnswerField { member, field, span } = self.member_of_answer(&entry.key)?;
        let fields = self.reader.table(&entry.value, &ECHO)?;
        let from = self.input_of(&fields, "from")?;
        let when = fields.get("when").and_then(|node| self.identifier(node));
        Some(Echo { member, field, from, when, section: self.section(&fields, place), span })
    }
}
