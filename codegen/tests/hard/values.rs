//! Random values of the contract's types on the wire, reproducible by seed.

use spec::{
    Body, Contract, ErrorCase, Evidence, Field, Identifier, InputField, Operation, PageFact,
    Paging, QueryParameter, Record, Slot, Type,
};

/// Texts that need escaping or encoding.
const TEXTS: [&str; 8] = [
    "plain",
    "größe/日本",
    "a b+c",
    "100%25",
    r#""quoted" \"#,
    "x&y=z?#",
    "two\nlines\u{1f600}",
    "<T>{}",
];
const TIMESTAMPS: [&str; 2] = ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.250+02:00"];
const INTEGERS: [&str; 4] = ["0", "-5", "9007199254740993", "12"];
const NUMBERS: [&str; 5] = ["0.10", "1e2", "12345678901234567.89", "-7", "0"];
/// Depth at which optional members are left out.
const DEPTH: usize = 3;

/// A request as the server gets it: decoded parameters of the path, query string, body.
pub struct Sent {
    pub path: Vec<(String, String)>,
    pub query: String,
    pub body: String,
}

pub struct Values<'c> {
    contract: &'c Contract,
    state: u64,
}

impl<'c> Values<'c> {
    pub fn new(contract: &'c Contract, seed: u64) -> Self {
        let state = seed;
        Self { contract, state }
    }

    /// The next number of a splitmix64 generator, below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.roll(from.len())].to_owned()
    }

    /// A request of the operation.
    pub fn request(&mut self, operation: &Operation) -> Sent {
        let path = operation.path_parameters.iter();
        let path = path.map(|parameter| {
            let is_number = parameter.identifiers == [Identifier::Integer];
            let value = if is_number { "9007199254740993".to_owned() } else { self.pick(&TEXTS) };
            (parameter.name.clone(), value)
        });
        let mut path: Vec<_> = path.collect();
        for value in &operation.path_values {
            let text = match value.ty {
                Type::Integer => "7".to_owned(),
                _ => self.pick(&TEXTS),
            };
            path.push((value.name.clone(), text));
        }
        let mut query = Vec::new();
        for parameter in &operation.query {
            if parameter.required || self.roll(2) == 0 {
                let text = self.query(parameter);
                let values = if parameter.repeats() {
                    text.split(',').map(str::to_owned).collect()
                } else {
                    vec![text]
                };
                query.extend(values.into_iter().map(|value| (parameter.key(), value)));
            }
        }
        let paging = operation.paging.as_ref().and_then(Slot::value);
        if let Some(select) = paging.and_then(|paging| paging.selection.value()) {
            query.push((select.start.wire.clone(), "3".to_owned()));
        }
        let query = query.iter();
        let query = query.map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        let query = query.collect::<Vec<_>>().join("&");
        let mut members = Vec::new();
        for field in &operation.body {
            if field.required || self.roll(3) > 0 {
                members.push((field.wire.clone(), self.input(field)));
            }
        }
        let body = if operation.body.is_empty() { String::new() } else { object(&members) };
        Sent { path, query, body }
    }

    fn query(&mut self, parameter: &QueryParameter) -> String {
        if let Some(value) = parameter.values.first().filter(|_| self.roll(3) > 0) {
            return value.wire.clone();
        }
        match &parameter.ty {
            Type::Integer if parameter.several.is_some() => "1,2".to_owned(),
            _ if parameter.several.is_some() => "one,größe".to_owned(),
            Type::Text(_) => self.pick(&TEXTS),
            Type::Timestamp(_) => self.pick(&TIMESTAMPS),
            other => self.of(other, DEPTH),
        }
    }

    fn input(&mut self, field: &InputField) -> String {
        if field.several { quoted("one,a b") } else { self.of(&field.ty, 0) }
    }

    /// The status and the body of a success.
    pub fn success(&mut self, operation: &Operation) -> (u16, String) {
        let status = operation.success.status.value().copied().unwrap_or(202);
        let body = match operation.success.body.value() {
            None => self.pick(&["", "no JSON", r#"{"a":[1.50,null]}"#]),
            Some(Body::Empty) => String::new(),
            Some(Body::Bare(body)) => self.of(&body.ty, 0),
            Some(Body::Envelope(listed)) => {
                let listed = listed.iter();
                let members = listed.map(|one| (one.wire.clone(), self.of(&one.ty, 0)));
                let mut members: Vec<_> = members.collect();
                if let Some(paging) = operation.paging.as_ref().and_then(Slot::value) {
                    let about = page(paging);
                    members.retain(|(wire, _)| Some(wire) != paging.meta.as_ref());
                    match &paging.meta {
                        Some(meta) => members.push((meta.clone(), object(&about))),
                        None => members.extend(about),
                    }
                }
                members.push(("not listed".to_owned(), "[null]".to_owned()));
                object(&members)
            }
        };
        (status, body)
    }

    /// The headers that every success has.
    pub fn headers(&mut self, operation: &Operation) -> Vec<(String, String)> {
        let headers = operation.success.headers.iter().filter(|header| header.is_always_there());
        let values = headers.map(|header| match &header.ty {
            Type::Text(_) => (header.name.clone(), "/a/b".to_owned()),
            ty => (header.name.clone(), self.of(ty, 0).trim_matches('"').to_owned()),
        });
        values.collect()
    }

    /// The message of an error case; equal placeholders have equal values.
    pub fn message(&mut self, case: &ErrorCase) -> String {
        let text = self.pick(&["größe 7", "a+b@c.d", "7"]);
        case.text().map_or_else(|| text.clone(), |it| it.render(|hole| format!("{hole} {text}")))
    }

    /// JSON of a type.
    fn of(&mut self, ty: &Type, depth: usize) -> String {
        match ty {
            Type::Text(_) => quoted(&self.pick(&TEXTS)),
            Type::Enumeration(values) => match values.get(self.roll(values.len() + 1)) {
                Some(value) => quoted(value),
                None => quoted("undescribed value"),
            },
            Type::Integer | Type::UnixTime => self.pick(&INTEGERS),
            Type::Date => quoted(&self.pick(&["2026-01-31", "2024-02-29"])),
            Type::Json => self.pick(&[r#"{"a":[1.50,null]}"#, "7", r#""x""#]),
            Type::Map(item) => {
                let value = self.of(item, depth + 1);
                object(&[("größe".to_owned(), value)])
            }
            Type::Number => self.pick(&NUMBERS),
            Type::Boolean => self.pick(&["true", "false"]),
            Type::Timestamp(_) => quoted(&self.pick(&TIMESTAMPS)),
            Type::Unknown(_) => self.pick(&[r#"{"a":[1.50,null]}"#, "7", r#""x""#]),
            Type::List(item) => {
                let length = if depth < DEPTH { self.roll(3) } else { 0 };
                let items = (0..length).map(|_| self.of(item, depth + 1));
                format!("[{}]", items.collect::<Vec<_>>().join(","))
            }
            Type::Record(name) => match self.contract.record(name) {
                Some(record) => self.record(record, depth + 1),
                None => "{}".to_owned(),
            },
        }
    }

    fn record(&mut self, record: &Record, depth: usize) -> String {
        let mut members = Vec::new();
        for field in &record.fields {
            if let Some(value) = self.member(field, depth) {
                members.push((field.wire.clone(), value));
            }
        }
        if record.further_members.value() != Some(&false) {
            members.push(("not listed".to_owned(), r#"{"b":[1e2]}"#.to_owned()));
        }
        object(&members)
    }

    fn member(&mut self, field: &Field, depth: usize) -> Option<String> {
        let always = field.present.value() == Some(&true);
        let never_null = field.nullable.value() == Some(&false);
        let deep = depth > DEPTH && matches!(field.ty, Type::Record(_));
        if always && never_null {
            return Some(self.of(&field.ty, depth));
        }
        match self.roll(4) {
            0 if !always => None,
            1 if !never_null => Some("null".to_owned()),
            _ if deep && !always => None,
            _ if deep => Some("null".to_owned()),
            2 if field.evidence != Evidence::Stated => Some(r#"["of another form"]"#.to_owned()),
            _ => Some(self.of(&field.ty, depth)),
        }
    }
}

/// The members about a page.
fn page(paging: &Paging) -> Vec<(String, String)> {
    let members = paging.members.iter().map(|member| {
        let value = match member.says {
            Some(PageFact::More) => "true",
            Some(PageFact::Next) => "null",
            _ => "3",
        };
        (member.wire.clone(), value.to_owned())
    });
    members.collect()
}

fn object(members: &[(String, String)]) -> String {
    let members = members.iter();
    let members = members.map(|(wire, value)| format!("{}:{value}", quoted(wire)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Every byte that is not a letter or digit, percent-encoded.
fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}
