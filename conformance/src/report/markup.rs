//! Text in HTML, also in that of Markdown.

use std::fmt::{self, Write as _};

use crate::text::escape;

/// A text that shows as it is in HTML, also in a quoted attribute. Characters that would be invisible are named, except for
/// line breaks and tabs.
pub(crate) struct Plain<'t>(pub(crate) &'t str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' | ' '..='~' => f.write_char(c)?,
                _ => f.write_str(&escape(c.encode_utf8(&mut [0; 4])))?,
            }
        }
        Ok(())
    }
}

/// A name or path that may be broken after each of its parts.
pub(super) struct Name<'t>(pub(super) &'t str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0.split_inclusive(['.', '/']) {
            write!(f, "{}<wbr>", Plain(part))?;
        }
        Ok(())
    }
}

/// The words with a capital letter at their start.
pub(super) fn capital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map_or(String::new(), |first| first.to_uppercase().to_string());
    first + chars.as_str()
}

/// A sentence of a contract or of this program, with code between backticks.
pub(super) struct Prose<'t>(pub(super) &'t str);

impl fmt::Display for Prose<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_paired = self.0.matches('`').count().is_multiple_of(2);
        if !is_paired {
            return write!(f, "{}", Plain(self.0));
        }
        for (index, part) in self.0.split('`').enumerate() {
            match index % 2 {
                0 => write!(f, "{}", Plain(part))?,
                _ => write!(f, "<code>{}</code>", Plain(part))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_a_server_is_text() {
        assert_eq!(
            Plain("<img src=x onerror='a(\"b\")'>&amp;\u{202e}\u{1b}\n").to_string(),
            "&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;amp;\\u{202e}\\u{1b}\n"
        );
        assert_eq!(Prose("`a<b` is <b>").to_string(), "<code>a&lt;b</code> is &lt;b&gt;");
        assert_eq!(Name("/a/<b>").to_string(), "/<wbr>a/<wbr>&lt;b&gt;<wbr>");
        assert_eq!(Prose("a ` b").to_string(), "a ` b");
    }
}
