//! The frame of a page: head, bar with search and switch between light and dark, list of pages, headings of the page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::guide::Guide;
use crate::links;
use crate::model::Model;
use crate::navigation::Navigation;

pub struct Frame<'f, 'c> {
    pub model: &'f Model<'c>,
    pub guides: &'f [Guide],
    pub is_served: bool,
}

impl Frame<'_, '_> {
    /// A page in the frame.
    pub fn page(&self, path: &str, title: &str, body: &Markup) -> String {
        let root = links::to_root(path);
        let service = &self.model.contract.service.title;
        let pages = Navigation { current: path, root: &root }.list(self.model, self.guides);
        let served = self.is_served.then_some("");
        let document = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) " · " (service) }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (root) "site.css" };
                    script src={ (root) "site.js" } {}
                }
                body data-root=(root) data-served=[served] {
                    a.skip href="#content" { "Skip to the content" }
                    header {
                        button #menu type="button" aria-expanded="false" aria-controls="navigation" { "Menu" }
                        a.name href={ (root) (links::HOME) } { (service) }
                        div.search role="search" {
                            input #search type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off";
                            ul #results aria-label="Results" hidden {}
                        }
                        button #find type="button" aria-label="Search" aria-expanded="false" { "⌕" }
                        button #theme type="button" aria-label="Switch between light and dark" { "◐" }
                    }
                    nav #navigation aria-label="Pages" { (pages) }
                    main #content tabindex="-1" { (body) }
                    (on_this_page(body))
                }
            }
        };
        in_lines(document.into_string())
    }
}

/// More headings than this are too many for a list of two levels.
const MOST_HEADINGS: usize = 40;

/// Links to the headings of a page that have an anchor.
fn on_this_page(body: &Markup) -> Markup {
    let mut headings = headings(&body.0);
    if headings.len() > MOST_HEADINGS {
        headings.retain(|heading| heading.level == 2);
    }
    html! {
        @if headings.len() > 1 {
            aside #contents aria-label="On this page" {
                h2 { "On this page" }
                ul { @for heading in &headings {
                    li.sub[heading.level > 2] { a href={ "#" (heading.id) } { (PreEscaped(&heading.text)) } }
                } }
            }
        }
    }
}

struct Heading {
    level: usize,
    id: String,
    /// Escaped for HTML.
    text: String,
}

fn headings(html: &str) -> Vec<Heading> {
    let starts = html.match_indices("<h").filter_map(|(at, _)| {
        let rest = &html[at + "<h".len()..];
        let level = if rest.starts_with("2 id=\"") {
            2
        } else if rest.starts_with("3 id=\"") {
            3
        } else {
            return None;
        };
        let (id, rest) = rest["2 id=\"".len()..].split_once('"')?;
        let (_, content) = rest.split_once('>')?;
        let (content, _) = content.split_once("</h")?;
        Some(Heading { level, id: id.to_owned(), text: without_tags(content) })
    });
    starts.collect()
}

fn without_tags(html: &str) -> String {
    let parts = html.split('<').enumerate();
    let texts = parts.map(|(at, part)| match part.split_once('>') {
        Some((_, text)) if at > 0 => text,
        _ => part,
    });
    texts.collect()
}

/// Elements that begin a line, so that differences of generated pages are readable.
const BLOCKS: [&str; 13] = [
    "<h1", "<h2", "<h3", "<section", "<table", "<tr", "<dt", "<dd>", "<li", "<details", "<nav",
    "<main", "<aside",
];

fn in_lines(mut html: String) -> String {
    for block in BLOCKS {
        html = html.replace(block, &format!("\n{block}"));
    }
    html + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_with_anchors_are_found() {
        let html =
            "<h1>A</h1><h2 id=\"b\">B <code>&lt;c&gt;</code></h2><h2>no</h2><h3 id=\"d\">D</h3>";
        let found: Vec<_> =
            headings(html).into_iter().map(|one| (one.level, one.id, one.text)).collect();
        assert_eq!(
            found,
            [(2, "b".to_owned(), "B &lt;c&gt;".to_owned()), (3, "d".to_owned(), "D".to_owned())]
        );
    }
}
