//! Requests as curl commands, which read keys and other secrets from their sources.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::exchange::Request;
use crate::query_string::decoded_pairs;
use crate::target::KeySource;
use crate::text::{escape, shell_word};

/// What a curl command needs beside the request.
#[derive(Clone, Debug)]
pub enum CurlArgument {
    /// Where a key is.
    Key(KeySource),
    /// Where the value of an additional header of every request is.
    Header(KeySource),
    /// File with the certificates of a private authority.
    Authority(PathBuf),
}

/// The command for a request. `arguments` are by the name of the key in redacted text, or the name of the header.
pub(super) fn line(
    base_url: &str,
    request: &Request,
    arguments: &BTreeMap<String, CurlArgument>,
) -> String {
    let mut line = "curl -sS".to_owned();
    // As the run does; in HTTP/2 all names of headers are in lower case.
    if base_url.starts_with("https:") {
        line.push_str(" --http1.1");
    }
    for argument in arguments.values() {
        if let CurlArgument::Authority(path) = argument {
            line.push_str(&format!(" --cacert {}", shell_word(&path.to_string_lossy())));
        }
    }
    let (target, keyed) = without_keys(&request.target, arguments);
    let url = sourced(&quoted(&format!("{base_url}{target}")), arguments);
    line.push_str(&format!(" -X {} {url}", request.method));
    line.extend(keyed.into_iter().filter_map(|pair| in_query(pair, arguments)));
    for (name, value) in &request.headers {
        if let Some(source) = basic(arguments, value) {
            line.push_str(&format!(" -u \"{}\"", read_from(source)));
            continue;
        }
        line.push_str(&match key(arguments, value) {
            Some((source, before, "")) => header_from(name, before, source),
            Some((source, before, after)) => header_from(name, before, source) + &quoted(after),
            // With a colon, curl would leave the header out.
            None if value.trim().is_empty() => format!(" -H {}", quoted(&format!("{name};"))),
            None => format!(" -H {}", quoted(&format!("{name}: {value}"))),
        });
    }
    for (name, argument) in arguments {
        if let CurlArgument::Header(source) = argument {
            line.push_str(&header_from(name, "", source));
        }
    }
    if let Some(body) = &request.body {
        let is_media_type =
            |(name, _): &(String, String)| name.eq_ignore_ascii_case("content-type");
        if !request.headers.iter().any(is_media_type) {
            line.push_str(" -H 'Content-Type: application/json'");
        }
        line.push_str(&format!(" -d {}", quoted(&visible_json(body))));
    }
    line
}

/// The target without the pairs of its query that have a key, and these pairs.
fn without_keys<'t>(
    target: &'t str,
    arguments: &BTreeMap<String, CurlArgument>,
) -> (String, Vec<&'t str>) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (keyed, others): (Vec<_>, Vec<_>) =
        query.split('&').partition(|pair| key(arguments, pair).is_some());
    let target = match (keyed.as_slice(), others.as_slice()) {
        ([], _) => target.to_owned(),
        (_, []) => path.to_owned(),
        (_, others) => format!("{path}?{}", others.join("&")),
    };
    (target, keyed)
}

/// A pair of the query with a key, of which `curl` escapes what a query needs escaped.
fn in_query(pair: &str, arguments: &BTreeMap<String, CurlArgument>) -> Option<String> {
    let (name, _) = pair.split_once('=')?;
    let (_, value) = decoded_pairs(pair).next()?;
    let (source, before, after) = key(arguments, &value)?;
    let after = if after.is_empty() { String::new() } else { quoted(after) };
    let before = quoted(&format!("{name}={before}"));
    Some(format!(" --url-query {before}\"{}\"{after}", read_from(source)))
}

/// The source of the key in a value, and what is before and after it.
fn key<'a>(
    arguments: &'a BTreeMap<String, CurlArgument>,
    value: &'a str,
) -> Option<(&'a KeySource, &'a str, &'a str)> {
    keys(arguments).find_map(|(name, source)| {
        let (before, after) = value.split_once(name)?;
        Some((source, before, after))
    })
}

fn keys(arguments: &BTreeMap<String, CurlArgument>) -> impl Iterator<Item = (&str, &KeySource)> {
    arguments.iter().filter_map(|(name, argument)| match argument {
        CurlArgument::Key(source) => Some((name.as_str(), source)),
        _ => None,
    })
}

/// The source of the key that the value of a header has in HTTP Basic.
fn basic<'a>(arguments: &'a BTreeMap<String, CurlArgument>, value: &str) -> Option<&'a KeySource> {
    let coded = value.strip_prefix("Basic ")?.trim_end_matches('=');
    let coded = coded.strip_suffix(":base64]")?;
    keys(arguments).find_map(|(name, source)| (name.strip_suffix(']')? == coded).then_some(source))
}

/// A quoted text in which the shell reads the keys.
fn sourced(quoted: &str, arguments: &BTreeMap<String, CurlArgument>) -> String {
    keys(arguments).fold(quoted.to_owned(), |text, (name, source)| {
        text.replace(name, &format!("'\"{}\"'", read_from(source)))
    })
}

/// A header with a value that the shell reads behind some text.
fn header_from(name: &str, before: &str, source: &KeySource) -> String {
    format!(" -H \"{name}: {before}{}\"", read_from(source))
}

/// How a shell reads a key, within quotation marks.
fn read_from(source: &KeySource) -> String {
    match source {
        KeySource::Env(variable) if is_shell_name(variable) => format!("${variable}"),
        KeySource::Env(variable) => format!("$(printenv {})", shell_word(variable)),
        KeySource::File(path) => format!("$(cat {})", shell_word(&path.to_string_lossy())),
    }
}

/// Whether a shell can refer to a variable of that name.
fn is_shell_name(name: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    name.chars().all(is_sign) && !name.starts_with(|first: char| first.is_ascii_digit())
}

/// JSON with the same values and without characters that a terminal would interpret.
fn visible_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for sign in json.chars() {
        let mut bytes = [0; 4];
        let text: &str = sign.encode_utf8(&mut bytes);
        if matches!(sign, '\n' | '\r' | '\t') {
            // It stands between tokens: in texts it is escaped.
            shown.push(' ');
        } else if escape(text) == text {
            shown.push(sign);
        } else {
            for unit in sign.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    shown
}

fn quoted(text: &str) -> String {
    format!("'{}'", escape(text).replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use spec::Method;

    use super::*;

    fn env(name: &str) -> KeySource {
        KeySource::Env(name.to_owned())
    }

    fn request(key: &str, body: &str) -> Request {
        Request {
            method: Method::Post,
            target: "/loans".to_owned(),
            headers: vec![("Library-Card".to_owned(), key.to_owned())],
            body: Some(body.to_owned()),
        }
    }

    #[test]
    fn keys_become_variables_and_values_are_quoted() {
        let request = |key: &str| request(key, r#"{"title":"it's"}"#);
        let key = CurlArgument::Key(env("LIBRARY_API_KEY"));
        let arguments = [("[main key]".to_owned(), key)].into();
        let line = |key| line("http://localhost:1", &request(key), &arguments);
        insta::assert_snapshot!(line("[main key]"), @r#"curl -sS -X POST 'http://localhost:1/loans' -H "Library-Card: $LIBRARY_API_KEY" -H 'Content-Type: application/json' -d '{"title":"it'\''s"}'"#);
        assert!(
            line("[main key]-invalid-1")
                .contains(r#" -H "Library-Card: $LIBRARY_API_KEY"'-invalid-1' "#)
        );
    }

    #[test]
    fn keys_are_read_in_every_place() {
        let arguments = [("[main key]".to_owned(), CurlArgument::Key(env("KEY")))].into();
        let line = |target: &str, header: &str, value: &str| {
            let headers = vec![(header.to_owned(), value.to_owned())];
            let (method, target) = (Method::Get, target.to_owned());
            let request = Request { method, target, headers, body: None };
            line("http://h", &request, &arguments)
        };
        let query = line("/a?api_key=[main key]&b=1", "X", "y");
        let expected = r#"curl -sS -X GET 'http://h/a?b=1' --url-query 'api_key='"$KEY" -H 'X: y'"#;
        assert_eq!(query, expected);
        let wrong = line("/a?api%20key=[main key]%2F1", "X", "y");
        let expected =
            r#"curl -sS -X GET 'http://h/a' --url-query 'api%20key='"$KEY"'/1' -H 'X: y'"#;
        assert_eq!(wrong, expected);
        let bearer = line("/a", "Authorization", "Bearer [main key]");
        assert_eq!(bearer, r#"curl -sS -X GET 'http://h/a' -H "Authorization: Bearer $KEY""#);
        let cookie = line("/a", "Cookie", "session=[main key]");
        assert_eq!(cookie, r#"curl -sS -X GET 'http://h/a' -H "Cookie: session=$KEY""#);
        let basic = line("/a", "Authorization", "Basic [main key:base64]==");
        assert_eq!(basic, r#"curl -sS -X GET 'http://h/a' -u "$KEY""#);
    }

    #[test]
    fn sources_of_all_secrets_are_named() {
        let arguments = [
            ("[main key]", CurlArgument::Key(KeySource::File("my keys/main".into()))),
            ("X-Gate", CurlArgument::Header(env("GATE-1"))),
            ("--cacert", CurlArgument::Authority("ca.pem".into())),
        ];
        let arguments = arguments.map(|(name, argument)| (name.to_owned(), argument)).into();
        let line = line(
            "https://h.example",
            &request("[main key]", "{\"a\":\"\u{200b}\u{e0001}\"}"),
            &arguments,
        );
        insta::assert_snapshot!(line, @r#"curl -sS --http1.1 --cacert ca.pem -X POST 'https://h.example/loans' -H "Library-Card: $(cat 'my keys/main')" -H "X-Gate: $(printenv GATE-1)" -H 'Content-Type: application/json' -d '{"a":"\u200b\udb40\udc01"}'"#);
    }
}
