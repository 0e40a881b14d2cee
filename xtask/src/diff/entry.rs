//! The differences as an entry of a changelog, in Markdown.

use spec::changes::{Comparison, Effect};

use super::outputs::OutputChange;

/// Reasons of a step that are shown.
const SHOWN_REASONS: usize = 3;

pub fn render(contract: &Comparison, outputs: &[OutputChange]) -> String {
    let mut text = String::from("## Contract\n");
    if contract.changes.is_empty() {
        text += "\nNo change.\n";
    }
    for effect in Effect::ALL {
        let changes = contract.changes.iter().filter(|change| change.effect == effect);
        let items = changes.map(|change| format!("`{}`: {}.", change.address, change.text));
        let name = effect.name();
        section(&(name[..1].to_uppercase() + &name[1..]), items, &mut text);
    }
    let removed = contract.removed_ids.iter().map(|id| format!("`{id}`"));
    section("Removed ids of clauses and gaps", removed, &mut text);
    let added = contract.added_ids.iter().map(|id| format!("`{id}`"));
    section("New ids of clauses and gaps", added, &mut text);
    let steps = outputs.iter().map(|output| {
        let mut reasons = output.reasons.clone();
        let hidden = reasons.split_off(reasons.len().min(SHOWN_REASONS)).len();
        if hidden > 0 {
            reasons.push(format!("and {hidden} more"));
        }
        let because = if reasons.is_empty() { "" } else { ": " };
        format!("{} {}{because}{}", output.name, output.step.name(), reasons.join("; "))
    });
    section("Version steps", steps, &mut text);
    text
}

fn section(heading: &str, items: impl Iterator<Item = String>, text: &mut String) {
    let options = textwrap::Options::new(100).initial_indent("- ").subsequent_indent("  ");
    let options = options.break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    for (index, item) in items.enumerate() {
        if index == 0 {
            *text += &format!("\n### {heading}\n\n");
        }
        *text += &textwrap::fill(&item, &options);
        text.push('\n');
    }
}
