//! HTML pages of a contract: operations, records, clauses and gaps, and the guides beside them.
//!
//! [`site`] is pure: texts in, files out. The pages refer to nothing outside the site, and hold neither scripts nor styles
//! of their own.

#![expect(missing_docs, reason = "only this workspace uses the crate")]

mod answers;
mod examples;
mod frame;
mod guide;
mod home;
mod links;
mod lists;
mod marks;
mod model;
mod navigation;
mod operation;
mod record;
mod search;
mod table;
mod text;
mod transitions;

use std::collections::BTreeMap;

use frame::Frame;
use guide::Guide;
use model::Model;
use spec::Contract;

pub use model::Example;

/// The style sheet and the script of all pages.
const ASSETS: [(&str, &str); 2] = [
    ("site.css", include_str!("../assets/site.css")),
    ("site.js", include_str!("../assets/site.js")),
];

/// Texts of files by path, with `/` between names.
pub type Files = BTreeMap<String, String>;

/// A Markdown file.
#[derive(Clone, Debug)]
pub struct Markdown {
    /// Its name without `.md`.
    pub name: String,
    pub text: String,
}

/// Guides that belong together.
#[derive(Clone, Debug)]
pub struct GuideGroup {
    pub title: String,
    /// What the guides are for; the first page shows groups that have this text.
    pub about: String,
    pub guides: Vec<Markdown>,
}

/// What a site shows besides the contract.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras<'e> {
    /// Parts of programs that tests run.
    pub examples: &'e [Example],
    pub guides: &'e [GuideGroup],
    /// Links of the first page: address and text.
    pub links: &'e [(&'e str, &'e str)],
    /// Whether the server of the API serves the site, from a folder of its root: the first request then has its address.
    pub is_served: bool,
}

/// The static site of a contract.
pub fn site(contract: &Contract, extras: &Extras<'_>) -> Files {
    let model = Model::new(contract, extras.examples);
    let guides = Guide::read_all(&model, extras.guides);
    let frame = Frame { model: &model, guides: &guides, is_served: extras.is_served };
    let mut files: Files =
        ASSETS.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let mut add = |path: &str, title: &str, body| {
        files.insert(path.to_owned(), frame.page(path, title, &body));
    };
    add(links::HOME, "Overview", home::page(&model, extras, &guides));
    for (path, title, body) in lists::pages(&model) {
        add(&path, &title, body);
    }
    for operation in model.operations() {
        let name = text::name(operation);
        add(&links::operation(&operation.id), &name, operation::page(&model, operation));
    }
    for record in model.records() {
        add(&links::record(&record.name), &record.name, record::page(&model, record));
    }
    for guide in &guides {
        for (at, part) in guide.parts.iter().enumerate() {
            add(&part.page, &guide.title, guide.body(at));
        }
    }
    files.insert("search.js".to_owned(), search::index(&model, &guides));
    files
}
