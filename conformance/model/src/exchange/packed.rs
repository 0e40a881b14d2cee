//! Traces that are kept until the end of a run, with their bodies compressed.
//!
//! Equal answers of a scenario are kept once: about half of all bytes repeat an earlier answer. The others are much alike
//! and shrink to a small part of their text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem::take;

use super::{Exchange, Fault, Response, ResponseBody, ScenarioTrace};

/// A trace, however it is stored.
pub trait StoredTrace {
    /// Id of the scenario.
    fn scenario(&self) -> &str {
        &self.without_bodies().scenario
    }

    /// The trace. Its bodies may be empty.
    fn without_bodies(&self) -> &ScenarioTrace;

    /// The trace with its bodies.
    fn trace(&self) -> Cow<'_, ScenarioTrace>;

    /// The bytes of its bodies. Of a packed trace, equal ones count once.
    fn body_bytes(&self) -> usize;
}

impl StoredTrace for ScenarioTrace {
    fn without_bodies(&self) -> &ScenarioTrace {
        self
    }

    fn trace(&self) -> Cow<'_, ScenarioTrace> {
        Cow::Borrowed(self)
    }

    fn body_bytes(&self) -> usize {
        let responses = self.exchanges().filter_map(|exchange| exchange.outcome.as_ref().ok());
        responses.map(|response| response.body.len()).sum()
    }
}

impl StoredTrace for PackedTrace {
    fn without_bodies(&self) -> &ScenarioTrace {
        &self.bodiless
    }

    fn trace(&self) -> Cow<'_, ScenarioTrace> {
        Cow::Owned(self.unpack())
    }

    fn body_bytes(&self) -> usize {
        self.lengths.iter().sum()
    }
}

/// A trace with compressed bodies.
#[derive(Clone, Debug)]
pub struct PackedTrace {
    /// The trace, with empty bodies.
    pub bodiless: ScenarioTrace,
    /// For each response, the index of its body.
    indexes: Vec<usize>,
    /// The lengths of the bodies. Equal bodies are kept once.
    lengths: Vec<usize>,
    /// The bodies one after the other, compressed.
    packed: Vec<u8>,
}

impl PackedTrace {
    pub fn new(mut trace: ScenarioTrace) -> Self {
        let (mut known, mut indexes) = (BTreeMap::new(), Vec::new());
        let (mut lengths, mut bodies) = (Vec::new(), Vec::new());
        for response in responses(&mut trace) {
            let index = known.entry(take(&mut response.body)).or_insert_with_key(|body| {
                lengths.push(body.len());
                bodies.extend_from_slice(body);
                lengths.len() - 1
            });
            indexes.push(*index);
        }
        drop(known);
        let mut packed = lz4_flex::compress_prepend_size(&bodies);
        packed.shrink_to_fit();
        Self { bodiless: trace, indexes, lengths, packed }
    }

    /// The trace with its bodies.
    pub fn unpack(&self) -> ScenarioTrace {
        let mut trace = self.bodiless.clone();
        let Ok(text) = lz4_flex::decompress_size_prepended(&self.packed) else {
            // Cannot happen. A body that is lost must not look like an empty one.
            let lost = || Fault::Broken("the answer was not kept".to_owned());
            exchanges(&mut trace).for_each(|exchange| exchange.outcome = Err(lost()));
            return trace;
        };
        let mut rest = text.as_slice();
        let take_body = |length: &usize| {
            let (body, after) = rest.split_at(*length.min(&rest.len()));
            rest = after;
            ResponseBody::from(body)
        };
        let bodies: Vec<_> = self.lengths.iter().map(take_body).collect();
        for (response, index) in responses(&mut trace).zip(&self.indexes) {
            response.body = bodies.get(*index).cloned().unwrap_or_default();
        }
        trace
    }

    /// The bytes that the answers take.
    pub fn size(&self) -> usize {
        let headers =
            self.bodiless.exchanges().filter_map(|exchange| exchange.outcome.as_ref().ok());
        let headers = headers.flat_map(|response| response.headers.values());
        self.packed.len() + headers.map(|value| value.len()).sum::<usize>()
    }
}

fn exchanges(trace: &mut ScenarioTrace) -> impl Iterator<Item = &mut Exchange> {
    let steps = trace.steps.iter_mut().chain(&mut trace.finally);
    steps
        .flat_map(|step| &mut step.attempts)
        .flat_map(|attempt| attempt.exchanges.iter_mut().chain(&mut attempt.reread))
}

fn responses(trace: &mut ScenarioTrace) -> impl Iterator<Item = &mut Response> {
    exchanges(trace).filter_map(|exchange| exchange.outcome.as_mut().ok())
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use spec::Method;

    use super::*;
    use crate::exchange::{AttemptTrace, Request, StepTrace};

    fn exchange(outcome: Result<&[u8], Fault>) -> Exchange {
        let request = Request {
            method: Method::Get,
            target: "/".to_owned(),
            headers: Vec::new(),
            body: None,
        };
        let response =
            |body: &[u8]| Response { status: 200, headers: HeaderMap::new(), body: body.into() };
        Exchange { number: 1, request: request.into(), outcome: outcome.map(response) }
    }

    #[test]
    fn unpacked_trace_is_the_packed_one() {
        let long = [b"{\"title\":\"Emma\"}".as_slice(); 1000].concat();
        let exchanges = vec![
            exchange(Ok(b"")),
            exchange(Ok(&long)),
            exchange(Err(Fault::Timeout)),
            exchange(Ok(b"\xff\x00")),
        ];
        let attempt = AttemptTrace { reread: exchanges.clone(), exchanges, complete: true };
        let step = StepTrace { attempts: vec![attempt], ..StepTrace::default() };
        let trace = ScenarioTrace {
            finally: vec![step.clone()],
            steps: vec![step],
            ..ScenarioTrace::default()
        };
        let packed = PackedTrace::new(trace.clone());
        assert_eq!(packed.unpack(), trace);
        assert!(packed.size() < long.len() / 10, "{}", packed.size());
    }
}
