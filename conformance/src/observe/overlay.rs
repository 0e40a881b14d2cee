//! Writes the answers of an observation as an overlay.

use std::fmt::Write as _;

use serde_json::Value;
use spec::ContractFile;

use super::{Gap, Observation, Record};
use crate::observed::Why;
use crate::text::counted;

/// Words that YAML does not read as text unless they are quoted.
const RESERVED: [&str; 8] = ["true", "false", "yes", "no", "null", "none", "on", "off"];

/// The overlay of the answers, named after the file. Answers that the contract does not accept are left out, and their
/// gaps stay open in the observation.
pub fn write_overlay(
    observation: &mut Observation,
    name: &str,
    contract: &[ContractFile],
) -> String {
    let is_admitted = |text: &str| {
        let file = ContractFile {
            address: String::new(),
            path: format!("{name}.yaml"),
            text: text.to_owned(),
        };
        spec::load(contract, Some(&file)).contract.is_some()
    };
    let all: Vec<_> = observation.answered().map(|(gap, _)| gap.id.clone()).collect();
    if !is_admitted(&overlay(observation, name, &|_| true)) {
        let alone = |id: &String| is_admitted(&overlay(observation, name, &|gap| gap.id == *id));
        let refused: Vec<_> = all.into_iter().filter(|id| !alone(id)).collect();
        for gap in observation.gaps.iter_mut().filter(|gap| refused.contains(&gap.id)) {
            gap.answer = None;
            gap.reason = Some(Why::NotSayable.name().to_owned());
        }
    }
    overlay(observation, name, &|_| true)
}

fn overlay(observation: &Observation, name: &str, is_wanted: &dyn Fn(&Gap) -> bool) -> String {
    let Observation { base_url, depth, level, started_at, .. } = observation;
    let day = started_at.split('T').next().unwrap_or_default();
    let program = env!("CARGO_PKG_NAME");
    let mut text = format!("# Written by `{program} observe`.\noverlay: {name}\n");
    let description = format!("What {base_url} did on {day}.");
    let _ = writeln!(text, "description: {}\ncomplete: false", quoted(&description));
    let answered: Vec<_> = observation.answered().filter(|(gap, _)| is_wanted(gap)).collect();
    let used = used_records(observation, answered.iter().map(|(_, answer)| *answer));
    if !used.is_empty() {
        text.push_str("\nrecords:\n");
    }
    for (name, record) in used {
        let _ = writeln!(text, "  {name}:\n    resource: {}\n    fields:", record.resource);
        for (field, value) in record.fields.as_object().into_iter().flatten() {
            let _ = writeln!(text, "      {}: {}", flow(&Value::from(field.as_str())), flow(value));
        }
    }
    let is_empty = answered.is_empty();
    text.push_str(if is_empty { "\nanswers: {}\n" } else { "\nanswers:\n" });
    for (gap, answer) in answered {
        let seen = counted(gap.witnesses as usize, "exchange");
        let reason = format!("seen in {seen}, level {level}, depth {depth}, {day}");
        let _ = write!(text, "  {}:\n    answer:", gap.id);
        let _ = match answer {
            Value::Object(members) if members.values().all(Value::is_object) => {
                let lines = members.iter().map(|(name, value)| {
                    format!("\n      {}: {}", flow(&Value::from(name.as_str())), flow(value))
                });
                writeln!(text, "{}", lines.collect::<String>())
            }
            answer => writeln!(text, " {}", flow(answer)),
        };
        let _ = writeln!(text, "    reason: {}", quoted(&reason));
    }
    text
}

/// The added records that the answers name, also within each other.
fn used_records<'o>(
    observation: &'o Observation,
    answers: impl Iterator<Item = &'o Value>,
) -> Vec<(&'o String, &'o Record)> {
    let mut open: Vec<&Value> = answers.collect();
    let mut used: Vec<(&String, &Record)> = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::String(name) => {
                let found = observation.records.get_key_value(name);
                if let Some(found) = found.filter(|found| !used.contains(found)) {
                    used.push(found);
                    open.push(&found.1.fields);
                }
            }
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    used.sort_by_key(|(name, _)| *name);
    used
}

/// A value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) if is_plain(text) => text.clone(),
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                format!("{}: {}", flow(&Value::from(name.as_str())), flow(value))
            });
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// `none` and `not_shown` are words of the language in an answer.
fn is_plain(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let starts = text.bytes().next().is_some_and(|first| first.is_ascii_alphabetic());
    let is_reserved = RESERVED.contains(&text.to_ascii_lowercase().as_str()) && text != "none";
    starts && text.bytes().all(is_word) && !is_reserved
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
