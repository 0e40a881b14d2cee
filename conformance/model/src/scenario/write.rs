//! Writes scenarios as files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use spec::{Contract, InputPart, InputRef, Type};

use super::{
    ClauseRef, Expectation, Inputs, KeyChoice, Need, ResponsePath, Scenario, Step, Template, Value,
    level,
    value::{self, is_literal},
};
use crate::contract::usual_key;
use crate::depth::Depth;
use crate::json::Json;

/// Longest line of a step before its value is broken into lines.
const LINE: usize = 120;

/// The keys of a mapping with their values.
type Entries = Vec<(String, Json)>;

impl Scenario {
    /// The scenario as the text of a file. What is the default for the contract is left out.
    pub fn write(&self, contract: &Contract) -> String {
        let first = usual_key(contract);
        let mut out = String::from("scenario: 1\n");
        let mut line = |key: &str, value: &Json| {
            let _ = writeln!(out, "{key}: {}", flow(value));
        };
        line("title", &text(&self.title));
        if let Some(about) = &self.about {
            line("about", &text(about));
        }
        if self.level != level::derived(self, contract) {
            line("level", &text(self.level.name()));
        }
        if self.depth != Depth::Quick {
            line("depth", &text(self.depth.name()));
        }
        if !self.needs.is_empty() {
            let needs = self.needs.iter().map(|need| (need.name.clone(), self::need(need, first)));
            line("needs", &Json::Map(needs.collect()));
        }
        let steps = self.steps.iter().map(|step| entries(step, contract)).collect();
        let finally = self.finally.iter().map(|step| request(step, contract)).collect();
        for (key, steps) in [("steps", steps), ("finally", finally)] {
            let steps: Vec<Entries> = steps;
            if !steps.is_empty() {
                let _ = writeln!(out, "{key}:");
                steps.into_iter().for_each(|step| write_step(step, &mut out));
            }
        }
        out
    }
}

fn need(need: &Need, first_key: Option<&str>) -> Json {
    let mut entries: Entries = vec![("kind".to_owned(), text(&need.kind))];
    if Some(need.account.as_str()) != first_key {
        entries.push(("account".to_owned(), text(&need.account)));
    }
    if need.optional {
        entries.push(("optional".to_owned(), Json::Bool(true)));
    }
    if !need.given.is_empty() {
        let given = need.given.iter().map(|(name, fact)| (name.clone(), text(fact)));
        entries.push(("facts".to_owned(), Json::Map(given.collect())));
    }
    if entries.len() == 1 { text(&need.kind) } else { Json::Map(entries) }
}

/// The step as an item of a list.
fn write_step(step: Entries, out: &mut String) {
    for (position, (key, value)) in step.into_iter().enumerate() {
        let lead = if position == 0 { "  - " } else { "    " };
        let _ = write!(out, "{lead}{key}:");
        let line = flow(&value);
        match &value {
            Json::Map(entries) if line.len() + key.len() > LINE => {
                for (name, value) in entries {
                    let _ = write!(out, "\n      {}: {}", flow(&text(name)), flow(value));
                }
            }
            Json::List(items) if line.len() + key.len() > LINE => {
                for item in items {
                    let _ = write!(out, "\n      - {}", flow(item));
                }
            }
            _ => {
                let _ = write!(out, " {line}");
            }
        }
        out.push('\n');
    }
}

/// The keys of a call that restores.
fn request(step: &Step, contract: &Contract) -> Entries {
    let mut entries: Entries = vec![("call".to_owned(), text(&step.call))];
    entries.extend(inputs(&step.inputs, &types(step, contract)));
    entries.extend(key(&step.key, usual_key(contract)).map(|key| ("key".to_owned(), key)));
    entries
}

/// The keys of a step that differ from their defaults.
fn entries(step: &Step, contract: &Contract) -> Entries {
    let mut entries = request(step, contract);
    let types = types(step, contract);
    entries.splice(1..1, step.name.as_deref().map(|name| ("as".to_owned(), text(name))));
    let mut set = |key: &str, value: Option<Json>| {
        entries.extend(value.map(|value| (key.to_owned(), value)));
    };
    let all = |flag: bool| flag.then(|| text("all"));
    let word = |word: &Option<String>| word.as_deref().map(text);
    let alternatives = step.alternatives.iter().map(|form| Json::Map(inputs(form, &types)));
    set("alternatives", list(alternatives));
    set("at_once", (step.at_once > 1).then(|| Json::Number(step.at_once.to_string())));
    set("after_a_second", step.after_a_second.then_some(Json::Bool(true)));
    set("header_case", step.spelling.header.map(|case| text(case.word())));
    set("path_escapes", all(step.spelling.escaped));
    set("query_escapes", all(step.spelling.query_escaped));
    set("media_type", step.spelling.media_type.map(|it| text(it.word())));
    set("body_spelling", step.spelling.body.map(|it| text(it.word())));
    set("may_be_refused", step.may_be_refused.then_some(Json::Bool(true)));
    set("lookup", step.lookup.then_some(Json::Bool(true)));
    set("pages", all(step.all_pages));
    set("page_size", step.page_size.map(|size| Json::Number(size.to_string())));
    match &step.expect {
        Expectation::Refused(case) => set("refused", Some(text(case))),
        Expectation::RefusedAny => set("refused", Some(text("any"))),
        Expectation::Nothing if !step.lookup && step.observes_gap.is_none() => {
            set("no_expectation", Some(Json::Bool(true)));
        }
        Expectation::Nothing | Expectation::Accepted => {}
    }
    set("observes_gap", word(&step.observes_gap));
    set("shows", templates(&step.shows));
    set("hides", templates(&step.hides));
    set("adds", templates(&step.adds));
    let order = step.order.iter().map(|(value, at)| (value.to_string(), text(&at.to_string())));
    set("order", map(order));
    set("equals", compared(&step.equals));
    set("differs", compared(&step.differs));
    set("near", compared(&step.near));
    set("repeats", word(&step.repeats));
    set("same_as", word(&step.same_as));
    set("unchanged_since", word(&step.unchanged_since));
    set("like", word(&step.like));
    set("same_state_as", word(&step.same_state_as));
    set("if_refused", word(&step.if_refused));
    set("proves", clauses(&step.proves));
    set("must_not_affect", clauses(&step.must_not_affect));
    set("disproved_by", word(&step.disproved_by));
    entries
}

/// The types of the inputs of the called operation.
fn types(step: &Step, contract: &Contract) -> BTreeMap<InputRef, Type> {
    let operation = contract.operation(&step.call);
    operation
        .map(|operation| crate::contract::inputs(operation).into_iter().collect())
        .unwrap_or_default()
}

fn inputs(inputs: &Inputs, types: &BTreeMap<InputRef, Type>) -> Entries {
    let parts = InputPart::ALL.into_iter().filter_map(|part| {
        let set = inputs.set.iter().filter(|(input, _)| input.part == part);
        let values =
            map(set.map(|(input, value)| (input.name.clone(), sent(value, types.get(input)))))?;
        Some((part.name().to_owned(), values))
    });
    let without = list(inputs.without.iter().map(|input| text(&input.to_string())));
    parts.chain(without.map(|without| ("without".to_owned(), without))).collect()
}

/// `None` for the default.
fn key(key: &KeyChoice, first: Option<&str>) -> Option<Json> {
    match key {
        KeyChoice::Default => None,
        KeyChoice::Kind(kind) => (Some(kind.as_str()) != first).then(|| text(kind)),
        KeyChoice::Absent => first.map(|_| text("none")),
        KeyChoice::Empty => Some(text("empty")),
        KeyChoice::Blank => Some(text("blank")),
        KeyChoice::Invalid => Some(text("invalid")),
        KeyChoice::Changed(change, _) => Some(text(change.word())),
    }
}

fn compared(compared: &[(ResponsePath, Value)]) -> Option<Json> {
    map(compared.iter().map(|(path, value)| (path.written(), sent(value, None))))
}

fn templates(templates: &[Template]) -> Option<Json> {
    list(templates.iter().map(|template| text(&template.to_string())))
}

fn clauses(clauses: &[ClauseRef]) -> Option<Json> {
    list(clauses.iter().map(|clause| text(&clause.id())))
}

/// A value to send. Where the contract has another type, it is written as the text of JSON.
fn sent(value: &Value, ty: Option<&Type>) -> Json {
    match value {
        Value::Json(json @ (Json::Number(_) | Json::Bool(_)))
            if ty.is_some_and(|ty| !is_literal(&json.to_string(), ty)) =>
        {
            as_text(json)
        }
        Value::Json(json) if holds_map(json) => as_text(json),
        value => json(value),
    }
}

/// Whether a value is an object or contains one.
fn holds_map(json: &Json) -> bool {
    match json {
        Json::Map(_) => true,
        Json::List(items) => items.iter().any(holds_map),
        _ => false,
    }
}

fn as_text(json: &Json) -> Json {
    Json::Map(vec![(value::JSON.to_owned(), text(&json.to_string()))])
}

fn json(value: &Value) -> Json {
    match value {
        Value::Text(template) => text(&template.to_string()),
        Value::Json(json) => json.clone(),
    }
}

fn list(items: impl Iterator<Item = Json>) -> Option<Json> {
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then_some(Json::List(items))
}

fn map(entries: impl Iterator<Item = (String, Json)>) -> Option<Json> {
    let entries: Entries = entries.collect();
    (!entries.is_empty()).then_some(Json::Map(entries))
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

/// A value on one line: `{ name: "{one.id}", several: [a, b] }`.
fn flow(value: &Json) -> String {
    match value {
        Json::Map(entries) if entries.is_empty() => "{}".to_owned(),
        Json::Map(entries) => {
            let entry =
                |(key, value): &(String, Json)| format!("{}: {}", flow(&text(key)), flow(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Json::List(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Json::Text(text) if is_plain(text) => text.clone(),
        other => printable(&other.to_string()),
    }
}

/// A value of JSON as one of YAML, which does not allow some characters without an escape and reads others as line breaks.
fn printable(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for char in json.chars() {
        match char {
            '\u{80}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(char)));
            }
            _ => text.push(char),
        }
    }
    text
}

/// Whether the text needs no quotes: words that YAML 1.1 does not read as another type.
fn is_plain(text: &str) -> bool {
    const OTHER_TYPES: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && text.chars().all(|char| char.is_ascii_alphanumeric() || "_.- ".contains(char))
        && !OTHER_TYPES.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reader::{Diagnostics, Sources};

    use super::*;

    /// What the reader of scenarios makes of the text of one line.
    fn read(line: &str) -> Option<String> {
        let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
        let file = sources.add("it.yaml", line.to_owned());
        match reader::parse(&sources, file, &mut out)?.value {
            reader::Value::Scalar(scalar) => Some(scalar.text),
            _ => None,
        }
    }

    proptest! {
        #[test]
        fn texts_are_read_back(chars in prop::collection::vec(any::<char>(), 0..20)) {
            let text: String = chars.into_iter().collect();
            prop_assert_eq!(read(&flow(&super::text(&text))), Some(text));
        }

        #[test]
        fn texts_of_unusual_characters_are_read_back(
            text in "[a\\u{0}-\\u{20}\\u{7f}-\\u{a0}\\u{2028}\\u{2029}\\u{d7ff}\\u{e000}\\u{feff}\\u{fffd}-\\u{10001}'\"#:%\\\\]{0,8}"
        ) {
            prop_assert_eq!(read(&flow(&super::text(&text))), Some(text));
        }
    }
}
