//! The differences as tables and as JSON.

use reader::counted;
use serde_json::json;
use spec::changes::{Change, Comparison, Effect};

use super::Difference;
use crate::table::render_table;
use crate::terminal::Terminal;

/// Reasons of a step that a table shows; JSON has all of them.
const SHOWN_REASONS: usize = 3;

pub fn to_table(difference: &Difference, terminal: Terminal) -> String {
    let Difference { old, new, contract, outputs } = difference;
    let mut text = String::new();
    if contract.changes.is_empty() {
        text += &format!("no change of the contract between {old} and {new}\n\n");
    } else {
        let mut changes: Vec<&Change> = contract.changes.iter().collect();
        changes.sort_by_key(|change| change.effect);
        let rows = changes.into_iter().map(|change| {
            [change.effect.name().to_owned(), change.address.clone(), change.text.clone()]
        });
        text += &render_table(&["EFFECT", "ADDRESS", "CHANGE"], rows, terminal);
        text += &format!("\n{old} to {new}: {}\n\n", summary(contract));
    }
    let rows = outputs.iter().map(|output| {
        let name = output.package.as_deref().unwrap_or(output.name);
        let mut reasons: Vec<_> = output.reasons.iter().take(SHOWN_REASONS).cloned().collect();
        let more = output.reasons.len() - reasons.len();
        if more > 0 {
            reasons.push(format!("and {more} more"));
        }
        [name.to_owned(), output.step.name().to_owned(), reasons.join("; ")]
    });
    text + &render_table(&["OUTPUT", "STEP", "BECAUSE"], rows, terminal)
}

fn summary(contract: &Comparison) -> String {
    let counts = Effect::ALL.map(|effect| {
        let count = contract.changes.iter().filter(|change| change.effect == effect).count();
        (count, effect)
    });
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> =
        counts.map(|(count, effect)| format!("{count} {}", effect.name())).collect();
    format!("{}: {}", counted(contract.changes.len(), "change"), counts.join(", "))
}

pub fn to_json(difference: &Difference) -> String {
    let Difference { old, new, contract, outputs } = difference;
    let changes = contract.changes.iter().map(|change| {
        json!({
            "effect": change.effect.name(),
            "address": change.address,
            "change": change.text,
            "gap": change.gap,
        })
    });
    let outputs = outputs.iter().map(|output| {
        json!({
            "output": output.name,
            "package": output.package,
            "step": output.step.name(),
            "because": output.reasons,
        })
    });
    let object = json!({
        "schema": 1,
        "old": old,
        "new": new,
        "changes": changes.collect::<Vec<_>>(),
        "outputs": outputs.collect::<Vec<_>>(),
        "removed_ids": contract.removed_ids,
        "added_ids": contract.added_ids,
    });
    format!("{object:#}\n")
}
