//! What the pages show.

use site::{Example, Markdown};

use crate::library;

#[test]
fn a_page_of_an_operation() {
    let program = "# example: return_loan\ngive_back(loan)\n# end of example\n";
    let examples = Example::all_in("Python", "program.py", program);
    let files = site::site(&library(), &examples, &[]);
    let (_, main) = files["operations/return_loan.html"].split_once("<main").unwrap();
    // A line for each block, so that a difference is readable.
    let lines = main.replace("><", ">\n<").replace("\n\n", "\n");
    insta::assert_snapshot!(lines);
}

#[test]
fn answers_are_beside_gaps_and_do_not_replace_them() {
    let files = site::site(&library(), &[], &[]);
    let all: String = files.values().map(String::as_str).collect();
    let contract = library();
    for answer in &contract.overlay.as_ref().unwrap().answers {
        assert!(all.contains(&format!("<dt id=\"{}\">", answer.gap)), "{}", answer.gap);
    }
    let answers = all.matches("<span class=\"answer\">").count();
    assert!(answers > 10 && all.matches("class=\"gap\"").count() > answers);
}

#[test]
fn every_clause_is_an_anchor_of_two_pages() {
    let contract = library();
    let files = site::site(&contract, &[], &[]);
    for clause in contract.clauses() {
        let anchor = format!("id=\"{}\"", clause.id);
        let page = clause
            .operation
            .as_ref()
            .map_or("clauses.html".to_owned(), |operation| format!("operations/{operation}.html"));
        for page in [page.as_str(), "clauses.html"] {
            assert_eq!(files[page].matches(&anchor).count(), 1, "{page} {anchor}");
        }
    }
}

#[test]
fn texts_are_escaped_and_guides_become_pages() {
    let text = "# A `guide`\n\n## Part\n\n## Part\n\n[other](other.md#part) `add_book` `<b>`\n";
    let guide = Markdown { name: "guide".to_owned(), text: text.to_owned() };
    let page = &site::site(&library(), &[], &[guide])["guides/guide.html"];
    for part in [
        "<h2 id=\"part\">",
        "<h2 id=\"part-1\">",
        "href=\"other.html#part\"",
        "<a href=\"../operations/add_book.html\"><code>add_book</code></a>",
        "<code>&lt;b&gt;</code>",
        "<title>A guide · ",
    ] {
        assert!(page.contains(part), "{part}");
    }
}
