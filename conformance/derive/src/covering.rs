//! Covering arrays: few rows in which every combination of the levels of any two (or three) factors occurs.
//!
//! Rows are made greedily, as in AETG: a row begins with a combination that is still missing, and its other factors take,
//! one after another, the level that completes most missing combinations. Order and ties follow a seed.

use std::collections::BTreeSet;

use fastrand::Rng;

/// The levels of some factors, in order of factor.
type Combination = Vec<(usize, usize)>;

/// Makes rows in which every combination of `strength` factors occurs. `levels` has the number of levels of each factor, at
/// least one; a row has a level for each factor.
pub(crate) fn rows(levels: &[usize], strength: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut rng = Rng::with_seed(seed);
    let factors: Vec<usize> = (0..levels.len()).collect();
    let chosen = subsets(&factors, strength.min(levels.len()));
    let mut missing: BTreeSet<Combination> =
        chosen.iter().flat_map(|factors| combinations(factors, levels)).collect();
    let mut rows = Vec::new();
    while let Some(first) = missing.first().cloned() {
        let row = row(levels, first, &missing, &mut rng);
        for factors in &chosen {
            missing.remove(&of_row(factors, &row));
        }
        rows.push(row);
    }
    rows
}

/// A row that has the combination.
fn row(
    levels: &[usize],
    first: Combination,
    missing: &BTreeSet<Combination>,
    rng: &mut Rng,
) -> Vec<usize> {
    let others = first.len().saturating_sub(1);
    let mut open: Vec<usize> =
        (0..levels.len()).filter(|factor| first.iter().all(|(known, _)| known != factor)).collect();
    rng.shuffle(&mut open);
    let mut chosen = first;
    for factor in open {
        let beside = subsets(&chosen, others);
        let completes = |level: usize| {
            let completed = beside.iter().filter(|beside| {
                let mut combination = (*beside).clone();
                combination.push((factor, level));
                combination.sort_unstable();
                missing.contains(&combination)
            });
            completed.count()
        };
        let mut candidates: Vec<usize> = (0..levels[factor]).collect();
        rng.shuffle(&mut candidates);
        let best = candidates.into_iter().max_by_key(|level| completes(*level));
        chosen.push((factor, best.unwrap_or_default()));
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|(_, level)| level).collect()
}

/// All combinations of the levels of these factors.
fn combinations(factors: &[usize], levels: &[usize]) -> Vec<Combination> {
    factors.iter().fold(vec![Combination::new()], |known, factor| {
        let extended = known.iter().flat_map(|combination| {
            (0..levels[*factor]).map(|level| [combination.as_slice(), &[(*factor, level)]].concat())
        });
        extended.collect()
    })
}

fn of_row(factors: &[usize], row: &[usize]) -> Combination {
    factors.iter().map(|factor| (*factor, row[*factor])).collect()
}

/// All subsets of a size, each in the order of the items.
fn subsets<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    let Some(rest) = size.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let smaller = subsets(&items[index + 1..], rest).into_iter();
        found.extend(smaller.map(|others| [vec![*item], others].concat()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The combinations of `strength` factors that occur in no row.
    fn missing(levels: &[usize], strength: usize, rows: &[Vec<usize>]) -> usize {
        let factors: Vec<usize> = (0..levels.len()).collect();
        let chosen = subsets(&factors, strength);
        let all = chosen.iter().flat_map(|factors| combinations(factors, levels));
        let occurs = |wanted: &Combination| {
            rows.iter().any(|row| wanted.iter().all(|(factor, level)| row[*factor] == *level))
        };
        all.filter(|wanted| !occurs(wanted)).count()
    }

    #[test]
    fn every_combination_occurs_in_few_rows() {
        let levels = [9, 8, 7, 5, 4, 3, 2, 1];
        for (strength, most) in [(1, 9), (2, 100), (3, 900)] {
            let rows = rows(&levels, strength, 7);
            assert_eq!(missing(&levels, strength, &rows), 0);
            assert!(rows.len() <= most, "{} rows of strength {strength}", rows.len());
            assert!(
                rows.iter().all(|row| row.iter().zip(levels).all(|(level, most)| *level < most))
            );
        }
    }

    #[test]
    fn a_seed_repeats_its_rows_and_another_has_others() {
        assert_eq!(rows(&[4, 4, 4], 2, 1), rows(&[4, 4, 4], 2, 1));
        assert_ne!(rows(&[4, 4, 4], 2, 1), rows(&[4, 4, 4], 2, 2));
    }

    #[test]
    fn fewer_factors_than_the_strength_are_combined_as_they_are() {
        assert_eq!(rows(&[3], 2, 1), [[0], [1], [2]]);
        assert_eq!(rows(&[], 2, 1), [Vec::<usize>::new()]);
    }
}
