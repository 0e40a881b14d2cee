//! Identifiers of another shape, the same thing always under the same one.
//!
//! The shape is a reversible writing of the server's own identifiers, so nothing has to be kept:
//! what comes back in a request is read, what was never written so is left as it is.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;
use spec::{Contract, Format, Type};
use std::collections::BTreeSet;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

/// A shape of identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A long word of letters and digits.
    Long,
    /// Digits only, more than fit in a number.
    Digits,
    /// With characters that must be encoded in a path.
    Odd,
}

impl Shape {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("long", Self::Long),
        ("digits", Self::Digits),
        ("odd", Self::Odd),
    ];

    fn affixes(self) -> (&'static str, &'static str) {
        match self {
            Self::Long => ("ZZ", "ZZ"),
            Self::Digits => ("9", "9"),
            Self::Odd => ("urn:x y/", "?#%41"),
        }
    }

    /// In which base bytes are written, and with how many digits each.
    fn digits(self) -> (u32, usize) {
        match self {
            Self::Digits => (10, 3),
            Self::Long | Self::Odd => (16, 2),
        }
    }

    /// The identifier in this shape.
    #[must_use]
    pub fn write(self, id: &str) -> String {
        let (before, after) = self.affixes();
        let (_, digits) = self.digits();
        let write = |byte: u8| match digits {
            3 => format!("{byte:03}"),
            _ => format!("{byte:02x}"),
        };
        let written: String = id.bytes().map(write).collect();
        format!("{before}{written}{after}")
    }

    /// The identifier that was written in this shape; `None` if the text is not of it.
    #[must_use]
    pub fn read(self, text: &str) -> Option<String> {
        let (before, after) = self.affixes();
        let (radix, digits) = self.digits();
        let written = text.strip_prefix(before)?.strip_suffix(after)?;
        if written.len() % digits != 0 || !written.is_ascii() {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(written.get(at..at + digits)?, radix).ok();
        let bytes: Option<Vec<u8>> = (0..written.len()).step_by(digits).map(byte).collect();
        String::from_utf8(bytes?).ok()
    }
}

/// Identifiers are of another shape: those of things that are known to be there, and those in
/// members that the contract calls identifiers.
pub(super) struct Reshaped {
    pub(super) shape: Shape,
    pub(super) members: BTreeSet<String>,
}

impl Reshaped {
    pub(super) fn of(contract: &Contract, shape: Shape) -> Self {
        let fields = contract.records().flat_map(|record| &record.fields);
        let identifiers = fields.filter(|field| field.ty == Type::Text(Some(Format::Identifier)));
        Self {
            shape,
            members: identifiers.map(|field| field.wire.clone()).collect(),
        }
    }

    /// What the request means to the server, and the identifiers that were read in it.
    fn read(&self, context: &InterceptContext<'_>) -> (Request, Vec<String>) {
        let mut ids = Vec::new();
        let mut read = |text: &str| {
            let id = self.shape.read(text)?;
            ids.push(id.clone());
            Some(id)
        };
        let mut request = edit::with_path(context.request, context.call.operation, &mut read);
        let body = request
            .body
            .as_deref()
            .and_then(|body| Json::parse(body.as_bytes()));
        if let Some(mut body) = body {
            json::each_text(&mut body, &mut |text| {
                if let Some(id) = read(text) {
                    *text = id;
                }
            });
            request.body = Some(body.to_string());
        }
        (request, ids)
    }

    fn write(&self, body: &mut Json, context: &InterceptContext<'_>) {
        match body {
            Json::List(items) => items.iter_mut().for_each(|item| self.write(item, context)),
            Json::Map(members) => {
                for (name, value) in members {
                    match value {
                        Json::Text(text) if self.is_identifier(name, text, context) => {
                            *text = self.shape.write(text);
                        }
                        value => self.write(value, context),
                    }
                }
            }
            Json::Text(text) if context.known_state.things.contains_key(text) => {
                *text = self.shape.write(text)
            }
            _ => {}
        }
    }

    /// An e-mail address in the place of an identifier is one that was sent.
    fn is_identifier(&self, name: &str, text: &str, context: &InterceptContext<'_>) -> bool {
        let named = self.members.contains(name) && !text.contains('@');
        named || context.known_state.things.contains_key(text)
    }
}

impl Intercept for Reshaped {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        RequestAction::Forward(self.read(context).0)
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (_, read) = self.read(context);
        let is_refusal = answer::message(context.contract, &upstream.main).is_some();
        answer::edited(upstream.main, |body| {
            if is_refusal {
                // A message names a thing in the words of the caller.
                return json::each_text(body, &mut |text| {
                    for id in &read {
                        *text = text.replace(id.as_str(), &self.shape.write(id));
                    }
                });
            }
            self.write(body, context);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn identifier_formats_round_trip() {
        for (_, shape) in Shape::ALL {
            for id in ["b-1", "", "é/?"] {
                assert_eq!(shape.read(&shape.write(id)).as_deref(), Some(id));
            }
            for other in ["b-1", "ZZ0ZZ", "ZZzzZZ", "ZZéZZ"] {
                assert_eq!(shape.read(other), None, "{other}");
            }
        }
    }

    #[test]
    fn identifiers_are_mapped_in_requests_and_responses() {
        let server = FakeServer::new();
        let intercept = Reshaped::of(&server.contract, Shape::Long);
        let theirs = Shape::Long.write("b-1");
        let sent = request("GET", &format!("/books/{theirs}"), None);
        let forwarded = request("GET", "/books/b-1", None);
        assert_eq!(
            server.request(&intercept, &sent),
            RequestAction::Forward(forwarded)
        );
        let shown = server.response(
            &intercept,
            &sent,
            response(200, r#"{"book":{"uuid":"b-1","n":"x"}}"#),
        );
        let expected = format!(r#"{{"book":{{"uuid":"{theirs}","n":"x"}}}}"#);
        assert_eq!(shown, response(200, &expected));
        let gone = server.response(
            &intercept,
            &sent,
            response(404, r#"{"message":"b-1 not found!"}"#),
        );
        assert_eq!(
            gone,
            response(404, &format!(r#"{{"message":"{theirs} not found!"}}"#))
        );
    }
}
