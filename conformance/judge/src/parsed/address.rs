//! Spellings of an e-mail address.

/// What distinguishes a value under every reading: servers may ignore case and dots in an address, and what stands
/// behind a `+`.
pub(super) fn distinctive_part(text: &str) -> String {
    let local = text.split(['+', '@']).next().unwrap_or_default();
    local.chars().filter(|char| *char != '.').flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinctive_part_is_the_same_for_spellings_of_an_address() {
        for text in ["ann.r1.2@a.example", "Ann.R1.2@b.example", "annr12+news@a.example"] {
            assert_eq!(distinctive_part(text), "annr12");
        }
        assert_eq!(distinctive_part("news+ann.r1.2@a.example"), "news");
    }
}
