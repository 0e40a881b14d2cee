//! The differences as an entry of a changelog, in Markdown.

use spec::changes::Effect;

use super::Difference;

/// Columns of a line.
const WIDTH: usize = 100;

pub fn render(difference: &Difference) -> String {
    let Difference { contract, outputs, .. } = difference;
    let mut text = String::from("## Contract\n");
    for (effect, heading) in [
        (Effect::Breaking, "Breaking"),
        (Effect::Documented, "Newly documented"),
        (Effect::Compatible, "Compatible"),
    ] {
        let changes = contract.changes.iter().filter(|change| change.effect == effect);
        let items: Vec<_> =
            changes.map(|change| format!("`{}`: {}.", change.address, change.text)).collect();
        section(heading, &items, &mut text);
    }
    let words = contract.changes.iter().filter(|change| change.effect == Effect::Wording).count();
    let is_only_wording = words > 0 && words == contract.changes.len();
    if contract.changes.is_empty() {
        text += "\nNo change.\n";
    } else if is_only_wording {
        text += "\nOnly texts changed.\n";
    }
    let quoted = |ids: &std::collections::BTreeSet<String>| -> Vec<String> {
        ids.iter().map(|id| format!("`{id}`")).collect()
    };
    section("Removed ids of clauses and gaps", &quoted(&contract.removed_ids), &mut text);
    section("New ids of clauses and gaps", &quoted(&contract.added_ids), &mut text);
    let steps = outputs.iter().map(|output| {
        let name = output.package.as_deref().unwrap_or("the OpenAPI document");
        format!("{name}: {}", output.step.name())
    });
    section("Version steps", &steps.collect::<Vec<_>>(), &mut text);
    text
}

fn section(heading: &str, items: &[String], text: &mut String) {
    if items.is_empty() {
        return;
    }
    *text += &format!("\n### {heading}\n\n");
    let options = textwrap::Options::new(WIDTH).initial_indent("- ").subsequent_indent("  ");
    let options = options.break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    for item in items {
        *text += &textwrap::fill(item, &options);
        text.push('\n');
    }
}
