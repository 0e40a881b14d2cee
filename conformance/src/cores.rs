//! Parallel processing.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

/// Splits a slice into one part per core and processes the parts in parallel. Results are in order.
pub(crate) fn in_parts<T: Sync, R: Send>(items: &[T], make: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut parts = items.chunks(items.len().div_ceil(cores).max(1));
    let Some(first) = parts.next() else {
        return Vec::new();
    };
    thread::scope(|scope| {
        let make = &make;
        let others: Vec<_> = parts.map(|part| scope.spawn(move || make(part))).collect();
        let first = make(first);
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(first).chain(others).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_in_order() {
        for count in [0, 1, 2, 7, 100] {
            let items: Vec<usize> = (0..count).collect();
            let parts = in_parts(&items, <[usize]>::to_vec);
            assert_eq!(parts.concat(), items);
        }
    }
}
