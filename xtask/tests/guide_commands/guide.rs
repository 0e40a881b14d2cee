//! The blocks of a guide.

use std::fs;

use crate::support::root;

/// The contents of the blocks in one language, such as `sh`, in their order.
pub fn blocks(guide: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(guide)).unwrap();
    let start = format!("```{language}\n");
    let found = text.split(&start).skip(1);
    found.map(|rest| rest.split_once("```").unwrap().0.to_owned()).collect()
}

/// The lines of a script that satisfy a condition.
pub fn lines(script: &str, keep: impl Fn(&str) -> bool) -> String {
    script.lines().filter(|line| keep(line)).map(|line| format!("{line}\n")).collect()
}
