//! HTML pages of a contract: operations, records, clauses and gaps, and the guides beside them.
//!
//! [`site`] makes a static site, [`single_page`] one page with all operations. Both are pure: texts in, files out. The
//! pages refer to nothing outside the site, and hold neither scripts nor styles of their own.

#![expect(missing_docs, reason = "only this workspace uses the crate")]

mod examples;
mod frame;
mod guide;
mod home;
mod links;
mod lists;
mod model;
mod operation;
mod record;
mod search;
mod single;
mod text;
mod transitions;

use std::collections::BTreeMap;

use frame::Frame;
use guide::Guide;
use model::Model;
use spec::Contract;

pub use model::Example;
pub use single::single_page;

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

/// The static site of a contract. `examples` are parts of programs that tests run.
pub fn site(contract: &Contract, examples: &[Example], guides: &[Markdown]) -> Files {
    let model = Model::new(contract, examples);
    let guides: Vec<Guide> = guides.iter().map(|guide| Guide::read(&model, guide)).collect();
    let frame = Frame { model: &model, guides: &guides };
    let mut files: Files =
        ASSETS.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let mut add = |path: &str, title: &str, body| {
        files.insert(path.to_owned(), frame.page(path, title, body));
    };
    add(links::HOME, "Overview", home::page(&model, &guides));
    add(links::CLAUSES, "All clauses", lists::all_clauses(&model));
    add(links::GAPS, "All gaps", lists::all_gaps(&model));
    for operation in model.operations() {
        add(&links::operation(&operation.id), &operation.id, operation::page(&model, operation));
    }
    for record in contract.records() {
        add(&links::record(&record.name), &record.name, record::page(&model, record));
    }
    for guide in &guides {
        add(&links::guide(&guide.name), &guide.title, guide.body());
    }
    files.insert("search.js".to_owned(), search::index(&model, &guides));
    files
}
