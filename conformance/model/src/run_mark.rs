//! The marks that values of a run have: the run's id, a dot, and six digits of the scenario.

/// The fewest digits of a run's id by which its values are recognized. Ids of runs have 16 digits unless `--seed` is short.
const RUN_DIGITS: usize = 8;

/// Digits after the run's id and a dot.
const SCENARIO_DIGITS: usize = 6;

pub fn marks(text: &str) -> impl Iterator<Item = &str> {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    text.match_indices('.').filter_map(move |(dot, _)| {
        let (before, after) = (&text.as_bytes()[..dot], &text.as_bytes()[dot + 1..]);
        let run = before.iter().rev().take_while(|byte| is_digit(byte)).count();
        let scenario = after.iter().take_while(|byte| is_digit(byte)).count();
        let is_mark = run >= RUN_DIGITS && scenario == SCENARIO_DIGITS;
        is_mark.then(|| text.get(dot - run..dot + 1 + scenario)).flatten()
    })
}

pub fn run_of(mark: &str) -> &str {
    mark.split_once('.').map_or(mark, |(run, _)| run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_runs_are_recognized() {
        let of = |text| marks(text).collect::<Vec<_>>();
        assert_eq!(of("New 52f1c09a7be4d380.0b12cd.2"), ["52f1c09a7be4d380.0b12cd"]);
        assert_eq!(of(r#"{"a":"52f1c09a.0b12cd@x.example"}"#), ["52f1c09a.0b12cd"]);
        for text in ["7.0b12cd", "52f1c09a.0b12cde", "52f1c09a.0b12", "3.141592", "é.", ".."] {
            assert_eq!(of(text), [""; 0], "{text}");
        }
    }
}
