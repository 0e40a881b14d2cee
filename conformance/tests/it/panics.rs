//! A panic of the suite itself: no verdict about the service, and other scenarios finish.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::library::{Broken, Library};
use crate::session::{changing, library, run};

#[test]
fn panicking_scenario_fails_the_run_after_the_others_finish() {
    let sent = Arc::new(AtomicUsize::new(0));
    let faulty = |at| {
        let sent = Arc::clone(&sent);
        changing(Library::new(Broken::Nothing), move |_, _| {
            assert_ne!(sent.fetch_add(1, Ordering::Relaxed), at, "a fault of the suite");
        })
    };
    run(&library(), faulty(usize::MAX));
    let whole = sent.swap(0, Ordering::Relaxed);
    let outcome = catch_unwind(AssertUnwindSafe(|| run(&library(), faulty(1))));
    assert!(outcome.is_err(), "a run that lost a scenario has no outcome");
    // No scenario has half of all requests.
    assert!(sent.load(Ordering::Relaxed) > whole / 2);
}
