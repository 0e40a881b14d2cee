//! Headers and bodies. JSON is laid out in lines, and the place that failed is marked.

use std::fmt::Write as _;

use crate::json::Json;
use crate::report::content::Body;
use crate::report::markup::Plain;

/// The most lines of a body; of a longer one, those around the failed place.
const MAX_LINES: usize = 80;
const LINES_BEFORE: usize = 20;
/// The most characters of a body that is not JSON.
const LONGEST_TEXT: usize = 3_000;

/// Headers and body of a request or response. `pointer` is a JSON pointer to what failed.
pub(super) fn render(
    page: &mut String,
    headers: &[(String, String)],
    body: Option<&Body>,
    pointer: Option<&str>,
) {
    if !headers.is_empty() {
        let lines =
            headers.iter().map(|(name, value)| format!("{}: {}\n", Plain(name), Plain(value)));
        let _ = write!(
            page,
            "<pre class=\"headers\" tabindex=\"0\">{}</pre>",
            lines.collect::<String>()
        );
    }
    let Some(body) = body else {
        if headers.is_empty() {
            page.push_str("<p class=\"hint\">without a body</p>");
        }
        return;
    };
    let text = match Json::parse(body.text.as_bytes()) {
        Some(json) => Lines::of(&json, pointer).shown(),
        None => Plain(&body.text.chars().take(LONGEST_TEXT).collect::<String>()).to_string(),
    };
    let _ = write!(page, "<pre tabindex=\"0\">{text}</pre>");
    if body.cut {
        let _ = write!(page, "<p class=\"hint\">the start of {} bytes</p>", body.bytes);
    }
}

/// The lines of a JSON text.
struct Lines<'p> {
    lines: Vec<Line>,
    /// To the value that is marked.
    pointer: Option<&'p str>,
}

struct Line {
    depth: usize,
    html: String,
    is_marked: bool,
}

impl<'p> Lines<'p> {
    fn of(json: &Json, pointer: Option<&'p str>) -> Self {
        let mut lines = Self { lines: Vec::new(), pointer: pointer.filter(|it| !it.is_empty()) };
        lines.add(json, "", &mut String::new(), 0, "");
        lines
    }

    /// Adds a value after a name, at a path and a depth, before a comma.
    fn add(&mut self, json: &Json, name: &str, path: &mut String, depth: usize, comma: &str) {
        let is_marked = self.pointer == Some(path);
        let first = self.lines.len();
        let (open, close, count) = match json {
            Json::List(items) if !items.is_empty() => ("[", "]", items.len()),
            Json::Map(members) if !members.is_empty() => ("{", "}", members.len()),
            leaf => {
                let html = format!("{name}{}{comma}", Plain(&leaf.to_string()));
                self.lines.push(Line { depth, html, is_marked });
                return;
            }
        };
        self.lines.push(Line { depth, html: format!("{name}{open}"), is_marked });
        let length = path.len();
        for index in 0..count {
            let comma = if index + 1 < count { "," } else { "" };
            let (name, token, value) = match json {
                Json::List(items) => (String::new(), index.to_string(), items.get(index)),
                Json::Map(members) => {
                    let member = members.get(index);
                    let key = member.map_or("", |(key, _)| key);
                    let name = format!("{}: ", Plain(&Json::Text(key.to_owned()).to_string()));
                    let token = key.replace('~', "~0").replace('/', "~1");
                    (name, token, member.map(|(_, value)| value))
                }
                _ => return,
            };
            let _ = write!(path, "/{token}");
            if let Some(value) = value {
                self.add(value, &name, path, depth + 1, comma);
            }
            path.truncate(length);
        }
        self.lines.push(Line { depth, html: format!("{close}{comma}"), is_marked });
        if is_marked {
            self.lines.iter_mut().skip(first).for_each(|line| line.is_marked = true);
        }
    }

    fn shown(&self) -> String {
        let marked = self.lines.iter().position(|line| line.is_marked).unwrap_or_default();
        let from =
            if self.lines.len() > MAX_LINES { marked.saturating_sub(LINES_BEFORE) } else { 0 };
        let mut text = String::new();
        if from > 0 {
            let _ = writeln!(text, "... {from} lines");
        }
        for line in self.lines.iter().skip(from).take(MAX_LINES) {
            let (indent, html) = ("  ".repeat(line.depth), &line.html);
            let _ = if line.is_marked {
                writeln!(text, "{indent}<mark>{html}</mark>")
            } else {
                writeln!(text, "{indent}{html}")
            };
        }
        let rest = self.lines.len().saturating_sub(from + MAX_LINES);
        if rest > 0 {
            let _ = writeln!(text, "... {rest} lines");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_value_is_marked() {
        let json = Json::parse(br#"{"a/b":[1,{"c":"<i>"}],"d":[]}"#).unwrap();
        insta::assert_snapshot!(Lines::of(&json, Some("/a~1b/1/c")).shown(), @r#"
        {
          &quot;a/b&quot;: [
            1,
            {
              <mark>&quot;c&quot;: &quot;&lt;i&gt;&quot;</mark>
            }
          ],
          &quot;d&quot;: []
        }
        "#);
    }

    #[test]
    fn lines_around_the_failed_value_are_shown() {
        let items = (0..500).map(|number| Json::Number(number.to_string())).collect();
        let shown = Lines::of(&Json::List(items), Some("/300")).shown();
        assert!(shown.starts_with("... 281 lines\n  280,\n"), "{shown}");
        assert!(
            shown.contains("<mark>300,</mark>") && shown.ends_with("... 141 lines\n"),
            "{shown}"
        );
    }
}
