//! Where a request carries the caller's key.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;

use crate::percent::{decode_query, encode};

/// Where a request carries the caller's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// The whole value of the header of this name; an empty name is that of a service without a key.
    Header(&'static str),
    /// The header `Authorization`, behind the scheme `Bearer`.
    Bearer,
    /// The query parameter of this name.
    Query(&'static str),
    /// The cookie of this name.
    Cookie(&'static str),
    /// The header `Authorization`, in HTTP Basic: the key is `user:password`.
    Basic,
}

impl KeyPlace {
    /// The header that carries the key; `None` for a query parameter, and for a service without a key.
    #[must_use]
    pub fn header(self) -> Option<&'static str> {
        match self {
            Self::Header("") | Self::Query(_) => None,
            Self::Header(name) => Some(name),
            Self::Bearer | Self::Basic => Some("authorization"),
            Self::Cookie(_) => Some("cookie"),
        }
    }

    /// What a request sends: the value of the header, or the pair `NAME=KEY` of the query.
    #[must_use]
    pub fn write(self, key: &str) -> String {
        match self {
            Self::Header(_) => key.to_owned(),
            Self::Bearer => format!("Bearer {key}"),
            Self::Basic => format!("Basic {}", STANDARD.encode(key)),
            Self::Cookie(name) => format!("{name}={key}"),
            Self::Query(name) => format!("{}={}", encode(name), encode(key)),
        }
    }

    /// The keys that a request sends, usually at most one. What cannot be decoded is a wrong key, not a missing one.
    #[must_use]
    pub fn read(self, headers: &HeaderMap, query: Option<&str>) -> Vec<String> {
        if let Self::Query(name) = self {
            let pairs = query.unwrap_or_default().split('&');
            let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
            let own = pairs.filter(|(known, _)| decode_query(known).as_deref() == Some(name));
            return own
                .map(|(_, key)| decode_query(key).map_or_else(|| key.to_owned(), Into::into))
                .collect();
        }
        let values = self.header().into_iter().flat_map(|name| headers.get_all(name));
        let texts = values.map(|value| String::from_utf8_lossy(value.as_bytes()));
        texts.flat_map(|text| self.read_header(&text)).collect()
    }

    fn read_header(self, value: &str) -> Vec<String> {
        match self {
            Self::Bearer => after_scheme(value, "Bearer").map(str::to_owned).into_iter().collect(),
            Self::Basic => after_scheme(value, "Basic").map(decoded).into_iter().collect(),
            Self::Cookie(name) => {
                let cookies = value.split(';').filter_map(|cookie| cookie.trim().split_once('='));
                cookies.filter(|(known, _)| *known == name).map(|(_, key)| key.to_owned()).collect()
            }
            Self::Header(_) | Self::Query(_) => vec![value.to_owned()],
        }
    }
}

/// What follows a scheme, which has no letter case, and blanks.
fn after_scheme<'t>(value: &'t str, scheme: &str) -> Option<&'t str> {
    let (found, rest) = value.split_once(' ').unwrap_or((value, ""));
    found.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

fn decoded(text: &str) -> String {
    let key = STANDARD.decode(text).ok().and_then(|key| String::from_utf8(key).ok());
    key.unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_gives_back_the_key() {
        for place in [
            KeyPlace::Header("x-key"),
            KeyPlace::Bearer,
            KeyPlace::Basic,
            KeyPlace::Cookie("key"),
            KeyPlace::Query("api key"),
        ] {
            let (mut headers, written) = (HeaderMap::new(), place.write("ann:s3cret/+"));
            match place.header() {
                Some(name) => drop(headers.insert(name, written.parse().unwrap())),
                None => assert_eq!(written, "api%20key=ann%3As3cret%2F%2B"),
            }
            let query = format!("a=b&{written}");
            assert_eq!(place.read(&headers, Some(&query)), ["ann:s3cret/+"], "{place:?}");
            assert!(place.read(&HeaderMap::new(), Some("a=b")).is_empty());
        }
    }

    #[test]
    fn other_schemes_are_no_key_and_a_repeated_key_is_seen() {
        let headers =
            HeaderMap::from_iter([(http::header::AUTHORIZATION, "Basic ?".parse().unwrap())]);
        assert!(KeyPlace::Bearer.read(&headers, None).is_empty());
        assert_eq!(KeyPlace::Basic.read(&headers, None), ["?"]);
        assert_eq!(KeyPlace::Query("a").read(&headers, Some("a=1&a=%ff")), ["1", "%ff"]);
    }
}
