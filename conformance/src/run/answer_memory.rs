//! Limits of the memory that answers take, so that no server can exhaust it.
//!
//! An answer weighs what it takes at most while it is parsed. One that repeats an earlier answer of its scenario shares its
//! memory. Answers that are kept until the end of the run are compressed: the runs of ordinary servers stay far below all
//! limits.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};

use crate::exchange::{Fault, Response, ResponseBody};

/// Bytes that one JSON value takes while parsed, beside its text.
const VALUE_BYTES: usize = 40;
/// Limit for the answers of one scenario together, and so for one answer.
const MAX_SCENARIO_WEIGHT: usize = 12 << 20;
/// Only one scenario at a time may hold more than this.
const LARGE_WEIGHT: usize = 512 << 10;
/// Limit for the bytes of answers that wait until their scenario may hold more.
const MAX_WAITING_BYTES: usize = 8 << 20;
/// Limit for the compressed answers of a run.
const MAX_KEPT_BYTES: usize = 12 << 20;

/// What the parsed answer takes at most. Text between quotes counts as well, which only overestimates.
fn weight(answer: &Response) -> usize {
    // Chunks whose counts fit into a byte are counted with vector instructions.
    let starts = |chunk: &[u8]| {
        let starts = chunk.iter().map(|byte| u8::from(matches!(byte, b'[' | b'{' | b',' | b':')));
        usize::from(starts.sum::<u8>())
    };
    answer.body.len() + answer.body.chunks(128).map(starts).sum::<usize>() * VALUE_BYTES
}

/// Refuses an answer that is too large by itself.
pub(super) fn limit(answer: Response) -> Result<Response, Fault> {
    if weight(&answer) > MAX_SCENARIO_WEIGHT {
        return Err(Fault::TooMuch(MAX_SCENARIO_WEIGHT));
    }
    Ok(answer)
}

/// Memory of the answers of a run.
#[derive(Debug)]
pub(super) struct RunMemory {
    kept_bytes: AtomicUsize,
    waiting: AtomicUsize,
    /// One permit, for a scenario with large answers.
    large: Arc<Semaphore>,
}

impl RunMemory {
    pub(super) fn new() -> Self {
        Self {
            kept_bytes: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            large: Arc::new(Semaphore::new(1)),
        }
    }

    /// Counts answers that are kept. Returns whether they are within the limit.
    pub(super) fn keep(&self, bytes: usize) -> bool {
        self.kept_bytes.fetch_add(bytes, Ordering::SeqCst) + bytes <= MAX_KEPT_BYTES
    }
}

/// Memory of the answers of a scenario that is executed.
#[derive(Debug, Default)]
pub(super) struct ScenarioMemory {
    weight: AtomicUsize,
    large: OnceCell<OwnedSemaphorePermit>,
    bodies: Mutex<BTreeSet<ResponseBody>>,
}

impl ScenarioMemory {
    /// Counts an answer, and shares the body of an equal one. Waits while another scenario has large answers, if this one has
    /// them too. Refuses what is beyond the limit, except for the answers of ordinary size to writes: cleanup depends on them.
    pub(super) async fn add(
        &self,
        run: &RunMemory,
        answer: &mut Response,
        is_write: bool,
    ) -> Result<(), Fault> {
        let bodies = || self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let known = bodies().get(&answer.body).cloned();
        if let Some(known) = known {
            answer.body = known;
            return Ok(());
        }
        self.count(run, answer, is_write).await?;
        bodies().insert(answer.body.clone());
        Ok(())
    }

    async fn count(&self, run: &RunMemory, answer: &Response, is_write: bool) -> Result<(), Fault> {
        let weight = weight(answer);
        let total = self.weight.fetch_add(weight, Ordering::SeqCst) + weight;
        if is_write && weight <= LARGE_WEIGHT
            || total <= LARGE_WEIGHT
            || self.large.initialized() && total <= MAX_SCENARIO_WEIGHT
        {
            return Ok(());
        }
        let bytes = answer.body.len();
        let waiting = run.waiting.fetch_add(bytes, Ordering::SeqCst) + bytes;
        let acquire = || async { Arc::clone(&run.large).acquire_owned().await };
        let is_admitted = total <= MAX_SCENARIO_WEIGHT
            && waiting <= MAX_WAITING_BYTES
            && self.large.get_or_try_init(acquire).await.is_ok();
        run.waiting.fetch_sub(bytes, Ordering::SeqCst);
        if !is_admitted {
            self.weight.fetch_sub(weight, Ordering::SeqCst);
            return Err(Fault::TooMuch(MAX_SCENARIO_WEIGHT));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http::HeaderMap;
    use tokio::time::timeout;

    use super::*;

    fn answer(body: &str) -> Response {
        Response { status: 200, headers: HeaderMap::new(), body: body.into() }
    }

    #[test]
    fn dense_json_weighs_more_than_its_text() {
        assert!(limit(answer(&"x".repeat(8 << 20))).is_ok());
        let record = r#"{"uuid":"7f3a9c00-0000-4000-8000-000000000000","name":"A bookcase"},"#;
        assert!(limit(answer(&record.repeat(40_000))).is_ok(), "a list of 2.7 MB");
        assert!(limit(answer(&"[],".repeat(1 << 20))).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn scenarios_with_large_answers_take_turns() {
        let run = RunMemory::new();
        let large = |text: &str| answer(&text.repeat(2 << 20));
        let (one, other, small) =
            (ScenarioMemory::default(), ScenarioMemory::default(), ScenarioMemory::default());
        one.add(&run, &mut large("a"), false).await.unwrap();
        one.add(&run, &mut large("b"), false).await.unwrap();
        small.add(&run, &mut answer("{}"), false).await.unwrap();
        let mut next = large("a");
        let waits = timeout(Duration::from_secs(60), other.add(&run, &mut next, false)).await;
        assert!(waits.is_err());
        drop(one);
        let other = ScenarioMemory::default();
        other.add(&run, &mut next, false).await.unwrap();
    }

    #[tokio::test]
    async fn answers_of_a_scenario_are_limited_together() {
        let (run, scenario) = (RunMemory::new(), ScenarioMemory::default());
        let large = |text: &str| answer(&text.repeat(5 << 20));
        for text in ["a", "b"] {
            scenario.add(&run, &mut large(text), false).await.unwrap();
        }
        let refused = scenario.add(&run, &mut large("c"), false).await;
        assert_eq!(refused, Err(Fault::TooMuch(MAX_SCENARIO_WEIGHT)));
        scenario.add(&run, &mut answer("{}"), false).await.unwrap();
        for text in ["x", "y"] {
            let mut created = answer(&text.repeat(LARGE_WEIGHT));
            scenario.add(&run, &mut created, true).await.unwrap();
        }
    }

    #[tokio::test]
    async fn equal_answers_of_a_scenario_share_their_memory() {
        let (run, scenario) = (RunMemory::new(), ScenarioMemory::default());
        let large = || answer(&"x".repeat(5 << 20));
        let mut first = large();
        scenario.add(&run, &mut first, false).await.unwrap();
        for _ in 0..9 {
            let mut again = large();
            scenario.add(&run, &mut again, false).await.unwrap();
            assert_eq!(again.body.as_ptr(), first.body.as_ptr());
        }
    }

    #[test]
    fn kept_answers_are_limited() {
        let run = RunMemory::new();
        assert!(run.keep(MAX_KEPT_BYTES));
        assert!(!run.keep(1));
    }
}
