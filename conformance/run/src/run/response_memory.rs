//! Limits of the memory that responses take, so that no server can exhaust it.
//!
//! All responses are kept until the end of the run, with the values that they are parsed to. Equal bodies are kept once. The
//! runs of ordinary servers stay far below all limits.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::exchange::{Fault, Response, ResponseBody};

/// Bytes that one JSON value takes while parsed, beside its text.
const VALUE_BYTES: usize = 40;
/// Limit for one response.
const MAX_RESPONSE_BYTES: usize = 16 << 20;
/// Limit for the responses of a run.
const MAX_KEPT_BYTES: usize = 72 << 20;
/// Responses up to this size are kept beyond the limit: cleanup depends on them, and a run that stops makes few calls.
const SMALL_BYTES: usize = 256 << 10;

/// What a body takes at most with its value. Text between quotes counts as values as well, which only overestimates.
fn body_bytes(body: &[u8]) -> usize {
    // Chunks whose counts fit into a byte are counted with vector instructions.
    let starts = |chunk: &[u8]| {
        let starts = chunk.iter().map(|byte| u8::from(matches!(byte, b'[' | b'{' | b',' | b':')));
        usize::from(starts.sum::<u8>())
    };
    body.len() * 2 + body.chunks(128).map(starts).sum::<usize>() * VALUE_BYTES
}

/// Refuses a response that is too large by itself.
pub(super) fn limit(response: Response) -> Result<Response, Fault> {
    if body_bytes(&response.body) > MAX_RESPONSE_BYTES {
        return Err(Fault::TooMuch(MAX_RESPONSE_BYTES));
    }
    Ok(response)
}

/// The responses of a run.
#[derive(Debug, Default)]
pub(super) struct KeptResponses(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    bodies: BTreeSet<ResponseBody>,
    bytes: usize,
}

impl KeptResponses {
    /// Counts a response, and shares the body of an equal one. Calls `stop` if the responses are beyond the limit, and then
    /// refuses one that is not small.
    pub(super) fn keep(&self, mut response: Response, stop: impl Fn()) -> Result<Response, Fault> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes: usize = response.headers.values().map(|value| value.len()).sum();
        let known = kept.bodies.get(&response.body).cloned();
        if let Some(known) = &known {
            response.body = known.clone();
        } else {
            bytes += body_bytes(&response.body);
        }
        if kept.bytes + bytes > MAX_KEPT_BYTES {
            stop();
            if bytes > SMALL_BYTES {
                return Err(Fault::TooMuch(MAX_KEPT_BYTES));
            }
        }
        kept.bytes += bytes;
        if known.is_none() {
            kept.bodies.insert(response.body.clone());
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use http::HeaderMap;

    use super::*;

    fn response(body: &str) -> Response {
        Response { status: 200, headers: HeaderMap::new(), body: body.into() }
    }

    #[test]
    fn dense_json_counts_more_than_its_text() {
        assert!(limit(response(&"x".repeat(8 << 20))).is_ok());
        let record = r#"{"uuid":"7f3a9c00-0000-4000-8000-000000000000","name":"A bookcase"},"#;
        assert!(limit(response(&record.repeat(40_000))).is_ok(), "a list of 2.7 MB");
        assert!(limit(response(&"[],".repeat(1 << 20))).is_err());
    }

    #[test]
    fn responses_beyond_the_limit_stop_the_run_and_small_ones_are_kept() {
        let kept = KeptResponses::default();
        let keep = |body: &str| {
            let stopped = Cell::new(false);
            let outcome = kept.keep(response(body), || stopped.set(true));
            (outcome.is_ok(), stopped.get())
        };
        let large = |length: usize| "x".repeat(length);
        for more in 0..4 {
            assert_eq!(keep(&large((8 << 20) + more)), (true, false));
        }
        assert_eq!(keep(&large(5 << 20)), (false, true));
        assert_eq!(keep(&large(8 << 20)), (true, false), "an equal one is known");
        assert_eq!(keep(&large(3 << 20)), (true, false));
        assert_eq!(keep(&large(SMALL_BYTES / 2)), (true, false));
        assert_eq!(keep(&large(2 << 20)), (false, true));
        for more in 1..9 {
            keep(&large(SMALL_BYTES / 2 - more));
        }
        assert_eq!(keep(&large(SMALL_BYTES / 2 - 9)), (true, true));
    }

    #[test]
    fn equal_responses_share_their_memory() {
        let kept = KeptResponses::default();
        let keep = || kept.keep(response(&"x".repeat(5 << 20)), || ()).unwrap();
        let first = keep();
        for _ in 0..9 {
            assert_eq!(keep().body.as_ptr(), first.body.as_ptr());
        }
    }
}
