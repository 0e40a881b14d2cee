//! The place of the key in a request.

use super::prelude::*;
use crate::model::KeyPlace;

/// The keys that name a place.
const PLACES: [&str; 4] = ["header", "query", "cookie", "basic"];

impl<'a> Lower<'a> {
    /// The place of the key: exactly one is named.
    pub(super) fn key_place(&mut self, fields: &Fields<'a>) -> Option<KeyPlace> {
        let named: Vec<_> =
            PLACES.into_iter().filter_map(|name| Some((name, fields.key_span(name)?))).collect();
        let &[(name, span)] = named.as_slice() else {
            self.report_places(fields, &named);
            return None;
        };
        self.check_scheme(fields, name);
        match name {
            "query" => self.named_place(fields, name).map(KeyPlace::Query),
            "cookie" => self.named_place(fields, name).map(KeyPlace::Cookie),
            "basic" => self.basic(fields, span),
            _ => {
                let others = "`Library-Card`, or `Authorization`";
                let header = self.header_name(fields, name, others)?.value;
                let is_bearer = fields.get("scheme").is_some();
                Some(if is_bearer { KeyPlace::Bearer } else { KeyPlace::Header(header) })
            }
        }
    }

    /// Whether the key is in a header, whose name can have a case; reports `case_insensitive` where there is no header.
    pub(super) fn has_header_case(&mut self, fields: &Fields<'a>) -> bool {
        let has_header = fields.key_span("header").is_some();
        match (has_header, fields.key_span("case_insensitive")) {
            (false, Some(span)) => {
                let message = "`case_insensitive` is about the name of a header";
                let found = Diagnostic::error("key-header-case", message, span, "no `header`");
                self.report(
                    found.with_help("remove it, or name the `header` that carries the key"),
                );
                false
            }
            (true, None) => {
                let message = "whether the case of the header's name matters is missing";
                let found = Diagnostic::error(
                    "key-header-case",
                    message,
                    fields.span,
                    "no `case_insensitive`",
                );
                self.report(found.with_help(
                    "write `case_insensitive: true` or `false`, or `not_shown` with a note",
                ));
                false
            }
            _ => has_header,
        }
    }

    fn report_places(&mut self, fields: &Fields<'a>, named: &[(&str, Span)]) {
        let help =
            "write exactly one of `header: NAME`, `query: NAME`, `cookie: NAME` and `basic: true`";
        let found = match named {
            [(_, first), .., (_, last)] => {
                let message = "the key has several places";
                Diagnostic::error("key-place", message, *last, "another place")
                    .with_label(*first, "a place")
            }
            _ => {
                let message = "the place of the key is missing";
                Diagnostic::error("key-place", message, fields.span, "no place")
            }
        };
        self.report(found.with_help(help));
    }

    /// Reports a scheme that is not in the header `Authorization`.
    fn check_scheme(&mut self, fields: &Fields<'a>, place: &str) {
        let Some(node) = fields.get("scheme") else { return };
        self.reader.word(node, "scheme", &crate::language::KEY_SCHEMES);
        let header = fields.get("header").and_then(|header| self.reader.text(header));
        let is_right = header.is_some_and(|name| name.eq_ignore_ascii_case("authorization"));
        if place != "header" || !is_right {
            let message = "a scheme is for the header `Authorization`";
            let found = Diagnostic::error("key-scheme", message, node.span, "another place");
            self.report(found.with_help("remove it, or write `header: Authorization` beside it"));
        }
    }

    /// The name of a query parameter or a cookie.
    fn named_place(&mut self, fields: &Fields<'a>, key: &str) -> Option<String> {
        let name = self.text(fields, key)?;
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        let is_name = !name.is_empty() && (key == "query" || name.bytes().all(legal));
        if !is_name || name.chars().any(char::is_control) {
            let what = if key == "query" { "a query parameter" } else { "a cookie" };
            let message = format!("{} is not the name of {what}", quoted(&name));
            let found = Diagnostic::error("bad-key-name", message, name.span, "not such a name");
            self.report(found.with_help("letters, digits, `-` and `_`: `api_key`"));
        }
        Some(name.value)
    }

    /// HTTP Basic; `basic: false` names no place.
    fn basic(&mut self, fields: &Fields<'a>, span: Span) -> Option<KeyPlace> {
        if fields.get("basic").and_then(|node| self.boolean(node))? {
            return Some(KeyPlace::Basic);
        }
        self.report_places(fields, &[("basic", span)]);
        None
    }
}
