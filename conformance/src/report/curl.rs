//! Requests as curl commands, with keys as variables.

use std::collections::BTreeMap;

use crate::exchange::Request;
use crate::text::escape;

/// The command for a request. `key_names` maps names of keys in redacted text to variables.
pub(super) fn line(
    base_url: &str,
    request: &Request,
    key_names: &BTreeMap<String, String>,
) -> String {
    let url = quoted(&format!("{base_url}{}", request.target));
    let mut line = format!("curl -sS -X {} {url}", request.method);
    for (name, value) in &request.headers {
        let key =
            key_names.iter().find_map(|(key, variable)| Some((value.strip_prefix(key)?, variable)));
        line.push_str(&match key {
            Some(("", variable)) => format!(" -H \"{name}: ${variable}\""),
            Some((more, variable)) => format!(" -H \"{name}: ${variable}\"{}", quoted(more)),
            None => format!(" -H {}", quoted(&format!("{name}: {value}"))),
        });
    }
    if let Some(body) = &request.body {
        line.push_str(&format!(" -H 'Content-Type: application/json' -d {}", quoted(body)));
    }
    line
}

fn quoted(text: &str) -> String {
    format!("'{}'", escape(text).replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use spec::Method;

    use super::*;

    #[test]
    fn keys_become_variables_and_values_are_quoted() {
        let request = |key: &str| Request {
            method: Method::Post,
            target: "/loans".to_owned(),
            headers: vec![("Library-Card".to_owned(), key.to_owned())],
            body: Some(r#"{"title":"it's"}"#.to_owned()),
        };
        let names = [("[main key]".to_owned(), "LIBRARY_API_KEY".to_owned())].into();
        let line = |key| line("http://localhost:1", &request(key), &names);
        insta::assert_snapshot!(line("[main key]"), @r#"curl -sS -X POST 'http://localhost:1/loans' -H "Library-Card: $LIBRARY_API_KEY" -H 'Content-Type: application/json' -d '{"title":"it'\''s"}'"#);
        assert!(
            line("[main key]-invalid-1")
                .contains(r#" -H "Library-Card: $LIBRARY_API_KEY"'-invalid-1' "#)
        );
    }
}
