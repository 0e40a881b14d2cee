//! Writes [`Json`] as compact text.

use std::fmt::{Display, Formatter, Result, Write};

use super::Json;

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => string(f, text),
            Self::List(items) => {
                f.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                f.write_char(']')
            }
            Self::Map(members) => {
                f.write_char('{')?;
                for (index, (key, value)) in members.iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    string(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

/// Most strings need no escapes: write the parts between escapes in one piece.
fn string(f: &mut Formatter<'_>, text: &str) -> Result {
    f.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.bytes().position(is_escaped) {
        let (plain, escaped) = rest.split_at(at);
        f.write_str(plain)?;
        let mut chars = escaped.chars();
        match chars.next() {
            Some('\n') => f.write_str("\\n")?,
            Some('\r') => f.write_str("\\r")?,
            Some('\t') => f.write_str("\\t")?,
            Some(c @ ('"' | '\\')) => write!(f, "\\{c}")?,
            Some(c) => write!(f, "\\u{:04x}", u32::from(c))?,
            None => {}
        }
        rest = chars.as_str();
    }
    f.write_str(rest)?;
    f.write_char('"')
}

/// UTF-8 continuation bytes are never in this range.
fn is_escaped(byte: u8) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\' | 0x7f)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn strings_round_trip(text in any::<String>()) {
            let json = Json::Text(text);
            prop_assert_eq!(Json::parse(json.to_string().as_bytes()), Some(json));
        }
    }
}
