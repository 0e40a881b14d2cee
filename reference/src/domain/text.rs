//! Free texts: names, codes, reasons.

/// Longest accepted text, in characters: a page of 200 records with such texts is still readable.
pub const LONGEST: usize = 10_000;

/// Why a text is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    /// It contains a NUL character, which databases do not store reliably.
    #[error("holds a NUL character")]
    Nul,
    /// It is too long.
    #[error("has more than {LONGEST} characters")]
    TooLong,
}

/// Checks a text. An absent text is accepted.
pub fn check(text: Option<&str>) -> Result<(), InvalidText> {
    let text = text.unwrap_or_default();
    // Most texts are shorter in bytes already.
    if text.len() > LONGEST && text.chars().count() > LONGEST {
        return Err(InvalidText::TooLong);
    }
    if text.contains('\0') { Err(InvalidText::Nul) } else { Ok(()) }
}
