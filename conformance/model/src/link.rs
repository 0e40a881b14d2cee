//! The header `Link` of RFC 8288. Clients have a reader of their own (`runtime/core`): the judge shares no code with what it
//! judges.

/// The target of the first link with this relation.
pub fn target<'h>(header: &'h str, relation: &str) -> Option<&'h str> {
    let mut rest = header;
    loop {
        let (_, after) = rest.split_once('<')?;
        let (target, after) = after.split_once('>')?;
        let (parameters, after) = parameters(after);
        if parameters.into_iter().any(|(name, value)| {
            let mut relations = value.split_whitespace();
            name.eq_ignore_ascii_case("rel")
                && relations.any(|known| known.eq_ignore_ascii_case(relation))
        }) {
            return Some(target.trim());
        }
        rest = after;
    }
}

/// The parameters of a link, and what follows them.
fn parameters(text: &str) -> (Vec<(&str, &str)>, &str) {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(after) = rest.strip_prefix(';') {
        let end = after.find(['=', ';', ',']).unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        let (value, after) = match after.strip_prefix('=').map(str::trim_start) {
            Some(value) => parameter_value(value),
            None => ("", after),
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
    (found, rest)
}

/// A value, which may be in quotes, and what follows it.
fn parameter_value(text: &str) -> (&str, &str) {
    if let Some((value, after)) = text.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        return (value, after);
    }
    let end = text.find([';', ',']).unwrap_or(text.len());
    let (value, after) = text.split_at(end);
    (value.trim(), after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_by_their_relation() {
        let header = "<https://a.example/?page=1>; rel=\"prev first\"; title=\"a, <b>; c\", \
                      </?page=3&q=a,b>;REL = next , </?page=9>; rel=\"last\"";
        for (relation, expected) in [
            ("first", Some("https://a.example/?page=1")),
            ("next", Some("/?page=3&q=a,b")),
            ("last", Some("/?page=9")),
            ("up", None),
        ] {
            assert_eq!(target(header, relation), expected, "{relation}");
        }
        for broken in ["", "<", "<>", "<a", "</>; rel", "</>; rel=", "</>; rel=\"next", ">;<"] {
            assert_eq!(target(broken, "next"), None, "{broken}");
        }
    }
}
