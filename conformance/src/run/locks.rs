//! Who may use which fixture at a time: a scenario that changes what it finds has it alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::level::Level;
use crate::scenario::Scenario;
use crate::target::Supplied;

/// One lock for each fixture of a run, by its id.
#[derive(Debug, Default)]
pub(super) struct Locks(BTreeMap<String, Arc<RwLock<()>>>);

/// The locks that a scenario is to take: always in order of id, so that no two wait for each other.
#[derive(Debug)]
pub(super) struct Wanted {
    locks: Vec<Arc<RwLock<()>>>,
    alone: bool,
}

/// Fixtures that a scenario holds until this is dropped.
#[derive(Debug, Default)]
pub(super) struct Held(Vec<Guard>);

#[derive(Debug)]
#[expect(dead_code, reason = "guards are there to be dropped")]
enum Guard {
    Shared(OwnedRwLockReadGuard<()>),
    Alone(OwnedRwLockWriteGuard<()>),
}

impl Locks {
    /// What a scenario wants with these fixtures.
    pub(super) fn wanted(
        &mut self,
        scenario: &Scenario,
        fixtures: &BTreeMap<String, Supplied>,
    ) -> Wanted {
        let ids: BTreeSet<&String> = fixtures.values().map(|fixture| &fixture.id).collect();
        let locks = ids
            .into_iter()
            .map(|id| Arc::clone(self.0.entry(id.clone()).or_default()));
        Wanted {
            locks: locks.collect(),
            alone: scenario.level == Level::Full,
        }
    }
}

impl Wanted {
    /// Waits until all of them are free.
    pub(super) async fn take(self) -> Held {
        let mut held = Held::default();
        for lock in self.locks {
            if self.alone {
                held.0.push(Guard::Alone(lock.write_owned().await));
            } else {
                held.0.push(Guard::Shared(lock.read_owned().await));
            }
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(lock: &Arc<RwLock<()>>, alone: bool) -> Wanted {
        Wanted {
            locks: vec![Arc::clone(lock)],
            alone,
        }
    }

    #[tokio::test]
    async fn who_changes_a_fixture_has_it_alone() {
        let lock = Arc::default();
        let readers = (
            wanted(&lock, false).take().await,
            wanted(&lock, false).take().await,
        );
        let writer = tokio::spawn(wanted(&lock, true).take());
        tokio::task::yield_now().await;
        assert!(!writer.is_finished());
        drop(readers);
        let held = writer.await.unwrap();
        assert!(lock.try_read().is_err());
        drop(held);
        assert!(lock.try_read().is_ok());
    }
}
