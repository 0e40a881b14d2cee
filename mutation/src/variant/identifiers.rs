//! Identifiers in other formats.
//!
//! A format is a reversible encoding of the server's identifiers, so that no state is needed. Texts that are not in the
//! format are kept.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;
use spec::{Contract, Format, Type};
use std::collections::BTreeSet;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

/// A format of identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentifierFormat {
    /// Many letters and digits.
    Long,
    /// Only digits, more than fit into an integer.
    Digits,
    /// Characters that must be percent-encoded in a path.
    Special,
}

impl IdentifierFormat {
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("long", Self::Long), ("digits", Self::Digits), ("special", Self::Special)];

    fn affixes(self) -> (&'static str, &'static str) {
        match self {
            Self::Long => ("ZZ", "ZZ"),
            Self::Digits => ("9", "9"),
            Self::Special => ("urn:x y/", "?#%41"),
        }
    }

    /// The base and the number of digits of an encoded byte.
    fn digits(self) -> (u32, usize) {
        match self {
            Self::Digits => (10, 3),
            Self::Long | Self::Special => (16, 2),
        }
    }

    /// Encodes an identifier.
    #[must_use]
    pub fn encode(self, id: &str) -> String {
        let (before, after) = self.affixes();
        let (_, digits) = self.digits();
        let encode = |byte: u8| match digits {
            3 => format!("{byte:03}"),
            _ => format!("{byte:02x}"),
        };
        let encoded: String = id.bytes().map(encode).collect();
        format!("{before}{encoded}{after}")
    }

    /// Decodes an identifier; `None` if the text is not in the format.
    #[must_use]
    pub fn decode(self, text: &str) -> Option<String> {
        let (before, after) = self.affixes();
        let (radix, digits) = self.digits();
        let encoded = text.strip_prefix(before)?.strip_suffix(after)?;
        if encoded.len() % digits != 0 || !encoded.is_ascii() {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(encoded.get(at..at + digits)?, radix).ok();
        let bytes: Option<Vec<u8>> = (0..encoded.len()).step_by(digits).map(byte).collect();
        String::from_utf8(bytes?).ok()
    }
}

/// Reformats the identifiers of known records and those in identifier fields.
pub(super) struct ReformatIdentifiers {
    pub(super) format: IdentifierFormat,
    pub(super) members: BTreeSet<String>,
}

impl ReformatIdentifiers {
    pub(super) fn new(contract: &Contract, format: IdentifierFormat) -> Self {
        let fields = contract.records().flat_map(|record| &record.fields);
        let identifiers = fields.filter(|field| field.ty == Type::Text(Some(Format::Identifier)));
        Self { format, members: identifiers.map(|field| field.wire.clone()).collect() }
    }

    /// The request with decoded identifiers, and these identifiers.
    fn decode_request(&self, cx: &InterceptContext<'_>) -> (Request, Vec<String>) {
        let mut ids = Vec::new();
        let mut decode = |text: &str| {
            let id = self.format.decode(text)?;
            ids.push(id.clone());
            Some(id)
        };
        let mut request = edit::with_path(cx.request, cx.call.operation, &mut decode);
        let body = request.body.as_deref().and_then(|body| Json::parse(body.as_bytes()));
        if let Some(mut body) = body {
            json::each_text(&mut body, &mut |text| {
                if let Some(id) = decode(text) {
                    *text = id;
                }
            });
            request.body = Some(body.to_string());
        }
        (request, ids)
    }

    fn encode_response(&self, body: &mut Json, cx: &InterceptContext<'_>) {
        match body {
            Json::List(items) => items.iter_mut().for_each(|item| self.encode_response(item, cx)),
            Json::Map(members) => {
                for (name, value) in members {
                    match value {
                        Json::Text(text) if self.is_identifier(name, text, cx) => {
                            *text = self.format.encode(text);
                        }
                        value => self.encode_response(value, cx),
                    }
                }
            }
            Json::Text(text) if cx.known_state.records.contains_key(text) => {
                *text = self.format.encode(text)
            }
            _ => {}
        }
    }

    /// Whether the text is an identifier. An identifier field may also echo an e-mail address.
    fn is_identifier(&self, name: &str, text: &str, cx: &InterceptContext<'_>) -> bool {
        let is_declared = self.members.contains(name) && !text.contains('@');
        is_declared || cx.known_state.records.contains_key(text)
    }
}

impl Intercept for ReformatIdentifiers {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        RequestAction::Forward(self.decode_request(cx).0)
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (_, decoded) = self.decode_request(cx);
        let is_refusal = answer::message(cx.contract, &upstream.main).is_some();
        answer::edit_body(upstream.main, |body| {
            if is_refusal {
                // Messages contain the identifier as it was sent.
                return json::each_text(body, &mut |text| {
                    for id in &decoded {
                        *text = text.replace(id.as_str(), &self.format.encode(id));
                    }
                });
            }
            self.encode_response(body, cx);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn identifier_formats_round_trip() {
        for (_, format) in IdentifierFormat::ALL {
            for id in ["b-1", "", "é/?"] {
                assert_eq!(format.decode(&format.encode(id)).as_deref(), Some(id));
            }
            for other in ["b-1", "ZZ0ZZ", "ZZzzZZ", "ZZéZZ"] {
                assert_eq!(format.decode(other), None, "{other}");
            }
        }
    }

    #[test]
    fn identifiers_are_mapped_in_requests_and_responses() {
        let server = FakeServer::new();
        let intercept = ReformatIdentifiers::new(&server.contract, IdentifierFormat::Long);
        let theirs = IdentifierFormat::Long.encode("b-1");
        let sent = request("GET", &format!("/books/{theirs}"), None);
        let forwarded = request("GET", "/books/b-1", None);
        assert_eq!(server.request_action(&intercept, &sent), RequestAction::Forward(forwarded));
        let shown =
            server.response(&intercept, &sent, response(200, r#"{"book":{"uuid":"b-1","n":"x"}}"#));
        let expected = format!(r#"{{"book":{{"uuid":"{theirs}","n":"x"}}}}"#);
        assert_eq!(shown, response(200, &expected));
        let gone =
            server.response(&intercept, &sent, response(404, r#"{"message":"b-1 not found!"}"#));
        assert_eq!(gone, response(404, &format!(r#"{{"message":"{theirs} not found!"}}"#)));
    }
}
