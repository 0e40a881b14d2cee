//! What a request said, read back from its bytes: judged is what was sent, not what was meant.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use spec::{InputPart, InputRef, Operation, Segment};

use crate::exchange::Request;
use crate::json::Json;

/// The inputs of one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent(BTreeMap<InputRef, Json>);

impl Sent {
    /// Reads a request of an operation.
    #[must_use]
    pub fn read(operation: &Operation, request: &Request) -> Self {
        let (path, query) = request
            .target
            .split_once('?')
            .unwrap_or((&request.target, ""));
        let mut inputs = BTreeMap::new();
        let segments = path.split('/').skip(1);
        for (segment, text) in operation.path.segments.iter().zip(segments) {
            if let Segment::Parameter(name) = segment {
                inputs.insert(input(InputPart::Path, name), decoded(text));
            }
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            inputs.insert(input(InputPart::Query, name), decoded(value));
        }
        let body = request
            .body
            .as_deref()
            .and_then(|body| Json::parse(body.as_bytes()));
        if let Some(Json::Map(members)) = body {
            for (name, value) in members {
                inputs.insert(input(InputPart::Body, &name), value);
            }
        }
        Self(inputs)
    }

    /// The value of an input, if it was sent.
    #[must_use]
    pub fn get(&self, input: &InputRef) -> Option<&Json> {
        self.0.get(input)
    }

    /// All inputs that were sent.
    pub fn iter(&self) -> impl Iterator<Item = (&InputRef, &Json)> {
        self.0.iter()
    }
}

fn input(part: InputPart, name: &str) -> InputRef {
    InputRef {
        part,
        name: name.to_owned(),
    }
}

fn decoded(text: &str) -> Json {
    Json::Text(percent_decode_str(text).decode_utf8_lossy().into_owned())
}
