//! Explanations for people: the thing, what it says, what is known of it, who uses it.

use super::Explanation;
use crate::terminal::{Terminal, bold};

/// Lists longer than this are cut: the whole is in the JSON.
const MAX_LISTED: usize = 12;

/// How wide the text runs, at most.
const WIDTH: usize = 100;

/// And at least.
const MIN_WIDTH: usize = 40;

pub(super) fn render(explanations: &[Explanation], terminal: Terminal) -> String {
    let all: Vec<_> = explanations.iter().map(|it| one(it, terminal)).collect();
    all.join("\n")
}

fn one(explanation: &Explanation, terminal: Terminal) -> String {
    let width = terminal.width.unwrap_or(WIDTH).clamp(MIN_WIDTH, WIDTH);
    let Explanation { id, sort, .. } = explanation;
    let mut text = format!("{sort} {}\n", bold(id, terminal.style));
    for paragraph in &explanation.says {
        text += "\n";
        for line in wrap(paragraph, width - 2) {
            text += &format!("  {line}\n");
        }
    }
    if let Some(example) = &explanation.example {
        text += "\n";
        for line in example.lines() {
            text += format!("    {line}").trim_end();
            text += "\n";
        }
    }
    text += "\n";
    for (name, lines) in rows(explanation, width - 14) {
        for (index, line) in lines.iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            text += &format!("  {name:<10}  {line}\n");
        }
    }
    text
}

/// What stands below the text: a name, and one line or several.
fn rows(explanation: &Explanation, width: usize) -> Vec<(&'static str, Vec<String>)> {
    let mut rows = Vec::new();
    for (name, value) in &explanation.facts {
        rows.push((*name, wrap(value, width)));
    }
    if let Some(place) = &explanation.declared {
        rows.push(("declared", vec![place.clone()]));
    }
    if let Some(answer) = &explanation.answer {
        let mut lines = wrap(&answer.value, width);
        lines.extend(wrap(&format!("because: {}", answer.because), width));
        lines.push(answer.declared.clone());
        rows.push(("answer", lines));
    }
    for (who, names) in &explanation.used_by {
        let mut lines: Vec<_> = names.iter().take(MAX_LISTED).cloned().collect();
        if names.len() > MAX_LISTED {
            lines.push(format!("and {} more", names.len() - MAX_LISTED));
        }
        if !lines.is_empty() {
            rows.push((*who, lines));
        }
    }
    rows
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, width).into_iter();
    lines.map(|line| line.into_owned()).collect()
}
