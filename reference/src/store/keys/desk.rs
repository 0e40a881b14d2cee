//! One query for the keys of all requests that come while another such query is under way.
//!
//! Nothing is remembered: a request is answered from a query that began after the request came, so that a key that was
//! taken away, by whichever process, is refused from that moment on.
//!
//! A database that answers in place is asked at once: that takes less time than to wait for a fellow.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::keys::KeyHash;
use crate::store::DatabaseError;
use crate::store::engine::Pools;
use crate::store::keys::{KeyOwner, owner, owners};

/// How long a request waits for the queries of others. After that it asks for itself.
const SLOW: Duration = Duration::from_millis(100);

/// How many different keys one query asks for at most.
const AT_ONCE: usize = 32;

/// Where requests come with their keys.
#[derive(Debug, Clone, Default)]
pub(in crate::store) struct Desk {
    line: Arc<Mutex<Line>>,
}

#[derive(Debug, Default)]
struct Line {
    /// Whether a query is under way.
    busy: bool,
    waiting: Vec<Waiting>,
}

/// Takes the hash that was found, and whose it is.
type Answer = oneshot::Sender<Option<(String, KeyOwner)>>;

#[derive(Debug)]
struct Waiting {
    hash: String,
    /// Dropped, it tells the request to ask for itself.
    answer: Answer,
}

impl Desk {
    /// Whose key has this hash.
    pub(super) async fn owner(
        &self,
        pools: &Pools,
        hash: &KeyHash,
    ) -> Result<Option<KeyOwner>, DatabaseError> {
        if pools.answers_in_place() {
            return asked(pools, hash).await;
        }
        if let Some(answer) = self.join(hash)
            && let Ok(Ok(found)) = tokio::time::timeout(SLOW, answer).await
        {
            return Ok(found
                .filter(|(kept, _)| hash.is(kept))
                .map(|(_, owner)| owner));
        }
        // First at the desk, or not answered there.
        let _leading = self.lead(pools);
        asked(pools, hash).await
    }

    /// Joins those that wait while a query is under way.
    fn join(&self, hash: &KeyHash) -> Option<oneshot::Receiver<Option<(String, KeyOwner)>>> {
        let mut line = self.line();
        if !line.busy {
            return None;
        }
        let (answer, answered) = oneshot::channel();
        let hash = hash.as_str().to_owned();
        line.waiting.push(Waiting { hash, answer });
        Some(answered)
    }

    fn lead(&self, pools: &Pools) -> Option<Leading> {
        let mut line = self.line();
        if line.busy {
            return None;
        }
        line.busy = true;
        Some(Leading {
            desk: self.clone(),
            pools: pools.clone(),
        })
    }

    /// A panic cannot leave the line half changed.
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that wait; when there are none, nobody is busy any more.
    fn next(&self) -> Vec<Waiting> {
        let mut line = self.line();
        let waiting = std::mem::take(&mut line.waiting);
        line.busy = !waiting.is_empty();
        waiting
    }
}

/// Whose key has this hash, by a query of its own.
async fn asked(pools: &Pools, hash: &KeyHash) -> Result<Option<KeyOwner>, DatabaseError> {
    let found = owner(pools, hash.as_str()).await?;
    Ok(found
        .filter(|(kept, _)| hash.is(kept))
        .map(|(_, owner)| owner))
}

/// The request whose query is under way. However it ends, those that came meanwhile are served.
struct Leading {
    desk: Desk,
    pools: Pools,
}

impl Drop for Leading {
    fn drop(&mut self) {
        let waiting = self.desk.next();
        if waiting.is_empty() {
            return;
        }
        let serving = serve(self.desk.clone(), self.pools.clone(), waiting);
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(serving)),
            // The runtime is gone, and so is whoever waits.
            Err(_) => drop(self.desk.next()),
        }
    }
}

async fn serve(desk: Desk, pools: Pools, mut waiting: Vec<Waiting>) {
    while !waiting.is_empty() {
        for some in split(waiting) {
            let hashes = some.keys().map(String::as_str);
            // Where it fails, each asks for itself, and learns why.
            if let Ok(mut found) = owners(&pools, hashes).await {
                for (hash, answers) in some {
                    let owner = found.remove_entry(&hash);
                    for answer in answers {
                        // Who is gone needs no answer.
                        let _gone = answer.send(owner.clone());
                    }
                }
            }
        }
        waiting = desk.next();
    }
}

type Asked = BTreeMap<String, Vec<Answer>>;

/// Those that wait by their key, no more keys together than one query takes.
fn split(waiting: Vec<Waiting>) -> Vec<Asked> {
    let mut all = Asked::new();
    for one in waiting {
        all.entry(one.hash).or_default().push(one.answer);
    }
    let mut parts = Vec::new();
    while all.len() > AT_ONCE {
        let bound = all.keys().nth(AT_ONCE).cloned();
        let rest = bound.map(|it| all.split_off(&it)).unwrap_or_default();
        parts.push(std::mem::replace(&mut all, rest));
    }
    parts.push(all);
    parts
}
