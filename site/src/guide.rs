//! Guides: Markdown as HTML, with anchors at headings, and links to the clauses and gaps that it names.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};

use crate::model::Model;
use crate::{Markdown, links};

/// A guide as a page.
pub struct Guide {
    /// The name of its file.
    pub name: String,
    pub title: String,
    /// Anchor and text of its other headings.
    pub headings: Vec<(String, String)>,
    html: String,
}

impl Guide {
    pub fn read(model: &Model<'_>, file: &Markdown) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let events: Vec<Event<'_>> = Parser::new_ext(&file.text, options).collect();
        let root = links::to_root(&links::guide(&file.name));
        let mut guide = Self {
            name: file.name.clone(),
            title: file.name.clone(),
            headings: Vec::new(),
            html: String::new(),
        };
        let anchors = guide.find_headings(&events);
        let mut anchors = anchors.into_iter();
        let mut in_link = false;
        let events = events.into_iter().map(|event| match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = anchors.next().map(CowStr::from);
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                in_link = true;
                let dest_url = address(&dest_url).into();
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            Event::End(TagEnd::Link) => {
                in_link = false;
                Event::End(TagEnd::Link)
            }
            Event::Code(code) if !in_link => code_span(model, &root, &code),
            // Blocks and tables can scroll, so that they can have the focus.
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                Event::Html("<pre tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>".into())
            }
            Event::End(TagEnd::CodeBlock) => Event::Html("</code></pre>\n".into()),
            other => other,
        });
        let mut html = String::new();
        pulldown_cmark::html::push_html(&mut html, events);
        let scroll =
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>";
        guide.html = html.replace("<table>", scroll).replace("</table>", "</table></div>");
        guide
    }

    /// The content of the page.
    pub fn body(&self) -> Markup {
        html! { article { (PreEscaped(&self.html)) } }
    }

    /// The anchors of all headings, as GitHub makes them; keeps their texts.
    fn find_headings(&mut self, events: &[Event<'_>]) -> Vec<String> {
        let (mut anchors, mut seen) = (Vec::new(), BTreeMap::<String, usize>::new());
        let (mut text, mut in_heading) = (String::new(), false);
        for event in events {
            match event {
                Event::Start(Tag::Heading { .. }) => {
                    in_heading = true;
                    text.clear();
                }
                Event::Text(part) | Event::Code(part) if in_heading => text.push_str(part),
                Event::End(TagEnd::Heading(level)) => {
                    in_heading = false;
                    let slug = slug(&text);
                    let count = seen.entry(slug.clone()).or_default();
                    let anchor = if *count == 0 { slug } else { format!("{slug}-{count}") };
                    *count += 1;
                    if *level == pulldown_cmark::HeadingLevel::H1 {
                        self.title.clone_from(&text);
                    } else {
                        self.headings.push((anchor.clone(), text.clone()));
                    }
                    anchors.push(anchor);
                }
                _ => {}
            }
        }
        anchors
    }
}

/// The anchor of a heading.
fn slug(text: &str) -> String {
    let kept = text
        .to_lowercase()
        .chars()
        .filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign))
        .collect::<String>();
    kept.replace(' ', "-")
}

/// The address of a link: other guides are pages of the site.
fn address(link: &str) -> String {
    match link.split_once(".md") {
        Some((name, rest)) if !name.contains('/') => format!("{name}.html{rest}"),
        _ => link.to_owned(),
    }
}

/// Code that is the id of a clause, gap, operation or record, or the name of a guide, as a link.
fn code_span<'e>(model: &Model<'_>, root: &str, code: &str) -> Event<'e> {
    let operation = || model.contract.operation(code).map(|_| links::operation(code));
    let record = || model.contract.record(code).map(|_| links::record(code));
    let place = model.place(code).or_else(operation).or_else(record);
    let html = match place {
        Some(place) => html! { a href={ (root) (place) } { code { (code) } } },
        None => html! { code { (code) } },
    };
    Event::InlineHtml(html.into_string().into())
}
