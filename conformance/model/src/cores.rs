//! Parallel processing.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// More than one, because some items take much longer than others.
const PARTS_PER_CORE: usize = 16;

/// Processes the parts of a slice in parallel. Results are in order.
pub fn map_in_parallel<T: Sync, R: Send>(items: &[T], make: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let size = items.len().div_ceil(cores * PARTS_PER_CORE).max(1);
    let parts: Vec<_> = items.chunks(size).enumerate().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let next_part = || parts.get(next.fetch_add(1, Ordering::Relaxed));
        let results = std::iter::from_fn(next_part).map(|(index, part)| (*index, make(part)));
        results.collect::<Vec<_>>()
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..cores.min(parts.len())).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_in_order() {
        for count in [0, 1, 2, 7, 100] {
            let items: Vec<usize> = (0..count).collect();
            let parts = map_in_parallel(&items, <[usize]>::to_vec);
            assert_eq!(parts.concat(), items);
        }
    }
}
