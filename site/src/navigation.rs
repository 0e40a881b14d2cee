//! The list of all pages beside each page: guides, operations by resource, records, clauses and gaps.

use maud::{Markup, html};

use crate::guide::Guide;
use crate::links;
use crate::model::Model;
use crate::text::{method, name};

/// The pages, of which one is marked.
pub struct Navigation<'n> {
    /// The path of the page that shows the list.
    pub current: &'n str,
    /// The way to the root of the site.
    pub root: &'n str,
}

impl Navigation<'_> {
    pub fn list(&self, model: &Model<'_>, guides: &[Guide]) -> Markup {
        let is_home = self.current == links::HOME;
        let mut groups: Vec<(&str, Vec<&Guide>)> = Vec::new();
        for guide in guides {
            match groups.last_mut() {
                Some((title, members)) if *title == guide.group => members.push(guide),
                _ => groups.push((&guide.group, vec![guide])),
            }
        }
        html! {
            ul { (self.link(&[links::HOME.to_owned()], "Overview")) }
            @for (title, guides) in groups {
                (self.group(title, is_home, &html! { @for guide in guides {
                    (self.link(&guide.pages(), &guide.title))
                } }))
            }
            @for (resource, operations) in &model.resources {
                @if !operations.is_empty() {
                    (self.group(&resource.title, true, &html! { @for operation in operations {
                        (self.item(&[links::operation(&operation.id)], &html! {
                            (method(operation)) " " span { (name(operation)) }
                        }))
                    } }))
                }
            }
            @if model.records().next().is_some() {
                (self.group("Records", is_home, &html! { @for record in model.records() {
                    (self.link(&[links::record(&record.name)], &record.name))
                } }))
            }
            (self.group("Clauses and gaps", true, &html! {
                (self.link(&self.with_resources(model, links::CLAUSES, links::clauses), "Clauses"))
                (self.link(&self.with_resources(model, links::GAPS, links::gaps), "Gaps"))
            }))
        }
    }

    /// A page, followed by those that are reached from it only.
    fn with_resources(
        &self,
        model: &Model<'_>,
        first: &str,
        of_resource: fn(&str) -> String,
    ) -> Vec<String> {
        let others = model.resources.iter().map(|(resource, _)| of_resource(&resource.id));
        std::iter::once(first.to_owned()).chain(others).collect()
    }

    fn group(&self, title: &str, is_open: bool, items: &Markup) -> Markup {
        let is_open = is_open || items.0.contains("aria-current");
        html! { details open[is_open] { summary { (title) } ul { (items) } } }
    }

    fn link(&self, pages: &[String], text: &str) -> Markup {
        self.item(pages, &html! { span { (text) } })
    }

    /// A link to the first of the pages, marked on all of them.
    fn item(&self, pages: &[String], content: &Markup) -> Markup {
        let mark = match pages.iter().position(|page| page == self.current) {
            Some(0) => Some("page"),
            Some(_) => Some("true"),
            None => None,
        };
        let first = pages.first().map_or(links::HOME, String::as_str);
        html! { li { a href={ (self.root) (first) } aria-current=[mark] { (content) } } }
    }
}
