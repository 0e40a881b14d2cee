//! Text in lines that fit on any terminal.

/// The width that every terminal has.
const WIDTH: usize = 80;

/// The text in lines with so many spaces before each. A word that is longer than a line stays whole.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut();
        match last.filter(|line| fits(line, word, indent)) {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    let space = " ".repeat(indent);
    lines
        .iter()
        .map(|line| format!("{space}{line}\n"))
        .collect()
}

fn fits(line: &str, word: &str, indent: usize) -> bool {
    line.is_empty() || indent + line.chars().count() + 1 + word.chars().count() <= WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        let lines = wrapped(&["book"; 20].join(" "), 4);
        assert!(
            lines.lines().all(|line| line.chars().count() <= WIDTH),
            "{lines}"
        );
        assert!(
            lines.lines().all(|line| line.starts_with("    book")),
            "{lines}"
        );
        assert_eq!(
            (lines.lines().count(), lines.split_whitespace().count()),
            (2, 20)
        );
        let long = "b".repeat(100);
        assert_eq!(wrapped(&format!("a {long}"), 2), format!("  a\n  {long}\n"));
    }
}
