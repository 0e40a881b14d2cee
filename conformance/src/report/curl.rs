//! Requests as curl commands, which read keys and other secrets from their sources.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::exchange::Request;
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
    let url = quoted(&format!("{base_url}{}", request.target));
    line.push_str(&format!(" -X {} {url}", request.method));
    for (name, value) in &request.headers {
        line.push_str(&match key(arguments, value) {
            Some((source, "")) => header_from(name, source),
            Some((source, more)) => header_from(name, source) + &quoted(more),
            // With a colon, curl would leave the header out.
            None if value.trim().is_empty() => format!(" -H {}", quoted(&format!("{name};"))),
            None => format!(" -H {}", quoted(&format!("{name}: {value}"))),
        });
    }
    for (name, argument) in arguments {
        if let CurlArgument::Header(source) = argument {
            line.push_str(&header_from(name, source));
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

/// The source of the key that a value begins with, and the rest of the value.
fn key<'a>(
    arguments: &'a BTreeMap<String, CurlArgument>,
    value: &'a str,
) -> Option<(&'a KeySource, &'a str)> {
    arguments.iter().find_map(|(name, argument)| match argument {
        CurlArgument::Key(source) => Some((source, value.strip_prefix(name.as_str())?)),
        _ => None,
    })
}

/// A header whose value the shell reads.
fn header_from(name: &str, source: &KeySource) -> String {
    let value = match source {
        KeySource::Env(variable) if is_shell_name(variable) => format!("${variable}"),
        KeySource::Env(variable) => format!("$(printenv {})", shell_word(variable)),
        KeySource::File(path) => format!("$(cat {})", shell_word(&path.to_string_lossy())),
    };
    format!(" -H \"{name}: {value}\"")
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
