//! An observation for people: a table of the gaps by operation.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::{Gap, Observation, Sample};
use crate::text::{aligned, counted, escape};

/// Maximum length of an answer in a line.
const LONGEST: usize = 100;

/// The table. `verbose` adds what was seen, with samples.
pub fn render(observation: &Observation, verbose: bool) -> String {
    let Observation { service, base_url, level, depth, gaps, .. } = observation;
    let answered = observation.answered().count();
    let mut text = format!(
        "{service} at {base_url}\nlevel {level}, depth {depth}: {answered} of {} seen\n",
        counted(gaps.len(), "gap")
    );
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in gaps.iter().filter_map(|gap| gap.reason.as_deref()) {
        *open.entry(reason).or_default() += 1;
    }
    for (reason, count) in open {
        let words = observation.reasons.get(reason).map_or(reason, String::as_str);
        let _ = writeln!(text, "{count:>5} open: {words}");
    }
    let mut groups: BTreeMap<&str, Vec<&Gap>> = BTreeMap::new();
    for gap in gaps {
        groups.entry(group(gap)).or_default().push(gap);
    }
    for (name, gaps) in groups {
        let _ = writeln!(text, "\n{name}");
        if !verbose {
            text.push_str(&aligned(gaps.iter().map(|gap| row(name, gap)), 2));
            continue;
        }
        for gap in gaps {
            text.push_str(&aligned([row(name, gap)], 2));
            for seen in &gap.seen {
                let _ = writeln!(text, "      {:>5}  {}", seen.witnesses, escape(&seen.value));
            }
            for Sample { scenario, request, response } in &gap.samples {
                let (request, response) = (escape(request), escape(response));
                let _ = writeln!(text, "      {scenario}\n        {request}\n        {response}");
            }
        }
    }
    text
}

/// The operation, or the first part of the id.
fn group(gap: &Gap) -> &str {
    let first = gap.id.split('.').next().unwrap_or_default();
    gap.operation.as_deref().unwrap_or(first)
}

fn row(group: &str, gap: &Gap) -> [String; 3] {
    let name = gap.id.strip_prefix(group).and_then(|rest| rest.strip_prefix('.'));
    let answer = match &gap.answer {
        Some(answer) => shown(answer),
        None => format!("- {}", gap.reason.as_deref().unwrap_or_default()),
    };
    [name.unwrap_or(&gap.id).to_owned(), gap.witnesses.to_string(), answer]
}

fn shown(answer: &Value) -> String {
    let text = match answer {
        Value::String(text) => text.clone(),
        Value::Object(members) if members.values().all(Value::is_object) => {
            members.keys().cloned().collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    let text = escape(&text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
