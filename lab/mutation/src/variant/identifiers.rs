//! Identifiers in other formats.
//!
//! A format is a reversible encoding of the server's identifiers, so that no state is needed. Texts that are not in the
//! format are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::{Contract, Format, Type};

use crate::prelude::*;

/// A format of identifiers: their bytes as digits, between two affixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdentifierFormat {
    before: &'static str,
    after: &'static str,
    /// The base of the digits, and how many of them a byte has.
    radix: u32,
    digits: usize,
}

impl IdentifierFormat {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("long", Self { before: "ZZ", after: "ZZ", radix: 16, digits: 2 }),
        // More than fit into an integer.
        ("digits", Self { before: "9", after: "9", radix: 10, digits: 3 }),
        // Characters that must be percent-encoded in a path.
        ("special", Self { before: "urn:x y/", after: "?#%41", radix: 16, digits: 2 }),
    ];

    /// Encodes an identifier.
    pub fn encode(self, id: &str) -> String {
        let digits = |byte: u8| match self.radix {
            10 => format!("{byte:03}"),
            _ => format!("{byte:02x}"),
        };
        format!("{}{}{}", self.before, id.bytes().map(digits).collect::<String>(), self.after)
    }

    /// Decodes an identifier; `None` if the text is not in the format.
    pub fn decode(self, text: &str) -> Option<String> {
        let Self { before, after, radix, digits } = self;
        let encoded = text.strip_prefix(before)?.strip_suffix(after)?;
        if encoded.is_empty() || encoded.len() % digits != 0 || !encoded.is_ascii() {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(encoded.get(at..at + digits)?, radix).ok();
        let bytes: Option<Vec<u8>> = (0..encoded.len()).step_by(digits).map(byte).collect();
        String::from_utf8(bytes?).ok()
    }
}

/// Reformats the identifiers of known records and those in identifier fields.
pub(super) struct ReformatIdentifiers {
    format: IdentifierFormat,
    members: BTreeSet<String>,
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
        let request = edit::with_texts(cx.request, cx.call.operation, |text| {
            let id = self.format.decode(text)?;
            ids.push(id.clone());
            Some(id)
        });
        (request, ids)
    }

    fn encode_response(&self, body: &mut Json, cx: &InterceptContext<'_>) {
        match body {
            Json::List(items) => items.iter_mut().for_each(|item| self.encode_response(item, cx)),
            Json::Map(members) => {
                for (name, value) in members {
                    match value {
                        // An identifier field may also echo an e-mail address.
                        Json::Text(text) if self.members.contains(name) && !text.contains('@') => {
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

    pub(super) fn intercept(self) -> Intercept {
        let this = Arc::new(self);
        let requests = Arc::clone(&this);
        Intercept::new(
            move |cx| RequestAction::Forward(requests.decode_request(cx).0),
            move |cx, upstream| this.response(cx, upstream.main),
        )
    }

    fn response(&self, cx: &InterceptContext<'_>, response: Response) -> Response {
        let (_, decoded) = self.decode_request(cx);
        let is_refusal = response::message(cx.contract, &response).is_some();
        response::edit_body(response, |body| {
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

    #[test]
    fn identifier_formats_round_trip() {
        for (_, format) in IdentifierFormat::ALL {
            for id in ["b-1", "7", "é/?"] {
                assert_eq!(format.decode(&format.encode(id)).as_deref(), Some(id));
            }
            for other in ["b-1", "99", "ZZZZ", "ZZ0ZZ", "ZZzzZZ", "ZZéZZ"] {
                assert_eq!(format.decode(other), None, "{other}");
            }
        }
    }
}
