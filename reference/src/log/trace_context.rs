//! The `traceparent` header of the W3C Trace Context.

use axum::http::{HeaderMap, HeaderName};

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The length of version 00. Later versions may be longer.
const LENGTH: usize = 55;

/// The `traceparent` of a request, if it is valid. Nothing else of the header gets into the log.
pub fn traceparent(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(TRACEPARENT).iter();
    let (first, second) = (values.next()?, values.next());
    let text = first.to_str().ok().filter(|text| second.is_none() && is_valid(text))?;
    text.get(..LENGTH)
}

fn is_valid(text: &str) -> bool {
    let Some(own) = text.get(..LENGTH) else {
        return false;
    };
    let parts: Vec<&str> = own.split('-').collect();
    let [version, trace, parent, flags] = parts[..] else {
        return false;
    };
    let hexadecimal = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_zero = |part: &str| part.bytes().all(|byte| byte == b'0');
    let rest = &text[LENGTH..];
    let may_be_longer = version != "00" && rest.starts_with('-');
    hexadecimal(version, 2)
        && version != "ff"
        && hexadecimal(trace, 32)
        && !is_zero(trace)
        && hexadecimal(parent, 16)
        && !is_zero(parent)
        && hexadecimal(flags, 2)
        && (rest.is_empty() || may_be_longer)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const VALID: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn of(values: &[&str]) -> Option<String> {
        let values = values.iter().map(|value| HeaderValue::from_str(value).unwrap());
        let headers: HeaderMap = values.map(|value| (TRACEPARENT, value)).fold(
            HeaderMap::new(),
            |mut headers, (name, value)| {
                headers.append(name, value);
                headers
            },
        );
        traceparent(&headers).map(str::to_owned)
    }

    #[test]
    fn only_valid_headers_are_taken() {
        assert_eq!(of(&[VALID]).as_deref(), Some(VALID));
        let later = VALID.replacen("00", "cc", 1);
        assert_eq!(of(&[&format!("{later}-canary")]), Some(later.clone()));
        for wrong in [
            VALID.to_uppercase(),
            VALID.replacen("00", "ff", 1),
            VALID.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            VALID.replace("b7ad6b7169203331", &"0".repeat(16)),
            VALID.replace('-', "_"),
            VALID[..54].to_owned(),
            format!("{VALID}-canary"),
            format!("{later}canary"),
            String::new(),
        ] {
            assert_eq!(of(&[&wrong]), None, "{wrong}");
        }
        assert_eq!(of(&[VALID, VALID]), None);
        assert_eq!(of(&[]), None);
    }
}
