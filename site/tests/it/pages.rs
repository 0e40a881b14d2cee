//! What the pages show.

use site::{Example, Extras, Files, GuideGroup, Markdown};

use crate::{edited, library};

#[test]
fn a_page_of_an_operation() {
    let program = "# example: return_loan\ngive_back(loan)\n# end of example\n";
    let examples = Example::all_in("Python", "program.py", program);
    let files = site::site(&library(), &Extras { examples: &examples, ..Extras::default() });
    let (_, main) = files["operations/return_loan.html"].split_once("<main").unwrap();
    // A line for each block, so that a difference is readable.
    let lines = main.replace("><", ">\n<").replace("\n\n", "\n");
    insta::assert_snapshot!(lines);
}

#[test]
fn answers_are_beside_gaps_and_do_not_replace_them() {
    let files = site::site(&library(), &Extras::default());
    let all: String = files.values().map(String::as_str).collect();
    let contract = library();
    for answer in &contract.overlay.as_ref().unwrap().answers {
        assert!(all.contains(&format!("<dt id=\"{}\">", answer.gap)), "{}", answer.gap);
    }
    let beside = all.matches("not shown</a> <span class=\"answer\">").count();
    assert!(beside > 10, "{beside}");
}

#[test]
fn every_clause_is_an_anchor_of_its_operation_and_of_a_list() {
    let contract = library();
    let files = site::site(&contract, &Extras::default());
    for clause in contract.clauses() {
        let anchor = format!("id=\"{}\"", clause.id);
        let lists = files.iter().filter(|(path, _)| path.starts_with("clauses"));
        let in_lists = lists.filter(|(_, page)| page.contains(&anchor)).count();
        assert_eq!(in_lists, 1, "{anchor}");
        if let Some(operation) = &clause.operation {
            let page = &files[&format!("operations/{operation}.html")];
            assert_eq!(page.matches(&anchor).count(), 1, "{operation} {anchor}");
        }
    }
}

/// The site of the library with guides.
fn with_guides(guides: Vec<Markdown>) -> Files {
    let (title, about) = ("Guides".to_owned(), "About it.".to_owned());
    let groups = [GuideGroup { title, about, guides }];
    site::site(&library(), &Extras { guides: &groups, ..Extras::default() })
}

#[test]
fn a_long_guide_has_several_pages_and_links_lead_to_the_right_one() {
    let part = |name: &str| format!("## {name}\n\n{}", "A paragraph.\n\n".repeat(80));
    let text = format!("# Long\n\n[to the end](#c)\n\n{}{}{}", part("A"), part("B"), part("C"));
    let long = Markdown { name: "long".to_owned(), text };
    let other =
        Markdown { name: "other".to_owned(), text: "# Other\n\n[c](long.md#c)\n".to_owned() };
    let files = with_guides(vec![long, other]);
    let last = files.iter().find(|(_, page)| page.contains("<h2 id=\"c\">")).unwrap().0;
    assert_eq!(last, "guides/long-2.html");
    for page in ["guides/long.html", "guides/other.html"] {
        assert!(files[page].contains("href=\"long-2.html#c\""), "{page}");
    }
    assert!(files["search.js"].contains("\"guides/long-2.html#c\""));
    assert!(files[last].contains("aria-current=\"true\"><span>Long</span>"));
}

#[test]
fn cells_of_tables_have_the_head_of_their_column_and_empty_columns_are_left_out() {
    let text = "# Guide\n\n| key | a `b` |\n| --- | --- |\n| x | y |\n".to_owned();
    let files = with_guides(vec![Markdown { name: "guide".to_owned(), text }]);
    assert!(files["guides/guide.html"].contains("<td data-label=\"key\">x</td>"));
    let page = &files["operations/get_book.html"];
    assert!(page.contains("<td data-label=\"Type\">") && page.contains("<th>Type</th>"));
    let success = page.split("aria-label=\"Members of the body\"").nth(1).unwrap();
    let success = success.split("</table>").next().unwrap();
    assert!(!success.contains("Repeats"), "{success}");
}

#[test]
fn marks_are_explained_where_they_are_and_stated_facts_have_none() {
    let files = site::site(&library(), &Extras::default());
    for (path, page) in files.iter().filter(|(path, _)| path.starts_with("operations/")) {
        let (_, main) = page.split_once("<main").unwrap();
        let note = main.split_once("class=\"marks\"");
        let rest = note.map_or(main, |(_, rest)| rest.split_once("</details>").unwrap().1);
        let marked = rest.contains("class=\"gap\"") || rest.contains("class=\"evidence\"");
        assert_eq!(note.is_some(), marked || rest.contains("class=\"answer"), "{path}");
        assert!(!main.contains("class=\"evidence\">stated"), "{path}");
    }
}

#[test]
fn the_first_page_begins_with_a_request_and_ways_to_go_on() {
    let guide = Markdown { name: "guide".to_owned(), text: "# A guide\n".to_owned() };
    let page = &with_guides(vec![guide])["index.html"];
    let places = [
        "id=\"first-request\"",
        "$BASE_URL/",
        "id=\"go-on\"",
        "About it.",
        "id=\"operations\"",
        "id=\"evidence\"",
    ];
    let places: Vec<_> = places.iter().map(|part| page.find(part).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn search_results_have_no_signs_of_code() {
    let files = site::site(&library(), &Extras::default());
    assert!(!files["search.js"].contains('`'));
}

#[test]
fn texts_are_escaped_and_guides_become_pages() {
    let text = "# A `guide`\n\n## Part\n\n## Part\n\n[other](other.md#part) `add_book` `<b>`\n";
    let guide = Markdown { name: "guide".to_owned(), text: text.to_owned() };
    let page = &with_guides(vec![guide])["guides/guide.html"];
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

#[test]
fn objects_of_requests_are_inputs_and_no_records() {
    let edits = [(
        "books/add_book.yaml",
        "donor: { type: Donor }",
        "donor: { type: object, members: { book: { type: string, format: identifier, identified_by: [uuid], record: Book }, gifts: { type: [object], max_items: 3, members: { year: { type: integer, default: 1, nullable: true } } } } }",
    )];
    let contract = edited("spec/tests/library/contract", &edits);
    let files = site::site(&contract, &Extras::default());
    let page = &files["operations/add_book.html"];
    for part in [
        "<code>donor.book</code>",
        "Identifies a <a href=\"../records/Book.html\">",
        "list of objects (at most 3 items)",
        "<code>donor.gifts.year</code>",
        "Default: <code>1</code>. May be <code>null</code>.",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let shows = |page: &str| page.contains("AddBookDonor");
    assert!(!files.iter().any(|(path, page)| shows(path) || shows(page)));
}

#[test]
fn constraints_have_no_signs_of_code_and_empty_sections_are_left_out() {
    let header =
        "success:\n  headers: { Shelf: { present: true, pattern: '^[A-Z]+$', example: A } }\n";
    let edits = [("books/get_book.yaml", "success:\n", header)];
    let contract = edited("spec/tests/library/contract", &edits);
    let files = site::site(&contract, &Extras::default());
    let page = &files["operations/get_book.html"];
    assert!(page.contains("matching <code>^[A-Z]+$</code>"));
    let key = "matching <code>^[A-Z]{2}-[0-9]{4}$</code>";
    assert!(files["operations/add_book.html"].contains(key));
    assert!(files["records/Donor.html"].contains("operations/add_book.html"));
    let workshop = edited("spec/tests/stockroom/contract", &[]);
    for (path, page) in site::site(&workshop, &Extras::default()) {
        for empty in [
            "<ul></ul>",
            "<ul class=\"plain\"></ul>",
            "<p></p>",
            "<p class=\"lead\"></p>",
            "<tbody></tbody>",
            "<dl class=\"clauses\"></dl>",
        ] {
            assert!(!page.contains(empty), "{path}: {empty}");
        }
    }
}
