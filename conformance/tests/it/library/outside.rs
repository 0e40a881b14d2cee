//! The constraints of books. The laboratory's server of the library has them, too.

use serde_json::Value;

/// The message for a book whose members are outside of their constraints.
pub(crate) fn outside(body: &Value) -> Option<String> {
    let text = |name: &str| body[name].as_str();
    let is_call_number = |text: &str| {
        let bytes = text.as_bytes();
        matches!(bytes, [a, b, b'-', digits @ ..] if a.is_ascii_uppercase() && b.is_ascii_uppercase()
            && digits.len() == 4 && digits.iter().all(u8::is_ascii_digit))
    };
    if text("subtitle").is_some_and(|text| text.chars().count() > 100) {
        return Some("A subtitle has 100 characters at most".to_owned());
    }
    if body["pages"].as_i64().is_some_and(|pages| !(1..=5000).contains(&pages)) {
        return Some("A book has 1 to 5000 pages".to_owned());
    }
    let call_number = text("call_number").filter(|text| !is_call_number(text))?;
    Some(format!("{call_number} is no call number"))
}
