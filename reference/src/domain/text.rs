//! Texts that are kept as they were sent: names, codes, reasons.

/// The longest text that is kept, in characters: a page of 200 things with such texts in them can still be read.
pub const LONGEST: usize = 10_000;

/// Why a text is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    /// No database keeps a NUL character in a text without surprises.
    #[error("holds a NUL character")]
    Nul,
    /// It is longer than any that is meant.
    #[error("has more than {LONGEST} characters")]
    TooLong,
}

/// Whether a text can be kept; what was not sent can.
pub fn check(text: Option<&str>) -> Result<(), InvalidText> {
    let text = text.unwrap_or_default();
    // Most have not even as many bytes.
    if text.len() > LONGEST && text.chars().count() > LONGEST {
        return Err(InvalidText::TooLong);
    }
    match text.contains('\0') {
        true => Err(InvalidText::Nul),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_unless_it_is_too_long_or_holds_a_nul() {
        for kept in [None, Some(""), Some("Ada"), Some(&"é".repeat(LONGEST))] {
            assert_eq!(check(kept), Ok(()));
        }
        assert_eq!(check(Some("a\0b")), Err(InvalidText::Nul));
        assert_eq!(
            check(Some(&"é".repeat(LONGEST + 1))),
            Err(InvalidText::TooLong)
        );
    }
}
