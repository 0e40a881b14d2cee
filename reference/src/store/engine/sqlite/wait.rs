//! Waiting for what another process holds, and telling the runtime of what takes long.

use std::time::{Duration, Instant};

use tokio::runtime::{Handle, RuntimeFlavor};

use crate::store::DatabaseError;

/// How long the first pause is between two tries, and how long the later ones get. A try costs microseconds.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(8));

/// Tries again while another connection holds the file, as long as the patience lasts.
pub(in crate::store) async fn patiently<T>(
    patience: Duration,
    mut attempt: impl FnMut() -> Result<T, DatabaseError>,
) -> Result<T, DatabaseError> {
    let mut since = None;
    let (mut pause, longest) = PAUSES;
    loop {
        match attempt() {
            Err(error) if error.is_busy() => {
                if since.get_or_insert_with(Instant::now).elapsed() >= patience {
                    return Err(error);
                }
                tokio::time::sleep(pause).await;
                pause = longest.min(2 * pause);
            }
            done => return done,
        }
    }
}

/// Runs what takes long in place, but gives the other tasks of the thread to another thread first.
pub(super) fn aside<T>(run: impl FnOnce() -> T) -> T {
    let runtime = Handle::try_current();
    match runtime.map(|it| it.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(run),
        // There is no other thread.
        _ => run(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_takes_long_leaves_the_only_thread_to_others() {
        let (send, receive) = std::sync::mpsc::channel();
        // Only a test that fails waits so long.
        let long = move || receive.recv_timeout(Duration::from_secs(60));
        let long = tokio::spawn(async move { aside(long) });
        let other = tokio::spawn(async move { send.send(()) });
        assert!(long.await.unwrap().is_ok());
        other.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn where_there_is_one_thread_what_takes_long_has_it() {
        assert_eq!(aside(|| 1), 1);
    }
}
