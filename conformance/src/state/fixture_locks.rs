//! Who may use which fixture at a time: a scenario that changes what it finds has it alone.
//!
//! Within a run locks in memory see to it, between runs of one state folder locked files. Runs that
//! share nothing cannot know of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};
use tokio::time::sleep;

use crate::level::Level;
use crate::run::hash;
use crate::scenario::Scenario;
use crate::target::TargetFixture;

/// How long until it is seen whether another run has done with a fixture.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// One lock for each fixture of a run, by its id.
#[derive(Debug, Default)]
pub(crate) struct FixtureLocks {
    of_run: BTreeMap<String, Arc<RwLock<()>>>,
    /// Where the files are that runs share.
    folder: Option<PathBuf>,
}

/// The locks that a scenario is to take: always in order of id, so that no two wait for each other.
#[derive(Debug)]
pub(crate) struct LockRequest {
    locks: Vec<FixtureLock>,
    alone: bool,
}

#[derive(Clone, Debug)]
struct FixtureLock {
    of_run: Arc<RwLock<()>>,
    /// The file that runs share.
    path: Option<PathBuf>,
}

/// Fixtures that a scenario holds until this is dropped.
#[derive(Debug, Default)]
pub(crate) struct HeldLocks(Vec<Guard>);

#[derive(Debug)]
#[expect(dead_code, reason = "guards are there to be dropped")]
enum Guard {
    Shared(OwnedRwLockReadGuard<()>),
    Alone(OwnedRwLockWriteGuard<()>),
    OfRuns(File),
}

impl FixtureLocks {
    /// FixtureLocks that the runs share which keep their journals in this folder.
    pub(crate) fn shared_in(folder: Option<&Path>) -> Self {
        // Without the folder a run is as careful as it can be.
        let folder = folder.map(|folder| folder.join("locks"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        Self {
            of_run: BTreeMap::new(),
            folder,
        }
    }

    /// What a scenario wants with these fixtures.
    pub(crate) fn wanted(
        &mut self,
        scenario: &Scenario,
        fixtures: &BTreeMap<String, TargetFixture>,
    ) -> LockRequest {
        let ids: BTreeSet<&String> = fixtures.values().map(|fixture| &fixture.id).collect();
        let locks = ids.into_iter().map(|id| FixtureLock {
            of_run: Arc::clone(self.of_run.entry(id.clone()).or_default()),
            path: self.folder.as_ref().map(|folder| {
                let name = format!("{:016x}", hash(&[id]));
                folder.join(name)
            }),
        });
        LockRequest {
            locks: locks.collect(),
            alone: scenario.level == Level::Full,
        }
    }
}

impl LockRequest {
    /// Waits until all of them are free.
    pub(crate) async fn take(self) -> HeldLocks {
        let mut held = HeldLocks::default();
        for lock in self.locks {
            held.0.push(match self.alone {
                true => Guard::Alone(lock.of_run.write_owned().await),
                false => Guard::Shared(lock.of_run.read_owned().await),
            });
            if let Some(path) = &lock.path {
                held.0
                    .extend(locked(path, self.alone).await.map(Guard::OfRuns));
            }
        }
        held
    }
}

/// Waits until no other run has the file; `None` where files cannot be locked.
async fn locked(path: &Path, alone: bool) -> Option<File> {
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(path).ok()?;
    loop {
        let locked = match alone {
            true => file.try_lock(),
            false => file.try_lock_shared(),
        };
        match locked {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) => sleep(LOOK_AGAIN).await,
            Err(TryLockError::Error(_)) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(lock: &FixtureLock, alone: bool) -> LockRequest {
        LockRequest {
            locks: vec![lock.clone()],
            alone,
        }
    }

    fn lock(path: Option<PathBuf>) -> FixtureLock {
        let of_run = Arc::default();
        FixtureLock { of_run, path }
    }

    #[tokio::test]
    async fn who_changes_a_fixture_has_it_alone() {
        let lock = lock(None);
        let readers = (
            wanted(&lock, false).take().await,
            wanted(&lock, false).take().await,
        );
        let writer = tokio::spawn(wanted(&lock, true).take());
        tokio::task::yield_now().await;
        assert!(!writer.is_finished());
        drop(readers);
        let held = writer.await.unwrap();
        assert!(lock.of_run.try_read().is_err());
        drop(held);
        assert!(lock.of_run.try_read().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn so_it_is_between_runs() {
        let folder = tempfile::tempdir().unwrap();
        let of_a_run = || lock(Some(folder.path().join("fixture")));
        let readers = (
            wanted(&of_a_run(), false).take().await,
            wanted(&of_a_run(), false).take().await,
        );
        let writer = tokio::spawn(wanted(&of_a_run(), true).take());
        sleep(LOOK_AGAIN * 3).await;
        assert!(!writer.is_finished());
        drop(readers);
        let held = writer.await.unwrap();
        let reader = tokio::spawn(wanted(&of_a_run(), false).take());
        sleep(LOOK_AGAIN * 3).await;
        assert!(!reader.is_finished());
        drop(held);
        reader.await.unwrap();
    }
}
