//! The shape of error bodies: which members hold the message, the code and the name of the offending input.

use super::prelude::*;
use crate::language::ERROR_BODY;
use crate::model::{ErrorBody, ErrorEntries, Fact, FieldMember, MemberPath};

/// What a path to a member of an entry of a list has between the list and the member.
const OF_EACH: &str = "[].";

/// The keys of an error body that name a member, as they are written.
struct WrittenPaths {
    member: Option<Spanned<String>>,
    code: Option<Spanned<String>>,
    field: Option<Spanned<String>>,
}

impl Lower<'_> {
    pub(super) fn error_body(&mut self, node: &Node, place: &Place) -> Option<ErrorBody> {
        let fields = self.reader.table(node, &ERROR_BODY)?;
        let place = self.sourced(&fields, &place.at("errors"));
        let written = WrittenPaths {
            member: self.text(&fields, "member"),
            code: self.text(&fields, "code"),
            field: self.text(&fields, "field"),
        };
        let entries = self.entries_of_list(&fields, &place, &written);
        self.has_codes_in_entries = entries.as_ref().is_some_and(|entries| entries.code.is_some());
        let WrittenPaths { member, code, field } = written;
        let (has_code, has_field) = (code.is_some(), field.is_some());
        let beside = |path: &Spanned<String>| !path.contains(OF_EACH);
        let code = code.filter(beside);
        for path in member.iter().chain(&code) {
            self.check_member_path(path);
        }
        if let (Some(member), Some(code)) = (&member, &code) {
            self.check_beside(member, ("code", code));
        }
        let field = field.filter(beside);
        let field =
            field.map(|field| self.field_member(&fields, &place, (member.as_ref(), &field)));
        let is_read = |lower: &Self, has_it: bool, key| {
            let is_unread = !has_it && fields.get(key).is_some();
            !is_unread && !lower.is_reported(&fields, key)
        };
        self.has_codes = is_read(self, has_code, "code").then_some(has_code);
        self.has_fields = is_read(self, has_field, "field").then_some(has_field);
        if entries.is_none() && field.is_none() && self.has_fields == Some(false) {
            self.refuse_without_field(&fields);
        }
        let complete = fields.key_span("entries_complete");
        if let Some(span) = complete.filter(|_| entries.is_none() && self.has_fields.is_some()) {
            let message = "`entries_complete` is about a list of errors";
            let found = Diagnostic::error("entries-without-list", message, span, "no list");
            let help = "name the input in each entry of the list: `field: errors[].field`, or remove `entries_complete`";
            self.report(found.with_help(help));
        }
        let further_members = Written::new(&fields, "further_members", "");
        Some(ErrorBody {
            span: member.as_ref().map_or(fields.span, |member| member.span),
            member: MemberPath::parse(member.as_ref().map_or("", |member| member.as_str())),
            code: code.map(|code| MemberPath::parse(&code)),
            field,
            entries,
            content_type: self.content_type(&fields, &place),
            further_members: self.boolean_slot(&place, &further_members),
            section: place.section,
        })
    }

    /// The list of errors, if the name of the input is in its entries.
    fn entries_of_list(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        written: &WrittenPaths,
    ) -> Option<ErrorEntries> {
        let in_list = |path: &Option<Spanned<String>>| {
            let path = path.as_ref()?;
            let (list, name) = path.split_once(OF_EACH)?;
            Some((Spanned::new(list.to_owned(), path.span), name.to_owned(), path.clone()))
        };
        let code = in_list(&written.code);
        let Some((list, field, path)) = in_list(&written.field) else {
            if let Some((list, _, code)) = code {
                let text = "entries of a list of errors have a code and name no input";
                let help = format!(
                    "name the input in each entry, too: `field: {list}[].field`; the language has no list of codes alone"
                );
                self.report(
                    Diagnostic::error("misplaced-code", text, code.span, "in an entry")
                        .with_help(help),
                );
            }
            return None;
        };
        for path in [Some(&path), code.as_ref().map(|(_, _, code)| code)].into_iter().flatten() {
            self.check_entry_path(path);
        }
        if let Some(member) = &written.member {
            self.check_beside(member, ("list of errors", &list));
        }
        if let Some((other, _, code)) =
            code.as_ref().filter(|(other, ..)| other.value != list.value)
        {
            let text = format!("codes and inputs are in different lists, `{other}` and `{list}`");
            self.report(
                Diagnostic::error("misplaced-code", text, code.span, "another list")
                    .with_label(path.span, "the list with the inputs")
                    .with_help("the language has one list of errors"),
            );
        }
        let present = Written::new(fields, "field_present", "errors.field_present");
        let complete = Written::new(fields, "entries_complete", "errors.entries_complete");
        Some(ErrorEntries {
            list: MemberPath::parse(&list),
            field,
            code: code.map(|(_, name, _)| name),
            present: self.boolean_slot(place, &present),
            complete: self.boolean_slot(place, &complete),
            section: place.section.clone(),
            span: path.span,
        })
    }

    /// Reports a path to a member of an entry that has an empty name, or leads to a member of a member.
    fn check_entry_path(&mut self, path: &Spanned<String>) {
        let Some((list, name)) = path.split_once(OF_EACH) else { return };
        let is_empty = |name: &str| name.trim().is_empty();
        let label = if list.split('.').any(is_empty) || is_empty(name) {
            "an empty name"
        } else if list.contains(['[', ']']) || name.contains(['[', ']', '.']) {
            "deeper than one list"
        } else {
            return;
        };
        let message = format!("{} does not name a member of an entry", quoted(path));
        let help = "a list next to the message, and a member of its entries: `errors[].field`";
        self.report(
            Diagnostic::error("bad-member-path", message, path.span, label).with_help(help),
        );
    }

    /// The media type of error bodies.
    fn content_type(&mut self, fields: &Fields<'_>, place: &Place) -> Option<Fact<String>> {
        let text = self.text(fields, "content_type")?;
        let is_token = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b))
        };
        let is_json = |subtype: &str| subtype == "json" || subtype.ends_with("+json");
        let parts = text.split_once('/');
        if !parts.is_some_and(|(ty, subtype)| is_token(ty) && is_token(subtype) && is_json(subtype))
        {
            let message = format!("{} is not the media type of a JSON body", quoted(&text));
            let help = "`application/json`, or a type that ends in `+json`: `application/problem+json`; without parameters";
            self.report(
                Diagnostic::error("bad-media-type", message, text.span, "of error bodies")
                    .with_help(help),
            );
            return None;
        }
        let (value, span) = (text.value.clone(), text.span);
        Some(Fact { value, section: place.section.clone(), span })
    }

    /// The member that names the offending input.
    fn field_member(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        (member, field): (Option<&Spanned<String>>, &Spanned<String>),
    ) -> FieldMember {
        self.check_member_path(field);
        if let Some(member) = member {
            self.check_beside(member, ("field", field));
        }
        let present = Written::new(fields, "field_present", "errors.field_present");
        let present = self.boolean_slot(place, &present);
        FieldMember { path: MemberPath::parse(field), present }
    }

    /// Reports a key about the member that names the input, where there is no such member.
    fn refuse_without_field(&mut self, fields: &Fields<'_>) {
        if let Some(span) = fields.key_span("field_present") {
            let message = "`field_present` is about the member that names the input";
            let found = Diagnostic::error("field-without-member", message, span, "no member");
            self.report(found.with_help("name it with `field`, or remove `field_present`"));
        }
    }

    /// Reports a path to a member with an empty name, or with a list.
    fn check_member_path(&mut self, path: &Spanned<String>) {
        let (label, help) = if path.contains(['[', ']']) {
            (
                "a list",
                "the message is a member of the body, or of an object in it; entries of a list have a code and the name of an input: `code: errors[].code`, `field: errors[].field`",
            )
        } else if path.split('.').any(|name| name.trim().is_empty()) {
            ("an empty name", "names of members, separated by `.`: `error.message`")
        } else {
            return;
        };
        let message = format!("{} does not name a member", quoted(path));
        self.report(
            Diagnostic::error("bad-member-path", message, path.span, label).with_help(help),
        );
    }

    /// Reports a code, or the name of an input, that is not next to the message.
    fn check_beside(&mut self, member: &Spanned<String>, (what, code): (&str, &Spanned<String>)) {
        let (message, path) = (MemberPath::parse(member), MemberPath::parse(code));
        let (text, help) = if message == path && what == "list of errors" {
            (
                "the message is the list of errors".to_owned(),
                "the message is a text next to the list".to_owned(),
            )
        } else if message == path {
            (
                format!("message and {what} are the same member"),
                "where errors have a code and no message, remove `code` and write each code as the `message` of its case"
                    .to_owned(),
            )
        } else if message.within != path.within {
            (
                format!("message and {what} are in different objects"),
                format!("the language has the {what} next to the message: `{}`", {
                    MemberPath { name: path.name, ..message }
                }),
            )
        } else {
            return;
        };
        let id = match what {
            "code" => "misplaced-code",
            "field" => "misplaced-field",
            _ => "misplaced-list",
        };
        self.report(
            Diagnostic::error(id, text, code.span, format!("the {what}"))
                .with_label(member.span, "the message")
                .with_help(help),
        );
    }
}

/// Placeholder for an `error_body` with reported errors.
pub(super) fn unread_error_body(place: &Place, span: Span) -> ErrorBody {
    ErrorBody {
        span,
        member: MemberPath::parse(""),
        code: None,
        field: None,
        entries: None,
        content_type: None,
        further_members: Slot::Silent(place.at("errors").at("further_members").id),
        section: place.section.clone(),
    }
}
