//! What a request said, read back from its bytes: judged is what was sent, not what was meant.

use percent_encoding::percent_decode_str;
use spec::{Contract, InputPart, InputRef, KeyPlace, Operation, Segment};

use crate::contract;
use crate::exchange::Request;
use crate::json::Json;
use crate::query_string;

/// The inputs of one request, in order. There are few, so that looking through them is quick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentInputs(Vec<(InputRef, Json)>);

impl SentInputs {
    /// The inputs of a request; the key of the service is no input.
    pub fn parse(contract: &Contract, operation: &Operation, request: &Request) -> Self {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let mut inputs = Vec::new();
        let segments = path.split('/').skip(1);
        for (segment, text) in operation.path.segments.iter().zip(segments) {
            if let Segment::Parameter(name) = segment {
                inputs.push((InputRef::new(InputPart::Path, name), Json::Text(decoded(text))));
            }
        }
        let is_key = |name: &str| match contract.service.key_place() {
            Some(KeyPlace::Query(key)) => key == name,
            _ => false,
        };
        let pairs = query_string::decoded_pairs(query).filter(|(name, _)| !is_key(name));
        for (name, text) in query_string::inputs(operation, pairs) {
            inputs.push((InputRef::new(InputPart::Query, &name), Json::Text(text)));
        }
        let keys = operation.idempotency.iter().map(|keys| keys.header.as_str());
        for header in keys {
            let mut sent = request.headers.iter();
            if let Some((_, text)) = sent.find(|(name, _)| name.eq_ignore_ascii_case(header)) {
                inputs.push((InputRef::new(InputPart::Header, header), Json::Text(text.clone())));
            }
        }
        let body = request.body.as_deref().and_then(|body| Json::parse(body.as_bytes()));
        if let Some(Json::Map(members)) = body {
            let part = InputPart::Body;
            inputs
                .extend(members.into_iter().map(|(name, value)| (InputRef { part, name }, value)));
        }
        for field in operation.body_fields().filter(|field| field.is_in_object()) {
            let (object, path) = field.wire.split_once('.').unwrap_or_default();
            let is_it = |at: &InputRef| at.part == InputPart::Body && at.name == object;
            let value = inputs.iter().rev().find(|(at, _)| is_it(at));
            if let Some(value) = value.and_then(|(_, value)| value.at_path(path)).cloned() {
                inputs.push((InputRef::new(InputPart::Body, &field.wire), value));
            }
        }
        // Of an input that was sent more than once, the last counts.
        inputs.reverse();
        inputs.sort_by(|(one, _), (other, _)| one.cmp(other));
        inputs.dedup_by(|(one, _), (other, _)| one == other);
        Self(inputs)
    }

    pub fn get(&self, input: &InputRef) -> Option<&Json> {
        self.iter().find_map(|(sent, value)| (sent == input).then_some(value))
    }

    pub fn body(&self, name: &str) -> Option<&Json> {
        self.iter().find_map(|(at, value)| {
            (at.part == InputPart::Body && at.name == name).then_some(value)
        })
    }

    /// Whether the text is anywhere in a value, as a whole string or as a member name.
    pub fn holds(&self, text: &str) -> bool {
        self.iter().any(|(_, value)| value.holds_text(text))
    }

    /// All inputs but this one, the objects around it, and what is in it.
    pub fn without(&self, input: &InputRef) -> Vec<(&InputRef, &Json)> {
        let is_other =
            |sent: &InputRef| sent != input && !sent.is_within(input) && !input.is_within(sent);
        self.iter().filter(|(sent, _)| is_other(sent)).collect()
    }

    /// The same without the parameters of another list that were tried to select a page of this one.
    pub fn without_tried_pages(mut self, contract: &Contract, operation: &Operation) -> Self {
        if contract::page_selection(operation).is_none() {
            let tried = [contract::page_number, contract::page_size];
            let tried = tried.map(|parameter| parameter(contract, operation));
            self.0.retain(|(input, _)| {
                input.part != InputPart::Query || !tried.contains(&Some(input.name.as_str()))
            });
        }
        self
    }

    pub fn iter(&self) -> impl Iterator<Item = (&InputRef, &Json)> {
        self.0.iter().map(|(input, value)| (input, value))
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use spec::Method;

    use super::*;

    #[test]
    fn a_key_in_the_query_is_no_input() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/tests/workshop/contract");
        let (mut files, _) = spec::read_folder(folder.as_ref());
        for file in &mut files {
            if let Some((before, rest)) = file.text.split_once("\nkey:")
                && file.address == "service.yaml"
            {
                let after = rest.split_once("\n\n").unwrap().1;
                file.text = format!(
                    "{before}\nkey: {{ query: api key, identifies_account: true }}\n\n{after}"
                );
            }
        }
        let contract = spec::load(&files, None).contract.unwrap();
        let operation = contract.operation("list_tools").unwrap();
        let target = "/tools?api%20key=s3cret&page=2".to_owned();
        let request = Request { method: Method::Get, target, headers: Vec::new(), body: None };
        let sent = SentInputs::parse(&contract, operation, &request);
        let names: Vec<_> = sent.iter().map(|(input, _)| input.to_string()).collect();
        assert_eq!(names, ["query.page"]);
    }
}
