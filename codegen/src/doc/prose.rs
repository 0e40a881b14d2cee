//! Turns prose of a contract into Markdown with the same appearance.

/// Characters that end an address in a text, besides whitespace.
const ENDS: [char; 7] = ['<', '>', '`', '"', '|', '\\', '^'];

/// Characters after an address that belong to the sentence.
const STOPS: [char; 8] = ['.', ',', ';', ':', '!', '?', ']', '\''];

/// A sentence: capitalized, with a full stop at the end.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut chars = text.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let end = if text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    match url(text) {
        Some(_) => format!("{text}{end}"),
        None => format!("{}{}{end}", first.to_uppercase(), chars.as_str()),
    }
}

/// Escapes markdown and rustdoc syntax in prose, turns addresses into links, and makes invisible characters
/// visible; code in backticks stays.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let (mut in_code, mut plain) = (false, 0);
    // All relevant characters are one byte, and bytes are faster to scan.
    for (at, byte) in text.bytes().enumerate() {
        // Within an address that is already a link.
        if at < plain {
            continue;
        }
        match byte {
            b'`' => in_code = !in_code,
            b'h' if !in_code => {
                if let Some(url) = url(&text[at..]) {
                    escaped.push_str(&text[plain..at]);
                    plain = at + url.len();
                    if text[..at].ends_with('<') && text[plain..].starts_with('>') {
                        escaped.truncate(escaped.len() - ESCAPED.len());
                        plain += 1;
                    }
                    escaped.extend(["<", url, ">"]);
                }
            }
            b'[' | b']' | b'<' | b'>' | b'*' | b'_' | b'#' if !in_code => {
                escaped.push_str(&text[plain..at]);
                escaped.push('\\');
                plain = at;
            }
            b'\n' | b'\r' | b'\t' => {
                escaped.push_str(&text[plain..at]);
                escaped.push(' ');
                plain = at + 1;
            }
            _ => {}
        }
    }
    escaped.push_str(&text[plain..]);
    visible(escaped)
}

/// The escaped bracket before an address.
const ESCAPED: &str = "\\<";

/// The address that a text begins with.
fn url(text: &str) -> Option<&str> {
    let mut schemes = ["https://", "http://"].iter();
    let scheme = schemes.find(|scheme| text.starts_with(**scheme))?;
    let ends = |sign: char| sign.is_whitespace() || is_invisible(sign) || ENDS.contains(&sign);
    let url = text.split(ends).next()?;
    let is_stop = |sign| STOPS.contains(&sign) || (sign == ')' && !url.contains('('));
    let url = url.trim_end_matches(is_stop);
    (url.len() > scheme.len()).then_some(url)
}

/// The text with escapes for invisible characters. Rust rejects those that change the text direction in comments.
fn visible(text: String) -> String {
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_plain || !text.contains(is_invisible) {
        return text;
    }
    let mut seen = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        if is_invisible(sign) { seen.extend(sign.escape_unicode()) } else { seen.push(sign) }
    }
    seen
}

/// Control and format characters, except those that join or separate letters.
fn is_invisible(sign: char) -> bool {
    sign.is_control()
        || matches!(sign,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_become_sentences() {
        assert_eq!(sentence("the due date"), "The due date.");
        assert_eq!(sentence("Done!"), "Done!");
        assert_eq!(sentence("like `a`"), "Like `a`.");
        assert_eq!(sentence(" "), "");
        assert_eq!(sentence("https://books.org"), "https://books.org.");
    }

    #[test]
    fn addresses_become_links() {
        for (text, shown) in [
            ("see https://books.org/a_b#c.", "see <https://books.org/a_b#c>."),
            ("(http://books.org/a), http://", "(<http://books.org/a>), http://"),
            ("https://books.org/A_(b)", "<https://books.org/A_(b)>"),
            ("<https://books.org> <b>", "<https://books.org> \\<b\\>"),
            ("<https://books.org and more>", "\\<<https://books.org> and more\\>"),
            ("[it](https://books.org)", "\\[it\\](<https://books.org>)"),
            ("`https://books.org/a_b`", "`https://books.org/a_b`"),
        ] {
            assert_eq!(escape(text), shown);
        }
    }

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(escape("a\u{202e}b\tc"), "a\\u{202e}b c");
        assert_eq!(escape("`\u{2066}a\u{7}`"), "`\\u{2066}a\\u{7}`");
        for text in ["größe", "می\u{200c}خواهم", "👩\u{200d}🚀"] {
            assert_eq!(escape(text), text);
        }
    }
}
