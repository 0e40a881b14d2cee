//! Quotes words of command lines for a shell.

/// Text as one word of a shell, quoted only if necessary.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn only_what_needs_quotes_has_them() {
        assert_eq!(shell_word("../target.yaml"), "../target.yaml");
        assert_eq!(shell_word("my target"), "'my target'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word("get_book.*"), "'get_book.*'");
        assert_eq!(shell_word(""), "''");
    }
}
