//! Identifiers in other formats.
//!
//! A format is a reversible encoding of the server's identifiers, so that no state is needed. Texts that are not in the
//! format are kept.

use std::collections::BTreeSet;

use spec::{Contract, Format, Type};

use crate::prelude::*;

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

    /// Encodes an identifier.
    pub fn encode(self, id: &str) -> String {
        let (before, after) = self.affixes();
        let encoded: String = id
            .bytes()
            .map(|byte| match self {
                Self::Digits => format!("{byte:03}"),
                Self::Long | Self::Special => format!("{byte:02x}"),
            })
            .collect();
        format!("{before}{encoded}{after}")
    }

    /// Decodes an identifier; `None` if the text is not in the format.
    pub fn decode(self, text: &str) -> Option<String> {
        let (before, after) = self.affixes();
        // The base and the number of digits of a byte.
        let (radix, digits) = if self == Self::Digits { (10, 3) } else { (16, 2) };
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
}
