//! Integration tests of the reader: the rendering of every error, and properties of arbitrary texts. They read a language
//! for tests: the books of a lending library.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod mistakes;
mod rendering;
mod round_trip;
mod totality;

use reader::{Diagnostics, Key, KeyTable, Node, Reader, Shape, Sources, parse};

static BOOK: KeyTable = KeyTable {
    name: "book",
    doc: "A book of the library.",
    keys: &[
        Key { name: "title", required: true, shape: Shape::Text, doc: "as printed on it" },
        Key { name: "shelf", required: true, shape: SHELF, doc: "where it stands" },
        Key { name: "pages", required: false, shape: Shape::Integer, doc: "how many" },
        Key { name: "price", required: false, shape: Shape::Number, doc: "what it cost" },
        Key { name: "lent", required: false, shape: Shape::Boolean, doc: "whether it is out" },
        Key { name: "loans", required: false, shape: LOANS, doc: "who had it, and when" },
        Key { name: "authors", required: false, shape: AUTHORS, doc: "who wrote it" },
    ],
};

const SHELVES: &[&str] = &["fiction", "history", "science"];
const SHELF: Shape = Shape::OneOf(SHELVES);
const AUTHORS: Shape = Shape::List(&Shape::Text);
const LOANS: Shape = Shape::MapOf(&Shape::Text);

/// Parses one text, as `book.yaml`.
fn parsed(text: &str) -> (Sources, Option<Node>, Diagnostics) {
    let mut sources = Sources::new();
    let mut found = Diagnostics::new();
    let file = sources.add("book.yaml", text);
    let root = parse(&sources, file, &mut found);
    (sources, root, found)
}

/// Reads every field of a book.
fn read_book(node: &Node, found: &mut Diagnostics) {
    let mut reader = Reader::new(found);
    let Some(fields) = reader.table(node, &BOOK) else {
        return;
    };
    fields.get("title").and_then(|node| reader.text(node));
    fields.get("shelf").and_then(|node| reader.word(node, "shelf", SHELVES));
    fields.get("pages").and_then(|node| reader.integer(node));
    fields.get("price").and_then(|node| reader.number_text(node));
    fields.get("lent").and_then(|node| reader.boolean(node));
    for loan in fields.get("loans").map_or(&[][..], |node| reader.entries(node, "a map of loans")) {
        reader.text(&loan.value);
    }
    for name in fields.get("authors").map_or(&[][..], |node| reader.list(node, "a list of names")) {
        reader.text(name);
    }
}
