//! Requests in one order, and a clock that they advance, so that two runs of the suite get the same responses.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mutation::call::Call;
use referral_conformance::exchange::Request;
use referral_conformance::run::{ResponseFuture, Transport};
use referral_reference::clock::Clock;
use referral_reference::domain::timestamp::Timestamp;
use spec::Contract;

/// The time of the seed and the start of every run, in microseconds: 2026-01-05T12:00:00Z.
const START_MICROS: i64 = 1_767_614_400_000_000;

/// How far a request advances the clock, in microseconds.
const TICK_MICROS: i64 = 1_000;

/// The start of every run.
pub(crate) fn start_time() -> jiff::Timestamp {
    jiff::Timestamp::from_microsecond(START_MICROS).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}

/// The request that a server handles. As a clock, it returns the same time for a whole request, and a tick later for the
/// next.
#[derive(Clone, Default)]
pub(crate) struct CurrentRequest {
    number: Arc<AtomicI64>,
    operation: Arc<Mutex<Option<String>>>,
}

impl CurrentRequest {
    fn start(&self, contract: &Contract, request: &Request) {
        self.number.fetch_add(1, Ordering::Relaxed);
        let operation = Call::parse(contract, request).map(|call| call.operation.id.clone());
        *self.operation.lock().unwrap_or_else(PoisonError::into_inner) = operation;
    }

    /// The operation that the request calls, if it is one of the contract.
    pub(crate) fn operation(&self) -> Option<String> {
        self.operation.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Clock for CurrentRequest {
    fn now(&self) -> Timestamp {
        let elapsed = self.number.load(Ordering::Relaxed) * TICK_MICROS;
        Timestamp::from_micros(START_MICROS + elapsed).unwrap_or(Timestamp::EPOCH)
    }
}

/// Sends a request when the response to the one before has arrived, also where the suite sends several at once.
///
/// The files that are mutated do not order transactions, so a mutant cannot make concurrent requests interfere.
pub(crate) struct SequentialTransport {
    contract: Arc<Contract>,
    upstream: Arc<dyn Transport>,
    current: CurrentRequest,
    lock: tokio::sync::Mutex<()>,
}

impl SequentialTransport {
    pub(crate) fn new(
        contract: Arc<Contract>,
        upstream: Arc<dyn Transport>,
        current: CurrentRequest,
    ) -> Self {
        Self { contract, upstream, current, lock: tokio::sync::Mutex::default() }
    }
}

impl Transport for SequentialTransport {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        Box::pin(async {
            let _lock = self.lock.lock().await;
            self.current.start(&self.contract, request);
            self.upstream.send(request).await
        })
    }
}
