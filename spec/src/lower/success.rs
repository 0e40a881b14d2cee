//! The success response of an operation.

use reader::{Diagnostic, Node, Span, Value};

use super::Lower;
use super::fields::unread_type;
use super::slots::{Place, Silences, Written};
use crate::language::{ECHO, SUCCESS};
use crate::model::{AnswerField, Body, Echo, EnvelopeMember, Success};

impl Lower<'_> {
    pub(super) fn success(
        &mut self,
        node: &Node,
        place: &Place,
        silences: &Silences,
    ) -> Option<Success> {
        let fields = self.reader.table(node, &SUCCESS)?;
        let place = place.at("success").in_section(self.section(fields.get("source")));
        let written =
            |name, inherits| Written { name, inherits, node: fields.get(name), owner: fields.span };
        let status =
            self.slot(&place, silences, &written("status", "success.status"), |lower, _, node| {
                lower.status("success", (200, 299), node)
            });
        let body = self.slot(&place, silences, &written("body", "success.body"), Self::envelope);
        let echoes = self.echoes(fields.get("echoes"), &place);
        let call_time_fields = self.now(fields.get("set_to_call_time"));
        Some(Success { status, body, echoes, call_time_fields })
    }

    /// `none`, or a map of envelope members to types.
    fn envelope(&mut self, place: &Place, node: &Node) -> Option<Body> {
        if matches!(&node.value, Value::Scalar(scalar) if scalar.plain && scalar.text == "none") {
            return Some(Body::Empty);
        }
        let mut members = Vec::new();
        for entry in self.reader.entries(node, "`none` or a map of envelope members") {
            let ty = self.plain_type(&entry.value);
            members.push(EnvelopeMember {
                wire: entry.key.value.clone(),
                ty: ty.unwrap_or_else(|| unread_type(&place.at(&entry.key.value))),
                span: entry.key.span,
            });
        }
        Some(Body::Envelope(members))
    }

    fn now(&mut self, node: Option<&Node>) -> Vec<AnswerField> {
        let Some(node) = node else { return Vec::new() };
        let items = self.reader.list(node, "a list of members").iter();
        let texts: Vec<_> = items.filter_map(|item| self.reader.text(item)).collect();
        let shown = texts.into_iter().filter_map(|text| {
            let (member, field) = self.member_of_answer(&text.value, text.span)?;
            Some(AnswerField { member, field, span: text.span })
        });
        shown.collect()
    }

    /// Parses `MEMBER.FIELD`.
    fn member_of_answer(&mut self, text: &str, span: Span) -> Option<(String, String)> {
        if let Some((member, field)) = text.split_once('.') {
            return Some((member.to_owned(), field.to_owned()));
        }
        self.report(Diagnostic::error(
            "bad-echo",
            format!("`{text}` is not a member of the response"),
            span,
            "expected MEMBER.FIELD",
        ));
        None
    }

    fn echoes(&mut self, node: Option<&Node>, place: &Place) -> Vec<Echo> {
        let Some(node) = node else { return Vec::new() };
        let mut echoes = Vec::new();
        for entry in self.reader.entries(node, "a map of echoes") {
            let (text, span) = (&entry.key.value, entry.key.span);
            let Some((member, field)) = self.member_of_answer(text, span) else {
                continue;
            };
            let Some(fields) = self.reader.table(&entry.value, &ECHO) else {
                continue;
            };
            let from = fields.get("from").and_then(|node| self.reader.text(node));
            let Some(from) = from.and_then(|text| self.input_ref(&text.value, text.span)) else {
                continue;
            };
            echoes.push(Echo {
                member,
                field,
                from,
                when: fields.get("when").and_then(|node| self.identifier(node)),
                section: self
                    .section(fields.get("source"))
                    .unwrap_or_else(|| place.section.clone()),
                span: entry.key.span,
            });
        }
        echoes
    }
}
