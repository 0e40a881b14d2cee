//! Waiting for locks of other processes, and statements that take long.

use std::time::{Duration, Instant};

use tokio::runtime::{Handle, RuntimeFlavor};

use crate::store::DatabaseError;

/// First and longest pause between two attempts. An attempt costs microseconds.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(8));

/// Repeats the attempt while another process holds the file, until the timeout.
pub(crate) async fn retry_while_busy<T>(
    timeout: Duration,
    mut attempt: impl FnMut() -> Result<T, DatabaseError>,
) -> Result<T, DatabaseError> {
    let mut started = None;
    let (mut pause, longest) = PAUSES;
    loop {
        match attempt() {
            Err(error) if error.is_busy() => {
                if started.get_or_insert_with(Instant::now).elapsed() >= timeout {
                    return Err(error);
                }
                tokio::time::sleep(pause).await;
                pause = longest.min(2 * pause);
            }
            result => return result,
        }
    }
}

/// Runs what takes long on this thread, after the runtime has moved the thread's other tasks away.
pub(super) fn run_long<T>(run: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(run),
        // A current-thread runtime has no other thread.
        _ => run(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn long_statement_does_not_block_other_tasks() {
        let (send, receive) = std::sync::mpsc::channel();
        // Only a failing test waits that long.
        let long = move || receive.recv_timeout(Duration::from_secs(60));
        let long = tokio::spawn(async move { run_long(long) });
        let other = tokio::spawn(async move { send.send(()) });
        assert!(long.await.unwrap().is_ok());
        other.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn long_statement_runs_on_a_current_thread_runtime() {
        assert_eq!(run_long(|| 1), 1);
    }
}
