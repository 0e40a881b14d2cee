//! The type of a member, an input or a query parameter, with the constraints that the language has.

use spec::{Constraints, Pattern};

use crate::document::Node;
use crate::left_out::{LeftOut, Reason};
use crate::records::{Records, Usage};
use crate::schema::{Kind, Schema};
use crate::value::Value;
use crate::write::{Map, Out};

/// A member as the draft states it.
#[derive(Clone, Debug)]
pub struct Member {
    /// `type` and what refines it.
    pub keys: Map,
    /// The name of the record, if the member is a record or a list of records.
    pub record: Option<String>,
    pub is_list: bool,
    is_map: bool,
    /// Whether the type cannot be drafted, so that `type` is a gap.
    pub is_unknown: bool,
    /// The documented values.
    values: Vec<String>,
    limits: Constraints,
    /// What the document says about its values and the keys do not express.
    pub lost: Vec<LeftOut>,
}

/// Formats that say nothing about what is accepted.
const WIDTHS: [&str; 6] = ["int32", "int64", "float", "double", "password", "string"];

/// Magnitude of numbers that the keys can hold.
const LARGEST: f64 = 1e15;

impl Member {
    /// Reads a schema; `name` names a record that is made of it.
    pub fn read<'d>(
        records: &mut Records<'d>,
        schema: &Schema<'d>,
        name: &str,
        usage: Usage,
    ) -> Self {
        let mut made = Self {
            keys: Map::default(),
            record: None,
            is_list: false,
            is_map: false,
            is_unknown: false,
            values: Vec::new(),
            limits: Constraints::default(),
            lost: Vec::new(),
        };
        let item = match &schema.kind {
            Kind::List(items) => {
                made.is_list = true;
                let Some(items) = items else {
                    let at = schema.at.clone();
                    return made.unknown(LeftOut {
                        reason: Reason::AnyValue,
                        at,
                        what: "a list of anything".into(),
                    });
                };
                let item = records.schema(items);
                if matches!(item.kind, Kind::List(_)) {
                    return made.unknown(items.left_out(Reason::ListOfLists, "a list of lists"));
                }
                item
            }
            Kind::Map(values) if usage != Usage::Query => {
                made.is_map = true;
                made.count(schema, ["minProperties", "maxProperties"]);
                records.schema(values)
            }
            _ => schema.clone(),
        };
        let word = match &item.kind {
            Kind::Other(left_out) => return made.unknown(left_out.clone()),
            Kind::Map(_) | Kind::Object(_) if usage == Usage::Query => {
                let at = item.at.clone();
                return made.unknown(LeftOut {
                    reason: Reason::Parameter,
                    at,
                    what: "an object".into(),
                });
            }
            Kind::Map(_) | Kind::Object(_) | Kind::List(_) if made.is_map => {
                let at = schema.at.clone();
                return made.unknown(LeftOut { reason: Reason::Map, at, what: "a map".into() });
            }
            Kind::Map(_) => {
                let at = item.at.clone();
                return made.unknown(LeftOut {
                    reason: Reason::Map,
                    at,
                    what: "a list of maps".into(),
                });
            }
            Kind::Object(_) => {
                let record = records.declare(&item, name, usage);
                made.record = Some(record.clone());
                record
            }
            Kind::Text if is_date(&item) => "date".to_owned(),
            Kind::Text if is_time(&item) => "timestamp".to_owned(),
            Kind::Text | Kind::List(_) => "string".to_owned(),
            Kind::Integer => "integer".to_owned(),
            Kind::Number => "number".to_owned(),
            Kind::Boolean => "boolean".to_owned(),
        };
        if (made.is_list || made.is_map) && item.nullable {
            let at = item.at.clone();
            let what = if made.is_map { "a map with nulls" } else { "a list with nulls" };
            return made.unknown(LeftOut { reason: Reason::Union, at, what: what.into() });
        }
        let ty = Out::word(&word);
        let ty = match (made.is_list, made.is_map) {
            (true, _) => Out::List(vec![ty]),
            (_, true) => Out::Map(Map::default().with("map", ty)),
            _ => ty,
        };
        made.keys.push("type", ty);
        made.refine(schema, &item, usage);
        made
    }

    /// A member whose type is a gap.
    fn unknown(mut self, left_out: LeftOut) -> Self {
        let note = format!("The document has here: {}.", left_out.reason.text());
        self.keys = Map::default().with("type", Out::not_shown(note));
        self.is_unknown = true;
        self.lost.push(left_out);
        self
    }

    fn lose(&mut self, node: &Node<'_>, reason: Reason) {
        let what = node.at.rsplit('/').next().unwrap_or_default();
        let value = reader::quoted(&node.value.to_json().to_string());
        self.lost.push(node.left_out(reason, format!("{what}: {value}")));
    }

    fn count(&mut self, schema: &Schema<'_>, names: [&str; 2]) {
        for name in names {
            if let Some(node) = schema.keyword(name) {
                self.lose(node, Reason::Bound);
            }
        }
    }

    fn refine(&mut self, schema: &Schema<'_>, item: &Schema<'_>, usage: Usage) {
        let mut known = Constraints::default();
        let is_query = usage == Usage::Query;
        let mut values = Vec::new();
        if let Some((node, listed)) = item.values() {
            let texts: Option<Vec<_>> =
                listed.iter().map(|value| listed_text(value, is_query)).collect();
            let is_of_type = |text: &String| match item.kind {
                Kind::Integer => text.parse::<i64>().is_ok(),
                Kind::Number => serde_json::from_str::<serde_json::Number>(text).is_ok(),
                Kind::Boolean => text.parse::<bool>().is_ok(),
                _ => true,
            };
            let texts = texts.filter(|all| all.iter().all(is_of_type));
            let texts = texts.filter(|_| matches!(item.kind, Kind::Text) || is_query);
            let is_one = !self.is_list && !self.is_map;
            match texts.filter(|_| (is_one || is_query) && !is_moment(item)) {
                Some(texts) => values = texts,
                None => self.lose(node, Reason::ListedValues),
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        values.retain(|value| seen.insert(value.clone()));
        let mut format = None;
        match &item.kind {
            Kind::Text if values.is_empty() => {
                format = self.format(item, is_query);
                self.lengths(item, &mut known);
            }
            Kind::Integer | Kind::Number if values.is_empty() => self.bounds(item, &mut known),
            Kind::Object(_) => self.count(item, ["minProperties", "maxProperties"]),
            _ => {}
        }
        if !values.is_empty() && is_query {
            let note = |value: &String| (value.clone(), Out::not_shown("What it selects."));
            let map = values
                .iter()
                .map(note)
                .fold(Map::default(), |map, (key, value)| map.with(key, value));
            self.keys.push_map("values", map);
        } else if !values.is_empty() {
            let texts = values.iter().map(|value| Out::Text(value.clone())).collect();
            self.keys.push("values", Out::List(texts));
        }
        if self.is_list {
            let names = [("minItems", "min_items"), ("maxItems", "max_items")];
            (known.min_items, known.max_items) = self.counts(schema, names);
        }
        if self.is_list && schema.is_true("uniqueItems") && !is_query {
            self.keys.push("unique_items", Out::word(true));
        }
        self.example(schema, item, (&values, format), &mut known, usage);
        (self.values, self.limits) = (values, known);
    }

    /// A value as it is written in a query, if the member admits the value.
    pub fn text_of(&self, value: &Value) -> Option<String> {
        let value = match value {
            Value::List(items) if self.is_list && items.len() == 1 => &items[0],
            value => value,
        };
        let text = listed_text(value, true)?;
        if !self.values.is_empty() {
            return self.values.contains(&text).then_some(text);
        }
        let ty = match self.keys.get("type") {
            Some(Out::List(items)) => items.first(),
            ty => ty,
        };
        let Some(Out::Word(ty)) = ty else { return None };
        let json = value.to_json();
        let is_of_type = match ty.as_str() {
            "string" => json.is_string(),
            "integer" => json.is_i64(),
            "number" => json.is_number(),
            "boolean" => json.is_boolean(),
            _ => false,
        };
        (is_of_type && self.limits.broken_by(&json).is_empty()).then_some(text)
    }

    /// The format, if the language has it. Another format is recorded as lost.
    fn format(&mut self, item: &Schema<'_>, is_query: bool) -> Option<&'static str> {
        let node = item.keyword("format")?;
        let word = node.value.text()?;
        let known = match word {
            "email" => "email",
            "uri" | "url" => "url",
            "date-time" | "date" => return None,
            word if WIDTHS.contains(&word) || word.is_empty() => return None,
            _ => {
                self.lose(node, Reason::Format);
                return None;
            }
        };
        if self.is_list || self.is_map || is_query {
            self.lose(node, Reason::Format);
            return None;
        }
        self.keys.push("format", Out::word(known));
        Some(known)
    }

    fn lengths(&mut self, item: &Schema<'_>, known: &mut Constraints) {
        let names = [("minLength", "min_length"), ("maxLength", "max_length")];
        if is_moment(item) {
            self.count(item, names.map(|(name, _)| name));
            return;
        }
        (known.min_length, known.max_length) = self.counts(item, names);
    }

    /// The least and the greatest of a number of characters or items: its keyword, and the key of the draft. Both are
    /// recorded as lost if they contradict each other.
    fn counts(
        &mut self,
        schema: &Schema<'_>,
        names: [(&str, &'static str); 2],
    ) -> (Option<usize>, Option<usize>) {
        let mut count = |name| {
            let node = schema.keyword(name)?;
            let found =
                node.value.number().filter(|it| *it >= 0.0 && *it < LARGEST && it.fract() == 0.0);
            if found.is_none() {
                self.lose(node, Reason::NotInDocument);
            }
            found.map(|count| count as usize)
        };
        let [least, most] = names.map(|(name, _)| count(name));
        let least = least.filter(|least| *least > 0);
        if least.zip(most).is_some_and(|(least, most)| least > most) {
            self.count(schema, names.map(|(name, _)| name));
            return (None, None);
        }
        for ((_, key), count) in names.into_iter().zip([least, most]) {
            if let Some(count) = count {
                self.keys.push(key, Out::word(count));
            }
        }
        (least, most)
    }

    fn bounds(&mut self, item: &Schema<'_>, known: &mut Constraints) {
        let is_whole = matches!(item.kind, Kind::Integer);
        let mut bound = |name: &str, exclusive: &str, step: f64| {
            let inclusive = item.keyword(name);
            let other = item.keyword(exclusive);
            let (node, is_exclusive) = match (inclusive, other) {
                (_, Some(node)) if node.value.number().is_some() => (node, true),
                (Some(node), Some(other)) if other.value.is_true() => (node, true),
                (Some(node), _) => (node, false),
                _ => return None,
            };
            let number = node.value.number()?;
            let fits = number.abs() < LARGEST && (!is_exclusive || is_whole);
            // A bound that is not a whole number is rounded inwards to the next whole number.
            let whole = if step > 0.0 { number.ceil() } else { number.floor() };
            let moved = is_exclusive && whole == number;
            if !fits {
                self.lose(node, Reason::Bound);
                return None;
            }
            Some(if !is_whole {
                number
            } else if moved {
                whole + step
            } else {
                whole
            })
        };
        let least = bound("minimum", "exclusiveMinimum", 1.0);
        let most = bound("maximum", "exclusiveMaximum", -1.0);
        if let Some(node) = item.keyword("multipleOf") {
            self.lose(node, Reason::Bound);
        }
        if least.zip(most).is_some_and(|(least, most)| least > most) {
            for node in ["minimum", "maximum"].iter().filter_map(|name| item.keyword(name)) {
                self.lose(node, Reason::Bound);
            }
            return;
        }
        (known.minimum, known.maximum) = (least, most);
        for (key, bound) in [("minimum", least), ("maximum", most)] {
            if let Some(bound) = bound {
                self.keys.push(key, Out::word(bound));
            }
        }
    }

    /// Reads the pattern, and an example that satisfies all constraints.
    fn example(
        &mut self,
        schema: &Schema<'_>,
        item: &Schema<'_>,
        (values, format): (&[String], Option<&str>),
        known: &mut Constraints,
        usage: Usage,
    ) {
        let pattern = item
            .keyword("pattern")
            .filter(|_| matches!(item.kind, Kind::Text) && values.is_empty());
        if let Some(node) = pattern {
            known.pattern =
                node.value.text().map(portable).and_then(|text| Pattern::new(&text).ok());
        }
        let own = schema.example().or_else(|| item.example().filter(|_| self.is_list));
        let example = own.map(Value::to_json).map(|json| match json {
            json if self.is_list && !json.is_array() => serde_json::Value::Array(vec![json]),
            json => json,
        });
        let is_one = |value: &serde_json::Value| match &item.kind {
            Kind::Text if is_moment(item) => false,
            Kind::Text => value.as_str().is_some_and(|text| {
                (values.is_empty() || values.iter().any(|known| known == text))
                    && format.is_none_or(|format| is_written(text, format))
                    && !text.chars().any(char::is_control)
            }),
            Kind::Integer => value.as_i64().is_some(),
            Kind::Number => value.as_f64().is_some_and(|number| number.abs() < LARGEST),
            Kind::Boolean => value.is_boolean(),
            _ => false,
        };
        let fits = |value: &serde_json::Value| match value {
            serde_json::Value::Array(items) => {
                self.is_list && items.iter().all(is_one) && !items.is_empty()
            }
            one => !self.is_list && !self.is_map && is_one(one),
        };
        let kept = example.clone().filter(|it| fits(it) && known.broken_by(it).is_empty());
        if let (Some(node), None) = (pattern, known.pattern.as_ref().and(kept.as_ref())) {
            known.pattern = None;
            self.lose(node, Reason::Pattern);
        }
        if let Some(pattern) = &known.pattern {
            self.keys.push("pattern", Out::Text(pattern.as_str().to_owned()));
        }
        let is_for_values = self.is_map || matches!(item.kind, Kind::Object(_)) || is_moment(item);
        match kept {
            Some(kept) if usage != Usage::Shown || known.pattern.is_some() => {
                self.keys.push("example", Out::json(&kept));
            }
            None if usage != Usage::Shown && own.is_some() && !is_for_values => {
                let node = schema.keyword("example").or(item.keyword("example"));
                if let Some(node) = node {
                    self.lost.push(node.left_out(Reason::Example, "an example"));
                }
            }
            _ => {}
        }
    }
}

/// A listed value as a text; in a query, also a number or a boolean.
fn listed_text(value: &Value, is_query: bool) -> Option<String> {
    let text = match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) if is_query => number.to_string(),
        Value::Bool(value) if is_query => value.to_string(),
        _ => return None,
    };
    let is_sent = !is_query || !text.is_empty();
    (is_sent && !text.chars().any(char::is_control)).then_some(text)
}

fn is_time(schema: &Schema<'_>) -> bool {
    matches!(schema.kind, Kind::Text) && schema.text("format") == Some("date-time")
}

fn is_date(schema: &Schema<'_>) -> bool {
    matches!(schema.kind, Kind::Text) && schema.text("format") == Some("date")
}

/// Whether it has a type of time or date, which no further keys refine.
fn is_moment(schema: &Schema<'_>) -> bool {
    is_time(schema) || is_date(schema)
}

/// Checks the minimum that a format of the language requires of a text.
fn is_written(text: &str, format: &str) -> bool {
    let parts = if format == "email" { text.rsplit_once('@') } else { text.split_once("://") };
    parts.is_some_and(|(before, after)| !before.is_empty() && !after.is_empty())
}

/// A pattern in which the shorthands of the OpenAPI dialect, such as `\d`, are replaced by the sets that they stand
/// for.
fn portable(pattern: &str) -> String {
    let (mut out, mut in_set, mut chars) = (String::new(), false, pattern.chars());
    while let Some(char) = chars.next() {
        let set = match (char, in_set) {
            ('\\', _) => match chars.next() {
                Some('d') => "0-9",
                Some('w') => "A-Za-z0-9_",
                // A character that is special in no dialect stands for itself.
                Some(
                    other @ ('/' | '@' | '"' | '\'' | ' ' | ':' | ',' | '<' | '>' | '=' | '_' | '%'
                    | '!' | ';'),
                ) => {
                    out.push(other);
                    continue;
                }
                other => {
                    out.push('\\');
                    out.extend(other);
                    continue;
                }
            },
            _ => {
                in_set = char == '[' || (in_set && char != ']');
                out.push(char);
                continue;
            }
        };
        out.push_str(&if in_set { set.to_owned() } else { format!("[{set}]") });
    }
    out
}
