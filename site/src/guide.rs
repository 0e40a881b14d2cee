//! Guides: Markdown as HTML, with anchors at headings, and links to the clauses and gaps that it names. A long guide has
//! several pages.

mod outline;
mod tables;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd};

use crate::model::Model;
use crate::{GuideGroup, links};
use outline::Outline;

/// A guide as pages.
pub struct Guide {
    /// The title of its group.
    pub group: String,
    pub title: String,
    pub parts: Vec<Part>,
}

/// A page of a guide.
pub struct Part {
    /// Its path.
    pub page: String,
    /// Anchor and text of its headings below the title.
    pub headings: Vec<(String, String)>,
    html: String,
}

impl Guide {
    /// The guides of all groups.
    pub fn read_all(model: &Model<'_>, groups: &[GuideGroup]) -> Vec<Self> {
        let files =
            groups.iter().flat_map(|group| group.guides.iter().map(move |file| (group, file)));
        let outlines: Vec<_> = files.map(|(group, file)| (group, Outline::read(file))).collect();
        let all: Vec<&Outline<'_>> = outlines.iter().map(|(_, outline)| outline).collect();
        let guides = outlines.iter().map(|(group, outline)| Self {
            group: group.title.clone(),
            title: outline.title.clone(),
            parts: (0..outline.parts.len()).map(|part| read(model, &all, outline, part)).collect(),
        });
        guides.collect()
    }

    /// The paths of its pages.
    pub fn pages(&self) -> Vec<String> {
        self.parts.iter().map(|part| part.page.clone()).collect()
    }

    /// The content of a page.
    pub fn body(&self, at: usize) -> Markup {
        let Some(part) = self.parts.get(at) else { return html! {} };
        let link = |to: &Part, text: Markup| {
            let file = to.page.rsplit('/').next().unwrap_or_default().to_owned();
            html! { a href=(file) { (text) } }
        };
        let before = at.checked_sub(1).and_then(|before| self.parts.get(before));
        let heading = |part: &Part| {
            part.headings.first().map_or(self.title.clone(), |(_, text)| text.clone())
        };
        let (title, rest) = match part.html.split_once("</h1>") {
            Some((title, rest)) => (format!("{title}</h1>"), rest),
            None => (html! { h1 { (self.title) } }.into_string(), part.html.as_str()),
        };
        html! {
            (PreEscaped(title))
            @if self.parts.len() > 1 {
                p.note {
                    "This guide has " (self.parts.len()) " pages: "
                    @for (number, other) in self.parts.iter().enumerate() {
                        @if number > 0 { " · " }
                        @if number == at { strong { (number + 1) " " (heading(other)) } }
                        @else { (link(other, html! { (number + 1) " " (heading(other)) })) }
                    }
                }
            }
            article { (PreEscaped(rest)) }
            @if self.parts.len() > 1 {
                p.pager {
                    @if let Some(before) = before { (link(before, html! { "← " (heading(before)) })) }
                    @if let Some(next) = self.parts.get(at + 1) { (link(next, html! { (heading(next)) " →" })) }
                }
            }
        }
    }
}

/// A page of a guide.
fn read(model: &Model<'_>, all: &[&Outline<'_>], outline: &Outline<'_>, part: usize) -> Part {
    let page = links::guide(&outline.name, part);
    let root = links::to_root(&page);
    let headings = outline.headings_of(part);
    let mut anchors = headings.clone().map(|heading| heading.anchor.clone());
    let mut in_link = false;
    let events = outline.events_of(part).iter().cloned().map(|event| match event {
        Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
            let id = anchors.next().map(CowStr::from);
            Event::Start(Tag::Heading { level, id, classes, attrs })
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            in_link = true;
            let dest_url = address(all, outline, &dest_url).into();
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        Event::End(TagEnd::Link) => {
            in_link = false;
            Event::End(TagEnd::Link)
        }
        Event::Code(code) if !in_link => code_span(model, all, &root, &code),
        // Blocks can scroll, so that they can have the focus.
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
            Event::Html("<pre tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>".into())
        }
        Event::End(TagEnd::CodeBlock) => Event::Html("</code></pre>\n".into()),
        other => other,
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, tables::labelled(events).into_iter());
    let below = headings.filter(|heading| heading.level > 1);
    let below = below.map(|heading| (heading.anchor.clone(), heading.text.clone()));
    Part { page, headings: below.collect(), html }
}

/// The address of a link: other guides are pages of the site.
fn address(all: &[&Outline<'_>], from: &Outline<'_>, link: &str) -> String {
    let (name, anchor) = match link.split_once(".md") {
        _ if link.starts_with('#') => (from.name.as_str(), link),
        Some((name, rest)) if !name.contains('/') => (name, rest),
        _ => return link.to_owned(),
    };
    let anchor = anchor.trim_start_matches('#');
    let target = all.iter().find(|outline| outline.name == name);
    let page = links::guide(name, target.map_or(0, |target| target.part_of(anchor)));
    let file = page.trim_start_matches("guides/");
    if anchor.is_empty() { file.to_owned() } else { format!("{file}#{anchor}") }
}

/// Code that is the id of a clause, gap, operation or record, or the path of a guide, as a link.
fn code_span<'e>(model: &Model<'_>, all: &[&Outline<'_>], root: &str, code: &str) -> Event<'e> {
    let operation = || model.contract.operation(code).map(|_| links::operation(code));
    let record = || model.contract.record(code).map(|_| links::record(code));
    let guide = || {
        let name = code.strip_prefix("docs/")?.strip_suffix(".md")?;
        all.iter().find(|outline| outline.name == name).map(|_| links::guide(name, 0))
    };
    let place = model.place(code).or_else(operation).or_else(record).or_else(guide);
    let html = match place {
        Some(place) => html! { a href={ (root) (place) } { code { (code) } } },
        None => html! { code { (code) } },
    };
    Event::InlineHtml(html.into_string().into())
}
