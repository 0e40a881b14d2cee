//! Working on many things, some of them at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Works on each item, on so many at once, and tells of each when it is done.
///
/// The results come back in the order of the items. None is missing: work that panics ends as `lost`.
pub(crate) async fn work<T, R, F>(
    items: Vec<T>,
    jobs: usize,
    work: impl Fn(T) -> F,
    done: impl Fn(&T, &R),
    lost: impl Fn() -> R,
) -> Vec<(T, R)>
where
    T: Clone,
    R: Send + 'static,
    F: Future<Output = R> + Send + 'static,
{
    let free = Arc::new(Semaphore::new(jobs.max(1)));
    let mut running = JoinSet::new();
    for (index, item) in items.iter().enumerate() {
        let (work, free) = (work(item.clone()), Arc::clone(&free));
        running.spawn(async move {
            // The semaphore is never closed, so a permit always comes.
            let _permit = free.acquire().await;
            (index, work.await)
        });
    }
    let mut results = BTreeMap::new();
    while let Some(joined) = running.join_next().await {
        if let Ok((index, result)) = joined {
            if let Some(item) = items.get(index) {
                done(item, &result);
            }
            results.insert(index, result);
        }
    }
    let results = items.into_iter().enumerate().map(|(index, item)| {
        let result = results.remove(&index).unwrap_or_else(&lost);
        (item, result)
    });
    results.collect()
}

#[cfg(test)]
mod tests {
    use super::work;

    #[tokio::test]
    async fn results_keep_item_order_and_include_panics() {
        let items = vec![1, 2, 3];
        let double = |item: i32| async move {
            assert_ne!(item, 2, "a panic on purpose");
            item * 2
        };
        let results = work(items, 2, double, |_, _| {}, || -1).await;
        assert_eq!(results, [(1, 2), (2, -1), (3, 6)]);
    }
}
