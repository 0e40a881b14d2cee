//! `service.yaml` to [`Service`].

use reader::{Diagnostic, Span, Spanned, quoted};

use super::slots::{Place, Silences, Written};
use super::{Document, Lower};
use crate::clause::id::SERVICE as SERVICE_ID;
use crate::language::{ERROR_BODY, KEY, SERVICE, VERSIONS};
use crate::model::{Auth, ErrorBody, KeyKind, Section, Service, Slot, Versions};

/// Headers that are not for a key: HTTP needs them to delimit, route or read a message, and clients write them.
const TAKEN_HEADERS: [&str; 17] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

impl<'a> Lower<'a> {
    /// The service, the section that resources inherit, and the silences they do.
    pub(super) fn service(
        &mut self,
        document: &'a Document,
    ) -> Option<(Service, Section, Silences)> {
        let fields = self.reader.table(&document.root, &SERVICE)?;
        let id = fields.get("service").and_then(|node| self.name(node));
        let title = self.optional_text(fields.get("title"));
        let package = fields.get("package").and_then(|node| self.name(node));
        let section = self.section(fields.get("source")).unwrap_or_default();
        let place = Place::new(None, SERVICE_ID, &section);
        let silences = self.silences(&Silences::default(), fields.get("not_shown"), &place);
        self.open_questions(fields.get("open_questions"), &place);
        let versions = fields.get("versions");
        let versions = versions.and_then(|node| self.versions(node, &place));
        let auth = fields.get("key").and_then(|node| self.auth(node, &place));
        let error_body = fields.get("error_body");
        let error_body = error_body.and_then(|node| self.error_body(node, &place));
        let errors = self.error_cases(fields.get("errors"), &place, &silences);
        let keys = self.key_kinds(fields.get("keys"));
        let description = self.optional_text(fields.get("description"));
        let service = Service {
            id: id.map(|id| id.value).unwrap_or_default(),
            title,
            description,
            package: package.map(|package| package.value).unwrap_or_default(),
            versions,
            auth: auth.unwrap_or_else(|| unread_auth(&place)),
            error_body: error_body.unwrap_or_else(|| unread_error_body(&place, fields.span)),
            errors,
            fixtures: Vec::new(),
            keys,
        };
        Some((service, section, silences))
    }

    fn versions(&mut self, node: &reader::Node, place: &Place) -> Option<Versions> {
        let fields = self.reader.table(node, &VERSIONS)?;
        let section = self.section(fields.get("source"));
        Some(Versions {
            prefixes: self.texts(fields.get("prefixes")),
            section: section.unwrap_or_else(|| place.section.clone()),
            span: fields.span,
        })
    }

    fn auth(&mut self, node: &reader::Node, place: &Place) -> Option<Auth> {
        let fields = self.reader.table(node, &KEY)?;
        let place = place.at("key").in_section(self.section(fields.get("source")));
        let header = fields.get("header").and_then(|node| self.header_name(node));
        let mut slot = |name, key| {
            let written = Written { name, inherits: "", node: fields.get(key), owner: fields.span };
            self.slot(&place, &Silences::default(), &written, |lower, _, node| {
                lower.reader.boolean(node).map(|flag| flag.value)
            })
        };
        let case_insensitive = slot("header_case", "case_insensitive");
        let identifies_account = slot("account", "identifies_account");
        Some(Auth {
            header: header.map(|header| header.value).unwrap_or_default(),
            case_insensitive,
            identifies_account,
            section: place.section,
        })
    }

    fn header_name(&mut self, node: &reader::Node) -> Option<Spanned<String>> {
        let name = self.reader.text(node)?;
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if name.value.is_empty() || !name.value.bytes().all(legal) {
            self.report(
                Diagnostic::error(
                    "bad-header",
                    format!("{} is not a header name", quoted(&name.value)),
                    name.span,
                    "not a valid header name",
                )
                .with_help("letters, digits and `-`, without blanks: `Library-Card`"),
            );
        } else if TAKEN_HEADERS.contains(&&*name.value.to_ascii_lowercase()) {
            self.report(
                Diagnostic::error(
                    "bad-header",
                    format!("{} cannot carry a key", quoted(&name.value)),
                    name.span,
                    "set by HTTP clients",
                )
                .with_help(
                    "use a header without another meaning: `Library-Card`, or `Authorization`",
                ),
            );
        }
        Some(name)
    }

    fn error_body(&mut self, node: &reader::Node, place: &Place) -> Option<ErrorBody> {
        let fields = self.reader.table(node, &ERROR_BODY)?;
        let place = place.at("errors").in_section(self.section(fields.get("source")));
        let member = fields.get("member").and_then(|node| self.reader.text(node));
        let written = Written {
            name: "further_members",
            inherits: "",
            node: fields.get("further_members"),
            owner: fields.span,
        };
        let further_members =
            self.slot(&place, &Silences::default(), &written, |lower, _, node| {
                lower.reader.boolean(node).map(|flag| flag.value)
            });
        Some(ErrorBody {
            span: member.as_ref().map_or(fields.span, |member| member.span),
            member: member.map(|member| member.value).unwrap_or_default(),
            further_members,
            section: place.section,
        })
    }

    fn key_kinds(&mut self, node: Option<&reader::Node>) -> Vec<KeyKind> {
        let Some(node) = node else { return Vec::new() };
        let entries = self.reader.entries(node, "a map of key kinds");
        entries
            .iter()
            .filter_map(|entry| {
                self.check_name(&entry.key);
                let description = self.reader.text(&entry.value)?;
                Some(KeyKind { name: entry.key.value.clone(), description: description.value })
            })
            .collect()
    }
}

/// Placeholder for a `key` with reported errors.
fn unread_auth(place: &Place) -> Auth {
    Auth {
        header: String::new(),
        case_insensitive: Slot::Silent(place.at("key").at("header_case").id),
        identifies_account: Slot::Silent(place.at("key").at("account").id),
        section: place.section.clone(),
    }
}

/// Placeholder for an `error_body` with reported errors.
fn unread_error_body(place: &Place, span: Span) -> ErrorBody {
    ErrorBody {
        span,
        member: String::new(),
        further_members: Slot::Silent(place.at("errors").at("further_members").id),
        section: place.section.clone(),
    }
}
