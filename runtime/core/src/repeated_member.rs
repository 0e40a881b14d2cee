//! Objects that have several members of one name.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::json::Text;

/// A list or an object around the place that is looked at.
struct Level<'a> {
    /// The names of the members of an object so far; `None` for a list.
    names: Option<BTreeSet<Cow<'a, str>>>,
    /// The name of the member that is looked at.
    at: Cow<'a, str>,
}

/// The first member of an object in a JSON text that has the name of an earlier one: the names that lead to it, with a
/// `.` between them.
pub(crate) fn repeated_member(json: &str) -> Option<String> {
    let mut levels: Vec<Level<'_>> = Vec::new();
    let (mut rest, mut is_name) = (json, false);
    while let Some(at) = rest.find(['{', '}', '[', ']', ',', '"']) {
        let (token, after) = rest.split_at(at).1.split_at(1);
        rest = after;
        match token {
            "{" | "[" => {
                is_name = token == "{";
                levels.push(Level { names: is_name.then(BTreeSet::new), at: Cow::Borrowed("") });
            }
            "}" | "]" => _ = levels.pop(),
            "," => is_name = levels.last().is_some_and(|level| level.names.is_some()),
            _ => {
                let (text, after) = after_quote(rest)?;
                rest = after;
                if std::mem::take(&mut is_name) && is_repeated(&mut levels, text)? {
                    let names = levels.iter().map(|level| level.at.as_ref());
                    return Some(
                        names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join("."),
                    );
                }
            }
        }
    }
    None
}

/// Notes the name of a member; whether the object has it already.
fn is_repeated<'a>(levels: &mut [Level<'a>], text: &'a str) -> Option<bool> {
    let level = levels.last_mut()?;
    level.at = if text.contains('\\') {
        let quoted = format!("\"{text}\"");
        let name: Text<'_> = serde_json::from_str(&quoted).ok()?;
        Cow::Owned(name.0.into_owned())
    } else {
        Cow::Borrowed(text)
    };
    Some(!level.names.as_mut()?.insert(level.at.clone()))
}

/// The text of a string whose first quote was read, as it is written, and what follows it.
fn after_quote(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })?;
    Some((&text[..end], &text[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_members_of_one_object_repeat_a_name() {
        for json in [
            "1",
            r#""{\"a\":1,\"a\":2}""#,
            r#"{"a":{"a":1},"b":{"a":1},"c":["a","a",{"a":1},{"a":2}],"d":"a"}"#,
            r#"{"a":"\\","b":"\"","c":"a"}"#,
        ] {
            assert_eq!(repeated_member(json), None, "{json}");
        }
        let repeated = |json| repeated_member(json).unwrap();
        assert_eq!(repeated(r#"{ "id": 1, "id": 2 }"#), "id");
        assert_eq!(repeated(r#"{"a":[[{"b":1,"c":[],"\u0062":2}]]}"#), "a.b");
        assert_eq!(repeated(&format!("{}{}", "[".repeat(9_999), r#"{"a":1,"a":2}"#)), "a");
    }
}
