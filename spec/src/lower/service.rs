//! `service.yaml` to [`Service`].

use super::error_body::unread_error_body;
use super::is_none;
use super::prelude::*;
use crate::clause::id::SERVICE as SERVICE_ID;
use crate::language::{KEY, KEY_KIND, SERVICE, VERSIONS};
use crate::model::{Auth, Fact, KeyKind, KeyPlace, Service, Versions};

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
                lower.key_kind(entry)
            }),
        };
        Some((service, place))
    }

    fn key_kind(&mut self, entry: &Entry) -> Option<KeyKind> {
        let name = entry.key.value.clone();
        if let Value::Map(_) = entry.value.value {
            let fields = self.reader.table(&entry.value, &KEY_KIND)?;
            let account_of = self.text(&fields, "account_of");
            return Some(KeyKind {
                name,
                description: self.text_or_empty(&fields, "description"),
                account_of,
            });
        }
        let description = self.reader.text(&entry.value)?.value;
        Some(KeyKind { name, description, account_of: None })
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
}
