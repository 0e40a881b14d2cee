//! A panic of the suite itself: no verdict about the service, and other scenarios finish.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_conformance::exchange::Request;
use referral_conformance::run::{ResponseFuture, Transport};

use crate::library::{Broken, Library};
use crate::session::{library, run};

/// Panics at one request.
struct PanickingTransport {
    library: Library,
    at: usize,
    sent: Arc<AtomicUsize>,
}

impl Transport for PanickingTransport {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let number = self.sent.fetch_add(1, Ordering::Relaxed);
        assert_ne!(number, self.at, "a fault of the suite");
        self.library.send(request)
    }
}

#[test]
fn panicking_scenario_fails_the_run_after_the_others_finish() {
    let sent = Arc::new(AtomicUsize::new(0));
    let faulty = |at| PanickingTransport {
        library: Library::new(Broken::Nothing),
        at,
        sent: Arc::clone(&sent),
    };
    run(&library(), faulty(usize::MAX));
    let whole = sent.swap(0, Ordering::Relaxed);
    let outcome = catch_unwind(AssertUnwindSafe(|| run(&library(), faulty(1))));
    assert!(outcome.is_err(), "a run that lost a scenario has no outcome");
    // No scenario has half of all requests.
    assert!(sent.load(Ordering::Relaxed) > whole / 2);
}
