//! JSON as it was written: numbers keep their digits, objects their order.
//!
//! Both matter to judging: amounts are compared exactly, and the order of records is the order of
//! the text.

mod number;
mod read;
mod write;

use spec::MemberPath;

pub use number::{compare as compare_numbers, equal as numbers_equal, floor, is_whole};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Json {
    Null,
    Bool(bool),
    /// A number, its digits as written.
    Number(String),
    /// A string, escapes resolved.
    Text(String),
    List(Vec<Json>),
    /// An object, members in the order written.
    Map(Vec<(String, Json)>),
}

/// Whether two texts are equal. UUIDs may differ in letter case.
pub fn is_same_text(one: &str, other: &str) -> bool {
    one == other || one.eq_ignore_ascii_case(other) && is_uuid(one)
}

/// Whether the text is a UUID as RFC 4122 writes it.
fn is_uuid(text: &str) -> bool {
    let is_digit = |(index, byte): (usize, u8)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(is_digit)
}

/// Numbers keep the form in which they are written.
impl From<&serde_json::Value> for Json {
    fn from(value: &serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Number(number) => Self::Number(number.to_string()),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(members) => Self::Map(
                members.iter().map(|(name, value)| (name.clone(), Self::from(value))).collect(),
            ),
        }
    }
}

impl Json {
    /// Parses a text; `None` if it is not valid JSON.
    pub fn parse(text: &[u8]) -> Option<Self> {
        read::parse(text)
    }

    /// The member of an object; the first of several with the same name.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(members) => {
                members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The value at a path of names, such as `supplier.id`.
    pub fn at_path(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |value, name| value.get(name))
    }

    /// The member of a body; the body itself for an empty name.
    pub fn member(&self, name: &str) -> Option<&Self> {
        if name.is_empty() { Some(self) } else { self.get(name) }
    }

    /// The member of an object, or of an object within it.
    pub fn at(&self, path: &MemberPath) -> Option<&Self> {
        path.names().try_fold(self, Self::get)
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What the value says as an identifier: a text, or the digits of a number.
    pub fn identifier(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            _ => None,
        }
    }

    /// The value as it is written in JSON, a text without quotes.
    pub fn written(&self) -> String {
        self.text().map_or_else(|| self.to_string(), str::to_owned)
    }

    pub fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Whether a member name or a value without parts fulfils a condition, anywhere in the value.
    fn any(&self, is_key: &impl Fn(&str) -> bool, is_leaf: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::List(items) => items.iter().any(|item| item.any(is_key, is_leaf)),
            Self::Map(members) => {
                members.iter().any(|(key, value)| is_key(key) || value.any(is_key, is_leaf))
            }
            leaf => is_leaf(leaf),
        }
    }

    fn is_text(&self, wanted: &str) -> bool {
        self.text().is_some_and(|text| is_same_text(text, wanted))
    }

    /// Whether the text is anywhere in the value, as a whole string or as a member name.
    pub fn holds_text(&self, wanted: &str) -> bool {
        self.any(&|key| key == wanted, &|leaf| leaf.is_text(wanted))
    }

    /// Whether the text is anywhere in the value, as a string.
    pub fn holds_string(&self, wanted: &str) -> bool {
        self.any(&|_| false, &|leaf| leaf.is_text(wanted))
    }

    /// Whether a string anywhere in the value meets a condition.
    pub fn any_string(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.any(&|_| false, &|leaf| leaf.text().is_some_and(&is_it))
    }

    /// Whether the text is anywhere in the value, as a part of a string, number or member name.
    pub fn mentions(&self, wanted: &str) -> bool {
        let is_leaf = |leaf: &Self| match leaf {
            Self::Text(text) | Self::Number(text) => text.contains(wanted),
            _ => false,
        };
        self.any(&|key| key.contains(wanted), &is_leaf)
    }

    /// Whether any object within the value has a member of that name.
    pub fn holds_member(&self, name: &str) -> bool {
        self.any(&|key| key == name, &|_| false)
    }

    /// The members of that name of all objects within the value.
    pub fn members(&self, name: &str) -> Vec<&Self> {
        match self {
            Self::List(items) => items.iter().flat_map(|item| item.members(name)).collect(),
            Self::Map(members) => {
                let own = members.iter().filter(|(key, _)| key == name).map(|(_, value)| value);
                own.chain(members.iter().flat_map(|(_, value)| value.members(name))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether two values are equal: numbers by value, objects in any order of members.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => numbers_equal(left, right),
            (Self::Text(left), Self::Text(right)) => is_same_text(left, right),
            (Self::List(left), Self::List(right)) => {
                let mut pairs = left.iter().zip(right);
                left.len() == right.len() && pairs.all(|(left, right)| left.is_same(right))
            }
            (Self::Map(left), Self::Map(right)) => {
                let mut members = left.iter();
                left.len() == right.len()
                    && members.all(|(name, value)| {
                        other.get(name).is_some_and(|other| value.is_same(other))
                    })
            }
            _ => self == other,
        }
    }

    /// Whether the texts in the value have fewer bytes in all, with one more for each value.
    pub fn is_smaller_than(&self, bytes: usize) -> bool {
        self.remaining(bytes).is_some_and(|left| left > 0)
    }

    /// What is left of a number of bytes without this value; `None` if it has more.
    fn remaining(&self, bytes: usize) -> Option<usize> {
        let left = bytes.checked_sub(1)?;
        match self {
            Self::Null | Self::Bool(_) => Some(left),
            Self::Number(text) | Self::Text(text) => left.checked_sub(text.len()),
            Self::List(items) => items.iter().try_fold(left, |left, item| item.remaining(left)),
            Self::Map(members) => members
                .iter()
                .try_fold(left, |left, (key, value)| value.remaining(left.checked_sub(key.len())?)),
        }
    }

    /// The type of the value in JSON's terms.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::List(_) => "array",
            Self::Map(_) => "object",
        }
    }
}

/// The non-negative integer that a value denotes: as a number in any notation, or as a string.
pub fn whole_number(value: &Json) -> Option<u64> {
    let (Json::Number(digits) | Json::Text(digits)) = value else {
        return None;
    };
    is_whole(digits).then(|| floor(digits))??.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_members_are_found_at_any_depth() {
        let json = Json::parse(br#"{"loans":[{"member":{"name":"Ann"}},{"due":null}]}"#).unwrap();
        assert!(json.holds_text("Ann") && json.holds_text("due"));
        assert!(!json.holds_text("An"));
        assert!(json.mentions("An") && json.mentions("du") && !json.mentions("Bo"));
        assert!(json.holds_member("due") && !json.holds_member("Ann"));
    }

    #[test]
    fn size_counts_texts_and_values() {
        let json = Json::parse(br#"{"a":["bc",1,null]}"#).unwrap();
        assert!(json.is_smaller_than(10) && !json.is_smaller_than(9));
        assert!(!Json::List(vec![Json::Null; 100]).is_smaller_than(100));
    }

    #[test]
    fn equality_ignores_notation() {
        let json = |text: &str| Json::parse(text.as_bytes()).unwrap();
        let loan = json(r#"{"fine":1.50,"tags":["a",2]}"#);
        assert!(loan.is_same(&json(r#"{"tags":["a",2.0],"fine":15e-1}"#)));
        for other in [
            r#"{"fine":1.5}"#,
            r#"{"fine":1.5,"tags":["a"]}"#,
            "null",
            r#"{"fine":"1.50","tags":["a",2]}"#,
        ] {
            assert!(!loan.is_same(&json(other)), "{other}");
        }
    }
}
