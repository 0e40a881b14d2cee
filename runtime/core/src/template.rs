//! Messages with holes: finding what stood in them.

/// What stood in the holes of a message, given the text before, between and after them.
///
/// A hole is never empty, and each takes as little as lets the rest fit.
pub fn captures<'m>(texts: &[&str], message: &'m str) -> Option<Vec<&'m str>> {
    let (first, rest) = texts.split_first()?;
    holes(rest, message.strip_prefix(first)?)
}

/// What stood in the hole of that name; the first, where several have it.
pub fn captured(names: &[&str], found: &[&str], name: &str) -> String {
    let mut all = names.iter().zip(found);
    let found = all.find(|(known, _)| **known == name);
    found.map_or_else(String::new, |(_, text)| (*text).to_owned())
}

/// What stood in the holes, each of which is followed by its text.
fn holes<'m>(texts: &[&str], message: &'m str) -> Option<Vec<&'m str>> {
    let Some((text, rest)) = texts.split_first() else {
        return message.is_empty().then(Vec::new);
    };
    // Without text after it, the last hole takes everything.
    if rest.is_empty() && text.is_empty() {
        return (!message.is_empty()).then(|| vec![message]);
    }
    message.char_indices().find_map(|(at, c)| {
        let (hole, tail) = message.split_at(at + c.len_utf8());
        let more = holes(rest, tail.strip_prefix(text)?)?;
        Some([vec![hole], more].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(texts: &[&str; 2], message: &str) -> Option<String> {
        captures(texts, message).map(|found| captured(&["hole"], &found, "hole"))
    }

    #[test]
    fn holes_take_what_stands_between_the_texts() {
        assert_eq!(
            one(&["Book ", " is lent"], "Book Emma is lent").as_deref(),
            Some("Emma")
        );
        assert_eq!(one(&["", "!"], "a!!").as_deref(), Some("a!"));
        assert_eq!(one(&["Book ", ""], "Book é 2").as_deref(), Some("é 2"));
        assert_eq!(one(&["Book ", " is lent"], "Book  is lent"), None);
        assert_eq!(one(&["Book ", ""], "Book "), None);
        assert_eq!(one(&["Book ", " is lent"], "Book Emma is lost"), None);
    }

    #[test]
    fn the_first_hole_takes_as_little_as_lets_the_rest_fit() {
        let found = captures(&["", " owes ", "."], "Ann owes Bob owes 5.");
        assert_eq!(found.as_deref(), Some(&["Ann", "Bob owes 5"][..]));
        assert_eq!(captures(&["plain"], "plain"), Some(Vec::new()));
        assert_eq!(captures(&["plain"], "plain!"), None);
    }

    #[test]
    fn of_two_holes_of_one_name_the_first_is_told() {
        let found = captures(&["", " or ", ""], "a or b").unwrap();
        assert_eq!(captured(&["x", "x"], &found, "x"), "a");
        assert_eq!(captured(&["x", "y"], &found, "y"), "b");
    }
}
