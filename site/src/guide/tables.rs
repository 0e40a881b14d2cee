//! Tables of guides: in a container that can scroll, with the head of its column at each cell, for narrow screens.

use maud::{Markup, html};
use pulldown_cmark::{Event, Tag, TagEnd};

use super::outline::LONG_TABLE;

/// The events with tables as HTML around the content of their cells.
pub fn labelled<'e>(events: impl Iterator<Item = Event<'e>>) -> Vec<Event<'e>> {
    let mut out: Vec<Event<'e>> = Vec::new();
    let (mut heads, mut column): (Vec<String>, usize) = (Vec::new(), 0);
    let (mut in_head, mut rows, mut start) = (false, 0, 0);
    let html = |text: String| Event::Html(text.into());
    for event in events {
        match event {
            Event::Start(Tag::Table(_)) => {
                heads.clear();
                (rows, start) = (0, out.len());
                out.push(html(String::new()));
            }
            Event::End(TagEnd::Table) => {
                let class = if rows > LONG_TABLE { "scroll long" } else { "scroll" };
                let begin = format!(
                    "<div class=\"{class}\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>"
                );
                out[start] = html(begin);
                out.push(html("</tbody></table></div>\n".to_owned()));
            }
            Event::Start(Tag::TableHead) => {
                in_head = true;
                out.push(html("<thead><tr>".to_owned()));
            }
            Event::End(TagEnd::TableHead) => {
                in_head = false;
                out.push(html("</tr></thead><tbody>\n".to_owned()));
            }
            Event::Start(Tag::TableRow) => {
                (column, rows) = (0, rows + 1);
                out.push(html("<tr>".to_owned()));
            }
            Event::End(TagEnd::TableRow) => out.push(html("</tr>\n".to_owned())),
            Event::Start(Tag::TableCell) if in_head => {
                heads.push(String::new());
                out.push(html("<th>".to_owned()));
            }
            Event::Start(Tag::TableCell) => {
                let label = heads.get(column).map_or("", String::as_str);
                out.push(html(cell(label).into_string().replace("</td>", "")));
                column += 1;
            }
            Event::End(TagEnd::TableCell) => {
                out.push(html(if in_head { "</th>" } else { "</td>" }.to_owned()));
            }
            Event::Text(text) => {
                if let Some(head) = heads.last_mut().filter(|_| in_head) {
                    head.push_str(&text);
                }
                out.push(Event::Text(text));
            }
            other => out.push(other),
        }
    }
    out
}

fn cell(label: &str) -> Markup {
    html! { td data-label=(label) {} }
}
