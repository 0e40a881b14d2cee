//! The depth limit of recursive records: reading them needs stack for each level.

use serde_json::value::RawValue;

use crate::DecodeError;

/// The maximum number of nested lists and objects.
const LEVELS: usize = 128;

/// Refuses a value that is nested deeper, before it is read.
pub(crate) fn check_depth(json: &RawValue) -> Result<(), DecodeError> {
    if is_too_deep(json.get()) {
        return Err(DecodeError::new(format_args!("more than {LEVELS} nested lists and objects")));
    }
    Ok(())
}

fn is_too_deep(text: &str) -> bool {
    let (mut level, mut quoted, mut escaped) = (0_usize, false, false);
    text.bytes().any(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => level += 1,
            b']' | b'}' => level = level.saturating_sub(1),
            _ => {}
        }
        level > LEVELS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nested_levels_count() {
        let lists = |levels| "[".repeat(levels) + &"]".repeat(levels);
        assert!(!is_too_deep(&lists(LEVELS)) && is_too_deep(&lists(LEVELS + 1)));
        assert!(is_too_deep(&r#"{"a":["#.repeat(LEVELS)));
        assert!(!is_too_deep(&format!("[{}1]", "[{}],".repeat(LEVELS))));
        let text = format!(r#"["{0}","\"{0}","\\",{{"{0}":1}}]"#, "[{".repeat(LEVELS));
        assert!(!is_too_deep(&text));
        let closed = format!(r#"["]]]]",{}]"#, lists(LEVELS));
        assert!(is_too_deep(&closed));
    }
}
