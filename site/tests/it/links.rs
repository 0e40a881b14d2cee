//! All links of a site lead to a page and an anchor of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use site::{Extras, Files, GuideGroup, Markdown};

use crate::{contract, library, root};

#[test]
fn all_links_of_the_sites_resolve() {
    let own = contract("spec/contract", "spec/overlays/reference.yaml");
    let guides =
        [GuideGroup { title: "Guides".to_owned(), about: String::new(), guides: guides() }];
    assert_links(&site::site(&library(), &Extras::default()));
    assert_links(&site::site(&own, &Extras { guides: &guides, ..Extras::default() }));
    let (files, _) = spec::read_folder(&root().join("spec/tests/stockroom/contract"));
    let bare = spec::load(&files, None).contract.unwrap();
    assert_links(&site::site(&bare, &Extras::default()));
}

fn guides() -> Vec<Markdown> {
    let entries = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let guides = entries.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let read = |path: std::path::PathBuf| Markdown {
        name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
        text: fs::read_to_string(path).unwrap(),
    };
    guides.map(read).collect()
}

fn assert_links(files: &Files) {
    let pages = files.iter().filter(|(path, _)| path.ends_with(".html"));
    let anchors: BTreeMap<&str, BTreeSet<&str>> =
        pages.clone().map(|(path, text)| (path.as_str(), attributes(text, "id"))).collect();
    let mut count = 0;
    for (path, text) in pages {
        assert_eq!(
            text.matches(" id=\"").count(),
            anchors[path.as_str()].len(),
            "{path}: equal ids"
        );
        for link in attributes(text, "href").into_iter().chain(attributes(text, "src")) {
            count += usize::from(assert_link(files, &anchors, path, link));
        }
    }
    assert!(count > 20);
    for address in files.get("search.js").into_iter().flat_map(|index| index.lines()) {
        if let Some(address) = address.split("\",\"").nth(2) {
            assert_link(files, &anchors, "index.html", address);
        }
    }
}

/// False for a link out of the site.
fn assert_link(
    files: &Files,
    anchors: &BTreeMap<&str, BTreeSet<&str>>,
    page: &str,
    link: &str,
) -> bool {
    if link.starts_with("https://") || link.starts_with("data:") {
        return false;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.to_owned() } else { resolve(page, path) };
    assert!(files.contains_key(&target), "{page}: {link}");
    let found =
        anchor.is_empty() || anchors.get(target.as_str()).is_some_and(|all| all.contains(anchor));
    assert!(found, "{page}: {link}");
    true
}

fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        if part == ".." { _ = parts.pop() } else { parts.push(part) }
    }
    parts.join("/")
}

fn attributes<'t>(text: &'t str, name: &str) -> BTreeSet<&'t str> {
    let start = format!(" {name}=\"");
    let values = text.match_indices(&start).map(|(at, _)| &text[at + start.len()..]);
    values.map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}
