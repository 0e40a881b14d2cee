//! Warnings that would repeat thousands of times a second: written once in a while, with a count.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;

/// Time between two lines of the same text.
const PERIOD: Duration = Duration::from_secs(5);

/// How often each text occurred since it was last written. A text stays here for a period after it occurred.
static PENDING: Mutex<BTreeMap<Warning, u64>> = Mutex::new(BTreeMap::new());

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Warning {
    message: &'static str,
    cause: String,
}

/// Warns with this cause. The first line of a text is written at once; further ones are counted, and written with their
/// count when the period has passed.
pub fn warn_limited(message: &'static str, cause: String) {
    let warning = Warning { message, cause };
    // Without a runtime there are no requests, and nothing that would write the counts.
    let Ok(runtime) = Handle::try_current() else {
        tracing::warn!(cause = warning.cause, "{message}");
        return;
    };
    match pending().entry(warning.clone()) {
        Entry::Occupied(mut count) => {
            *count.get_mut() += 1;
            return;
        }
        Entry::Vacant(vacant) => drop(vacant.insert(0)),
    }
    tracing::warn!(cause = warning.cause, "{message}");
    runtime.spawn(write_counts(warning));
}

/// Writes how often the warning occurred, each period in which it did.
async fn write_counts(warning: Warning) {
    loop {
        tokio::time::sleep(PERIOD).await;
        let count = {
            let mut pending = pending();
            let count = pending.get_mut(&warning).map_or(0, std::mem::take);
            if count == 0 {
                pending.remove(&warning);
                return;
            }
            count
        };
        let Warning { message, cause } = &warning;
        tracing::warn!(cause, repeated = count, "{message}");
    }
}

/// A panic cannot leave the counts half changed.
fn pending() -> MutexGuard<'static, BTreeMap<Warning, u64>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(warning: &Warning) -> Option<u64> {
        pending().get(warning).copied()
    }

    #[tokio::test(start_paused = true)]
    async fn repeated_warnings_are_counted_until_a_period_without_any() {
        let warning = Warning { message: "the disk is full", cause: "a test".to_owned() };
        let warn = || warn_limited(warning.message, warning.cause.clone());
        warn();
        assert_eq!(count(&warning), Some(0));
        for _ in 0..3 {
            warn();
        }
        assert_eq!(count(&warning), Some(3));
        let pass = async || tokio::time::sleep(PERIOD + Duration::from_millis(1)).await;
        pass().await;
        assert_eq!(count(&warning), Some(0));
        pass().await;
        assert_eq!(count(&warning), None);
    }
}
