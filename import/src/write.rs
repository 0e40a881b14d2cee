//! Writes the YAML of a contract.

/// The widest line that a map is written on.
const WIDTH: usize = 118;

/// Texts are cut to this number of characters, at the end of a sentence if there is one.
const LONGEST: usize = 300;

/// A value of a key.
#[derive(Clone, Debug)]
pub enum Out {
    /// A text of the document, in quotes where it needs them.
    Text(String),
    /// A word of the language, a number or a boolean.
    Word(String),
    List(Vec<Self>),
    Map(Map),
}

impl Out {
    pub fn text(text: impl AsRef<str>) -> Self {
        Self::Text(tidy(text.as_ref()))
    }

    pub fn word(word: impl ToString) -> Self {
        Self::Word(word.to_string())
    }

    /// A gap with its note.
    pub fn not_shown(note: impl AsRef<str>) -> Self {
        Self::Map(Map::default().with("not_shown", Self::text(note)))
    }

    /// A value of JSON.
    pub fn json(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(items) => Self::List(items.iter().map(Self::json).collect()),
            other => Self::word(other),
        }
    }
}

/// Keys with values, and comments before them.
#[derive(Clone, Debug, Default)]
pub struct Map {
    entries: Vec<(Vec<String>, String, Out)>,
    /// Comments for the next key, or after the last.
    comments: Vec<String>,
}

impl Map {
    pub fn with(mut self, key: impl Into<String>, value: Out) -> Self {
        self.push(key, value);
        self
    }

    pub fn push(&mut self, key: impl Into<String>, value: Out) {
        let comments = std::mem::take(&mut self.comments);
        self.entries.push((comments, key.into(), value));
    }

    /// A key for a map, if that has any keys.
    pub fn push_map(&mut self, key: &str, map: Self) {
        if !map.entries.is_empty() {
            self.push(key, Out::Map(map));
        }
    }

    pub fn comment(&mut self, text: impl AsRef<str>) {
        self.comments.push(tidy(text.as_ref()));
    }

    pub fn extend(&mut self, other: Self) {
        self.entries.extend(other.entries);
        self.comments.extend(other.comments);
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn remove(&mut self, key: &str) {
        self.entries.retain(|(_, name, _)| name != key);
    }

    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(_, name, _)| name == key)
    }

    pub fn get(&self, key: &str) -> Option<&Out> {
        self.entries.iter().find(|(_, name, _)| name == key).map(|(_, _, value)| value)
    }

    /// The word that a key has as its value.
    pub fn word(&self, key: &str) -> Option<&str> {
        if let Out::Word(word) = self.get(key)? { Some(word) } else { None }
    }

    /// The text of a file.
    pub fn render(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn write(&self, out: &mut String, indent: usize) {
        let margin = " ".repeat(indent);
        for (comments, key, value) in &self.entries {
            // The `key` of an operation belongs to its first lines, without a blank line before it.
            let is_part = matches!(value, Out::Map(map) if key != "key" || !map.fits(0));
            if indent == 0 && is_part {
                out.push('\n');
            }
            comments.iter().for_each(|line| out.push_str(&format!("{margin}# {line}\n")));
            let key = quoted_key(key);
            match value {
                Out::Map(map) if !map.fits(indent + key.len() + 2) => {
                    out.push_str(&format!("{margin}{key}:\n"));
                    map.write(out, indent + 2);
                }
                value => out.push_str(&format!("{margin}{key}: {}\n", flow(value))),
            }
        }
        self.comments.iter().for_each(|line| out.push_str(&format!("{margin}# {line}\n")));
    }

    /// Whether it is written on one line. Only maps without nested maps are.
    fn fits(&self, before: usize) -> bool {
        let has_map = |value: &Out| matches!(value, Out::Map(map) if !map.has("not_shown"));
        let is_plain = self.comments.is_empty()
            && self
                .entries
                .iter()
                .all(|(comments, _, value)| comments.is_empty() && !has_map(value));
        is_plain && before + self.flow().chars().count() <= WIDTH
    }

    fn flow(&self) -> String {
        let entries = self.entries.iter();
        let entries =
            entries.map(|(_, key, value)| format!("{}: {}", quoted_key(key), flow(value)));
        format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
    }
}

fn flow(value: &Out) -> String {
    match value {
        Out::Text(text) => quoted(text),
        Out::Word(word) => word.clone(),
        Out::List(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Out::Map(map) if map.is_empty() => "{}".to_owned(),
        Out::Map(map) => map.flow(),
    }
}

fn quoted_key(key: &str) -> String {
    if key == "not_shown" { key.to_owned() } else { quoted(key) }
}

/// A text as YAML that is read back unchanged.
fn quoted(text: &str) -> String {
    const WORDS: [&str; 10] =
        ["true", "false", "yes", "no", "on", "off", "null", "none", "not_shown", "nan"];
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '.')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" _-./".contains(&byte))
        && !WORDS.contains(&text.to_lowercase().as_str());
    if is_plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// Prose on one line, without characters that no file should have.
fn tidy(text: &str) -> String {
    let is_shown = |c: char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{85}')
    };
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let shown: String = spaced.chars().filter(|c| is_shown(*c)).collect();
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(LONGEST) else { return line };
    let start = &line[..end];
    match start.rfind(". ") {
        Some(at) => start[..=at].to_owned(),
        None => format!("{}...", start.rsplit_once(' ').map_or(start, |(words, _)| words)),
    }
}
