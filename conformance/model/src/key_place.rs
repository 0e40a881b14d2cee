//! Keys in requests: written to their place, and read from it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use spec::KeyPlace;

use crate::exchange::Request;
use crate::query_string::decoded_pairs;

/// Everything but the characters that a URI never escapes.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Puts the key in its place, instead of the one that may be there.
pub fn put(place: &KeyPlace, key: &str, request: &mut Request) {
    let Some(header) = place.header() else {
        put_in_query(place.label(), key, &mut request.target);
        return;
    };
    let value = match place {
        KeyPlace::Bearer => format!("Bearer {key}"),
        KeyPlace::Basic => format!("Basic {}", STANDARD.encode(key)),
        KeyPlace::Cookie(name) => format!("{name}={key}"),
        KeyPlace::Header(_) | KeyPlace::Query(_) => key.to_owned(),
    };
    let mut headers = request.headers.iter_mut();
    match headers.find(|(name, _)| name.eq_ignore_ascii_case(header)) {
        Some((_, sent)) => *sent = value,
        None => request.headers.insert(0, (header.to_owned(), value)),
    }
}

fn put_in_query(name: &str, key: &str, target: &mut String) {
    let escaped = |text| utf8_percent_encode(text, ESCAPED);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let is_other = |pair: &&str| decoded_pairs(pair).any(|(known, _)| known != name);
    let own = format!("{}={}", escaped(name), escaped(key));
    let pairs: Vec<_> = query.split('&').filter(is_other).chain([&*own]).collect();
    *target = format!("{path}?{}", pairs.join("&"));
}

/// The key that is sent, from the header that carries it and the query. A key that cannot be decoded is another key.
pub fn read(place: &KeyPlace, header: Option<&str>, query: &str) -> Option<String> {
    match place {
        KeyPlace::Header(_) => header.map(str::to_owned),
        KeyPlace::Bearer => after_scheme(header?, "Bearer").map(str::to_owned),
        KeyPlace::Basic => {
            let coded = after_scheme(header?, "Basic")?;
            let key = STANDARD.decode(coded).ok().and_then(|key| String::from_utf8(key).ok());
            Some(key.unwrap_or_else(|| coded.to_owned()))
        }
        KeyPlace::Cookie(name) => header?.split(';').find_map(|cookie| {
            let (known, value) = cookie.trim().split_once('=')?;
            (known == name).then(|| value.to_owned())
        }),
        KeyPlace::Query(name) => {
            decoded_pairs(query).find_map(|(known, key)| (known == *name).then_some(key))
        }
    }
}

/// The key that a request sends.
pub fn sent(place: &KeyPlace, request: &Request) -> Option<String> {
    let is_own = |name: &str| place.header().is_some_and(|own| name.eq_ignore_ascii_case(own));
    let header = request.headers.iter().find(|(name, _)| is_own(name));
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    read(place, header.map(|(_, value)| value.as_str()), query)
}

/// What follows a scheme and blanks (RFC 9110, 11.4): a scheme has no letter case.
fn after_scheme<'t>(value: &'t str, scheme: &str) -> Option<&'t str> {
    let (found, rest) = value.split_once(' ').unwrap_or((value, ""));
    found.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use spec::Method;

    use super::*;

    fn request() -> Request {
        let target = "/books?api%5Fkey=old&page=2".to_owned();
        Request { method: Method::Get, target, headers: Vec::new(), body: None }
    }

    #[test]
    fn each_place_gives_back_the_key() {
        let name = || "api_key".to_owned();
        for (place, expected) in [
            (KeyPlace::Header("X-Key".to_owned()), "X-Key: ann:s3cret/+"),
            (KeyPlace::Bearer, "Authorization: Bearer ann:s3cret/+"),
            (KeyPlace::Basic, "Authorization: Basic YW5uOnMzY3JldC8r"),
            (KeyPlace::Cookie(name()), "Cookie: api_key=ann:s3cret/+"),
            (KeyPlace::Query(name()), "/books?page=2&api_key=ann%3As3cret%2F%2B"),
        ] {
            let mut request = request();
            put(&place, "other", &mut request);
            put(&place, "ann:s3cret/+", &mut request);
            let mut headers =
                request.headers.iter().map(|(name, value)| format!("{name}: {value}"));
            assert_eq!(headers.next().unwrap_or_else(|| request.target.clone()), expected);
            assert_eq!(headers.next(), None);
            assert_eq!(sent(&place, &request).as_deref(), Some("ann:s3cret/+"), "{place}");
        }
    }

    #[test]
    fn another_scheme_or_cookie_is_no_key() {
        let cookie = KeyPlace::Cookie("session".to_owned());
        assert_eq!(read(&KeyPlace::Bearer, Some("bearer a"), "").as_deref(), Some("a"));
        assert_eq!(read(&KeyPlace::Bearer, Some("Bearer"), "").as_deref(), Some(""));
        assert_eq!(read(&KeyPlace::Bearer, Some("Basic YTpi"), ""), None);
        assert_eq!(read(&KeyPlace::Basic, Some("Basic ?"), "").as_deref(), Some("?"));
        assert_eq!(read(&cookie, Some("a=b; session=c"), "").as_deref(), Some("c"));
        assert_eq!(read(&cookie, Some("a=b"), ""), None);
    }
}
