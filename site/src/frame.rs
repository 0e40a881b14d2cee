//! The frame of a page: head, navigation, search, switch between light and dark.

use maud::{DOCTYPE, Markup, html};

use crate::guide::Guide;
use crate::links;
use crate::model::Model;
use crate::operation::title;

pub struct Frame<'f, 'c> {
    pub model: &'f Model<'c>,
    pub guides: &'f [Guide],
}

impl Frame<'_, '_> {
    /// A page in the frame.
    pub fn page(&self, path: &str, title: &str, body: Markup) -> String {
        let root = links::to_root(path);
        let service = &self.model.contract.service.title;
        let home = format!("{root}{}", links::HOME);
        let title = format!("{title} · {service}");
        document(&root, &title, service, &home, true, &self.navigation(path, &root), &body)
    }

    fn navigation(&self, current: &str, root: &str) -> Markup {
        let link = |path: String, text: &str| {
            let mark = (path == current).then_some("page");
            html! { li { a href={ (root) (path) } aria-current=[mark] { (text) } } }
        };
        html! {
            @for (resource, operations) in &self.model.resources {
                @if !operations.is_empty() {
                    h2 { (resource.title) }
                    ul { @for one in operations { (link(links::operation(&one.id), &title(one))) } }
                }
            }
            h2 { "Records" }
            ul { @for record in self.model.contract.records() {
                (link(links::record(&record.name), &record.name))
            } }
            h2 { "Lists" }
            ul {
                (link(links::CLAUSES.to_owned(), "All clauses"))
                (link(links::GAPS.to_owned(), "All gaps"))
            }
            @if !self.guides.is_empty() {
                h2 { "Guides" }
                ul { @for guide in self.guides { (link(links::guide(&guide.name), &guide.title)) } }
            }
        }
    }
}

/// A whole HTML document. `name` and `home` are text and address of the link in the bar.
pub fn document(
    root: &str,
    title: &str,
    name: &str,
    home: &str,
    has_search: bool,
    navigation: &Markup,
    body: &Markup,
) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href={ (root) "site.css" };
                script src={ (root) "site.js" } {}
            }
            body data-root=(root) {
                a.skip href="#content" { "Skip to the content" }
                header {
                    button #menu type="button" aria-expanded="false" aria-controls="navigation" { "Menu" }
                    a.name href=(home) { (name) }
                    @if has_search {
                        div.search role="search" {
                            input #search type="search" placeholder="Search" aria-label="Search" autocomplete="off";
                            ul #results aria-label="Results" hidden {}
                        }
                    }
                    button #theme type="button" aria-label="Switch between light and dark" { "◐" }
                }
                nav #navigation aria-label="Pages" { (navigation) }
                main #content tabindex="-1" { (body) }
            }
        }
    };
    in_lines(document.into_string())
}

/// Elements that begin a line, so that differences of generated pages are readable.
const BLOCKS: [&str; 12] = [
    "<h1", "<h2", "<h3", "<section", "<table", "<tr>", "<dt", "<dd>", "<li>", "<details", "<nav",
    "<main",
];

fn in_lines(mut html: String) -> String {
    for block in BLOCKS {
        html = html.replace(block, &format!("\n{block}"));
    }
    html + "\n"
}
