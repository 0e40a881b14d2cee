//! `service.yaml` to [`Service`].

use super::is_none;
use super::prelude::*;
use crate::clause::id::SERVICE as SERVICE_ID;
use crate::language::{ERROR_BODY, KEY, SERVICE, VERSIONS};
use crate::model::{
    Auth, ErrorBody, Fact, FieldMember, KeyKind, KeyPlace, MemberPath, Service, Versions,
};

impl<'a> Lower<'a> {
    /// The service, and the position whose section and silences resources inherit.
    pub(super) fn service(&mut self, document: &'a Document) -> Option<(Service, Place)> {
        let fields = self.reader.table(&document.root, &SERVICE)?;
        let place = self.sourced(&fields, &Place::default().with_id(SERVICE_ID));
        let place = self.silences(&fields, place);
        self.open_questions(&fields, &place);
        let versions = fields.get("versions").and_then(|node| self.versions(node, &place));
        let key = fields.get("key");
        self.keyless = key.filter(|node| is_none(node)).map(|node| Fact {
            value: false,
            section: place.section.clone(),
            span: node.span,
        });
        self.check_keys(&fields);
        let auth = key.filter(|_| self.keyless.is_none());
        let auth = auth.and_then(|node| self.auth(node, &place));
        let error_body = fields.get("error_body").and_then(|node| self.error_body(node, &place));
        let service = Service {
            id: self.name(&fields, "service").unwrap_or_default(),
            title: self.text_or_empty(&fields, "title"),
            description: self.text_or_empty(&fields, "description"),
            package: self.name(&fields, "package").unwrap_or_default(),
            versions,
            auth,
            error_body: error_body.unwrap_or_else(|| unread_error_body(&place, fields.span)),
            errors: self.error_cases(&fields, &place),
            fixtures: Vec::new(),
            keys: self.each(&fields, "keys", "a map of key kinds", |lower, entry| {
                lower.check_name(&entry.key);
                let description = lower.reader.text(&entry.value)?.value;
                Some(KeyKind { name: entry.key.value.clone(), description })
            }),
        };
        Some((service, place))
    }

    /// Kinds of keys are declared if and only if there is a key.
    fn check_keys(&mut self, fields: &Fields<'_>) {
        let found = match (fields.key_span("keys"), &self.keyless) {
            (Some(span), Some(key)) => {
                let message = "a service without a key has no kinds of keys";
                Diagnostic::error("key-kinds", message, span, "kinds of keys")
                    .with_label(key.span, "no key")
                    .with_help("remove `keys`, or describe the key under `key`")
            }
            (None, None) => {
                let message = "the kinds of keys are missing";
                Diagnostic::error("key-kinds", message, fields.span, "no `keys`")
                    .with_help("name a kind of key that a run can have: `keys: { main: TEXT }`; for a service without a key, write `key: none`")
            }
            _ => return,
        };
        self.report(found);
    }

    fn versions(&mut self, node: &Node, place: &Place) -> Option<Versions> {
        let fields = self.reader.table(node, &VERSIONS)?;
        let prefixes = self.texts(&fields, "prefixes").into_iter().map(|prefix| prefix.value);
        Some(Versions {
            prefixes: prefixes.collect(),
            section: self.section(&fields, place),
            span: fields.span,
        })
    }

    fn auth(&mut self, node: &'a Node, place: &Place) -> Option<Auth> {
        let fields = self.reader.table(node, &KEY)?;
        let place = self.sourced(&fields, &place.at("key"));
        let slot = |name, key| Written { name, ..Written::new(&fields, key, "") };
        let key_place = self.key_place(&fields);
        let case_insensitive = self
            .has_header_case(&fields)
            .then(|| self.boolean_slot(&place, &slot("header_case", "case_insensitive")));
        Some(Auth {
            place: key_place.unwrap_or_else(|| KeyPlace::Header(String::new())),
            case_insensitive,
            identifies_account: self.boolean_slot(&place, &slot("account", "identifies_account")),
            section: place.section,
        })
    }

    fn error_body(&mut self, node: &Node, place: &Place) -> Option<ErrorBody> {
        let fields = self.reader.table(node, &ERROR_BODY)?;
        let place = self.sourced(&fields, &place.at("errors"));
        let further_members = Written::new(&fields, "further_members", "");
        let member = self.text(&fields, "member");
        let code = self.text(&fields, "code");
        for path in member.iter().chain(&code) {
            self.check_member_path(path);
        }
        if let (Some(member), Some(code)) = (&member, &code) {
            self.check_beside(member, ("code", code));
        }
        let is_unread = code.is_none() && fields.get("code").is_some();
        let is_read = !is_unread && !self.is_reported(&fields, "code");
        self.has_codes = is_read.then_some(code.is_some());
        let field = self.field_member(&fields, &place, member.as_ref());
        Some(ErrorBody {
            span: member.as_ref().map_or(fields.span, |member| member.span),
            member: MemberPath::parse(member.as_ref().map_or("", |member| member.as_str())),
            code: code.map(|code| MemberPath::parse(&code)),
            field,
            further_members: self.boolean_slot(&place, &further_members),
            section: place.section,
        })
    }

    /// The member that names the offending input.
    fn field_member(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        member: Option<&Spanned<String>>,
    ) -> Option<FieldMember> {
        self.has_fields = None;
        let is_written = fields.get("field").is_some();
        if !is_written {
            self.has_fields = (!self.is_reported(fields, "field")).then_some(false);
            if let Some(span) = fields.key_span("field_present") {
                let message = "`field_present` is about the member that names the input";
                let found = Diagnostic::error("field-without-member", message, span, "no member");
                self.report(found.with_help("name it with `field`, or remove `field_present`"));
            }
            return None;
        }
        let field = self.text(fields, "field")?;
        self.check_member_path(&field);
        if let Some(member) = member {
            self.check_beside(member, ("field", &field));
        }
        self.has_fields = Some(true);
        let present = Written::new(fields, "field_present", "errors.field_present");
        let present = self.boolean_slot(place, &present);
        Some(FieldMember { path: MemberPath::parse(&field), present })
    }

    /// Reports a path to a member with an empty name, or with a list.
    fn check_member_path(&mut self, path: &Spanned<String>) {
        let (label, help) = if path.contains(['[', ']']) {
            (
                "a list",
                "the language has no list of errors: leave it to `further_members`, or describe it under `open_questions`",
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
        let (text, help) = if message == path {
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
        let id = if what == "code" { "misplaced-code" } else { "misplaced-field" };
        self.report(
            Diagnostic::error(id, text, code.span, format!("the {what}"))
                .with_label(member.span, "the message")
                .with_help(help),
        );
    }
}

/// Placeholder for an `error_body` with reported errors.
fn unread_error_body(place: &Place, span: Span) -> ErrorBody {
    ErrorBody {
        span,
        member: MemberPath::parse(""),
        code: None,
        field: None,
        further_members: Slot::Silent(place.at("errors").at("further_members").id),
        section: place.section.clone(),
    }
}
