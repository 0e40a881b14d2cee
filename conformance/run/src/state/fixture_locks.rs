//! Locks on fixtures: shared by scenarios that read, exclusive for those that write.
//!
//! Scenarios of one run use locks in memory, runs that share a state folder locked files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::RwLock;
use tokio::time::sleep;

use crate::digest::digest;
use crate::level::Level;
use crate::scenario::Scenario;
use crate::target::TargetFixture;

/// How often to check whether another run has released a file lock.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// One lock for each fixture of a run, by its id.
#[derive(Debug, Default)]
pub(crate) struct FixtureLocks {
    of_run: BTreeMap<String, Arc<RwLock<()>>>,
    folder: Option<PathBuf>,
}

/// The locks that a scenario needs, in order of id to rule out deadlocks.
#[derive(Debug)]
pub(crate) struct LockRequest {
    locks: Vec<FixtureLock>,
    exclusive: bool,
}

#[derive(Clone, Debug)]
struct FixtureLock {
    of_run: Arc<RwLock<()>>,
    path: Option<PathBuf>,
}

/// Locks that are released on drop.
pub(crate) type HeldLocks = Vec<Box<dyn Send>>;

impl FixtureLocks {
    /// Locks shared by all runs that keep their journals in this folder.
    pub(crate) fn shared_in(folder: Option<&Path>) -> Self {
        // Without the folder there are only locks in memory.
        let folder = folder.map(|folder| folder.join("locks"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        Self { of_run: BTreeMap::new(), folder }
    }

    pub(crate) fn request(
        &mut self,
        scenario: &Scenario,
        fixtures: &BTreeMap<String, TargetFixture>,
    ) -> LockRequest {
        let ids: BTreeSet<&String> = fixtures.values().map(|fixture| &fixture.id).collect();
        let locks = ids.into_iter().map(|id| FixtureLock {
            of_run: Arc::clone(self.of_run.entry(id.clone()).or_default()),
            path: self.folder.as_ref().map(|folder| folder.join(format!("{:016x}", digest(&[id])))),
        });
        LockRequest { locks: locks.collect(), exclusive: scenario.level == Level::Full }
    }
}

impl LockRequest {
    pub(crate) async fn acquire(self) -> HeldLocks {
        let mut held = HeldLocks::new();
        for FixtureLock { of_run, path } in self.locks {
            if self.exclusive {
                held.push(Box::new(of_run.write_owned().await));
            } else {
                held.push(Box::new(of_run.read_owned().await));
            }
            if let Some(path) = path
                && let Some(file) = locked(&path, self.exclusive).await
            {
                held.push(Box::new(file));
            }
        }
        held
    }
}

/// Waits for a file lock; `None` where files cannot be locked.
async fn locked(path: &Path, exclusive: bool) -> Option<File> {
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(path).ok()?;
    loop {
        let locked = if exclusive { file.try_lock() } else { file.try_lock_shared() };
        match locked {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) => sleep(POLL_INTERVAL).await,
            Err(TryLockError::Error(_)) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(lock: &FixtureLock, exclusive: bool) -> LockRequest {
        LockRequest { locks: vec![lock.clone()], exclusive }
    }

    fn lock(path: Option<PathBuf>) -> FixtureLock {
        let of_run = Arc::default();
        FixtureLock { of_run, path }
    }

    #[tokio::test]
    async fn writers_exclude_readers_within_a_run() {
        let lock = lock(None);
        let readers =
            (request(&lock, false).acquire().await, request(&lock, false).acquire().await);
        let writer = tokio::spawn(request(&lock, true).acquire());
        tokio::task::yield_now().await;
        assert!(!writer.is_finished());
        drop(readers);
        let held = writer.await.unwrap();
        assert!(lock.of_run.try_read().is_err());
        drop(held);
        assert!(lock.of_run.try_read().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn writers_exclude_readers_between_runs() {
        let folder = tempfile::tempdir().unwrap();
        let of_a_run = || lock(Some(folder.path().join("fixture")));
        let readers = (
            request(&of_a_run(), false).acquire().await,
            request(&of_a_run(), false).acquire().await,
        );
        let writer = tokio::spawn(request(&of_a_run(), true).acquire());
        sleep(POLL_INTERVAL * 3).await;
        assert!(!writer.is_finished());
        drop(readers);
        let held = writer.await.unwrap();
        let reader = tokio::spawn(request(&of_a_run(), false).acquire());
        sleep(POLL_INTERVAL * 3).await;
        assert!(!reader.is_finished());
        drop(held);
        reader.await.unwrap();
    }
}
