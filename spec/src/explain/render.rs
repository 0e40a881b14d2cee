//! Renders an explanation as text.

use super::Explanation;

/// Maximum number of references listed; JSON has all of them.
const MAX_REFERENCES: usize = 12;

/// Least columns of the names of facts and references.
const NAME_COLUMNS: usize = 10;

impl Explanation {
    /// The explanation as text of at most `width` columns. `highlight` formats the id, for example in bold.
    pub fn render(&self, width: usize, highlight: impl Fn(&str) -> String) -> String {
        let mut text = format!("{} {}\n", self.kind, highlight(&self.id));
        for paragraph in &self.paragraphs {
            let paragraph = textwrap::wrap(paragraph, width.saturating_sub(2)).join("\n");
            text += &format!("\n{}\n", textwrap::indent(&paragraph, "  "));
        }
        if let Some(example) = &self.example {
            text += &format!("\n{}\n", textwrap::indent(example, "    "));
        }
        text += "\n";
        let names = self.facts.iter().map(|(name, _)| label(name).len());
        let columns = names.max().unwrap_or_default().max(NAME_COLUMNS);
        // Two spaces are before a name, and two after it.
        for (name, lines) in self.rows(width.saturating_sub(columns + 4)) {
            for (index, line) in lines.iter().enumerate() {
                let name = if index == 0 { name } else { "" };
                text += &format!("  {name:<columns$}  {line}\n");
            }
        }
        text
    }

    /// Facts, declaration, answer and references: a name and one or more lines each.
    fn rows(&self, width: usize) -> Vec<(&'static str, Vec<String>)> {
        let wrap = |text: &str| -> Vec<String> {
            let lines = textwrap::wrap(text, width).into_iter();
            lines.map(|line| line.into_owned()).collect()
        };
        let mut rows: Vec<_> =
            self.facts.iter().map(|(name, value)| (label(name), wrap(value))).collect();
        if let Some(declared) = &self.declared {
            rows.push(("declared", vec![declared.clone()]));
        }
        if let Some(answer) = &self.answer {
            let mut lines = wrap(&answer.value);
            lines.extend(wrap(&format!("reason: {}", answer.reason)));
            lines.extend(answer.declared.clone());
            rows.push(("answer", lines));
        }
        for (kind, ids) in &self.used_by {
            let mut lines: Vec<_> = ids.iter().take(MAX_REFERENCES).cloned().collect();
            if ids.len() > MAX_REFERENCES {
                lines.push(format!("and {} more", ids.len() - MAX_REFERENCES));
            }
            if !lines.is_empty() {
                rows.push((*kind, lines));
            }
        }
        rows
    }
}

/// The name of a fact for people; JSON has the name of before.
fn label(name: &'static str) -> &'static str {
    if name == "readings" { "interpretations" } else { name }
}
