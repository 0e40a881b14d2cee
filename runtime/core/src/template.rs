//! Message templates: extracting the values of placeholders.

/// The values of the placeholders of a message, given the text before, between and after them; `None` if the message does
/// not match.
///
/// A value is never empty, and each is as short as the rest allows.
#[must_use]
pub fn captures<const N: usize>(texts: &[&str], message: &str) -> Option<[String; N]> {
    let (first, rest) = texts.split_first()?;
    let values = values(rest, message.strip_prefix(first)?)?;
    let values: Vec<_> = values.into_iter().map(str::to_owned).collect();
    values.try_into().ok()
}

/// The values of placeholders, each of which is followed by its text.
fn values<'m>(texts: &[&str], message: &'m str) -> Option<Vec<&'m str>> {
    let Some((text, rest)) = texts.split_first() else {
        return message.is_empty().then(Vec::new);
    };
    // Without text after it, the last placeholder takes the whole rest.
    if rest.is_empty() && text.is_empty() {
        return (!message.is_empty()).then(|| vec![message]);
    }
    message.char_indices().find_map(|(at, c)| {
        let (value, tail) = message.split_at(at + c.len_utf8());
        let more = values(rest, tail.strip_prefix(text)?)?;
        Some([vec![value], more].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(texts: &[&str; 2], message: &str) -> Option<String> {
        captures(texts, message).map(|[value]| value)
    }

    #[test]
    fn placeholders_match_the_text_between() {
        assert_eq!(one(&["Book ", " is lent"], "Book Emma is lent").as_deref(), Some("Emma"));
        assert_eq!(one(&["", "!"], "a!!").as_deref(), Some("a!"));
        assert_eq!(one(&["Book ", ""], "Book é 2").as_deref(), Some("é 2"));
        assert_eq!(one(&["Book ", " is lent"], "Book  is lent"), None);
        assert_eq!(one(&["Book ", ""], "Book "), None);
        assert_eq!(one(&["Book ", " is lent"], "Book Emma is lost"), None);
    }

    #[test]
    fn the_first_placeholder_is_as_short_as_the_rest_allows() {
        let found = captures(&["", " owes ", "."], "Ann owes Bob owes 5.");
        assert_eq!(found, Some(["Ann".to_owned(), "Bob owes 5".to_owned()]));
        assert_eq!(captures(&["plain"], "plain"), Some([]));
        assert_eq!(captures::<0>(&["plain"], "plain!"), None);
    }
}
