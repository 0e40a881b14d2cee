//! Message templates: extracting the values of placeholders.

/// The values of the placeholders of a message, given the text before, between and after them; `None` if the message does
/// not match.
///
/// A value is never empty, and each is as short as the rest allows.
#[must_use]
pub fn captures<const N: usize>(texts: &[&str], message: &str) -> Option<[String; N]> {
    let (first, texts) = texts.split_first()?;
    let mut rest = message.strip_prefix(first)?;
    let mut values = Vec::with_capacity(N);
    if let Some((last, between)) = texts.split_last() {
        for text in between {
            // The first occurrence is enough: what matches after a later one matches after this one, with a longer value.
            let from = rest.chars().next()?.len_utf8();
            let at = from + rest[from..].find(text)?;
            values.push(rest[..at].to_owned());
            rest = &rest[at + text.len()..];
        }
        let value = rest.strip_suffix(last).filter(|value| !value.is_empty())?;
        values.push(value.to_owned());
        rest = "";
    }
    values.try_into().ok().filter(|_| rest.is_empty())
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

    #[test]
    fn many_placeholders_take_no_exponential_time() {
        let found = captures::<40>(&["a"; 41], &"a".repeat(5000));
        assert_eq!(found.unwrap()[39].len(), 5000 - 41 - 39);
        assert_eq!(captures::<40>(&["a"; 41], &format!("{}b", "a".repeat(5000))), None);
    }
}
