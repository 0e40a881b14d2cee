//! Samples of mutants.

/// Keeps a sample of this size, in the same order. Each draw depends on one id, so that a new item replaces at most one
/// of the sample.
pub fn sample<T>(items: &mut Vec<T>, size: usize, seed: u64, id: impl Fn(&T) -> &str) {
    let mut draws: Vec<u64> = items.iter().map(|item| draw(id(item), seed)).collect();
    draws.sort_unstable();
    if let Some(first_left_out) = draws.get(size) {
        items.retain(|item| draw(id(item), seed) < *first_left_out);
    }
}

fn draw(id: &str, seed: u64) -> u64 {
    id.bytes().fold(seed, |state, byte| fastrand::Rng::with_seed(state ^ u64::from(byte)).u64(..))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_new_item_replaces_at_most_one_of_a_sample() {
        let drawn = |count: u32, seed| {
            let mut items: Vec<_> = (0..count).map(|number| number.to_string()).collect();
            super::sample(&mut items, 10, seed, |item| item);
            items
        };
        let (before, after) = (drawn(99, 1), drawn(100, 1));
        assert_eq!(before.len(), 10);
        assert!(before.iter().filter(|item| after.contains(item)).count() >= 9);
        assert_ne!(before, drawn(99, 2));
        assert_eq!(drawn(5, 1), ["0", "1", "2", "3", "4"]);
    }
}
