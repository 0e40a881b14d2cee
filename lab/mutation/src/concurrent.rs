//! Concurrent processing with a limit.

use futures_util::{StreamExt, stream};

/// Runs `work` for each item, at most `jobs` at a time, and calls `done` after each.
///
/// The results are in the order of the items. Work that panics yields `panicked`.
pub(crate) async fn map_concurrently<T, R, F>(
    items: Vec<T>,
    jobs: usize,
    work: impl Fn(T) -> F,
    done: impl Fn(&T, &R),
    panicked: impl Fn() -> R,
) -> Vec<(T, R)>
where
    T: Clone,
    R: Send + 'static,
    F: Future<Output = R> + Send + 'static,
{
    let (work, done, panicked) = (&work, &done, &panicked);
    let mut results: Vec<_> = stream::iter(items.into_iter().enumerate())
        .map(|(index, item)| async move {
            let task = tokio::spawn(work(item.clone()));
            let result = task.await.unwrap_or_else(|_| panicked());
            done(&item, &result);
            (index, item, result)
        })
        // In order, a slow item would keep back the next ones.
        .buffer_unordered(jobs.max(1))
        .collect()
        .await;
    results.sort_by_key(|(index, ..)| *index);
    results.into_iter().map(|(_, item, result)| (item, result)).collect()
}

#[cfg(test)]
mod tests {
    use super::map_concurrently;

    #[tokio::test]
    async fn results_keep_item_order_and_include_panics() {
        let items = vec![1, 2, 3];
        let double = |item: i32| async move {
            assert_ne!(item, 2, "a deliberate panic");
            item * 2
        };
        let results = map_concurrently(items, 2, double, |_, _| {}, || -1).await;
        assert_eq!(results, [(1, 2), (2, -1), (3, 6)]);
    }
}
