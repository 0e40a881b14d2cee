//! Edits of sources.

use std::fs;
use std::ops::Range;
use std::path::Path;

use reader::{Diagnostic, Fields, KeyTable, Node, Reader, Shape, quoted, required};

/// A replacement of a text in a source.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Path of the source, relative to the root of the project.
    pub file: String,
    /// Range of the replaced bytes.
    pub range: Range<usize>,
    /// The replacement.
    pub with: String,
}

pub(super) static EDIT: KeyTable = KeyTable {
    name: "edit",
    doc: "A replacement of a text in a source.",
    keys: &[
        required("file", Shape::Text).doc("Path of the source."),
        required("replace", Shape::Text).doc("Text that occurs once, ignoring whitespace."),
        required("with", Shape::Text).doc("Replacement."),
    ],
};

/// Parses the edits of an entry.
pub(super) fn parse_edits(reader: &mut Reader<'_>, entry: &Fields<'_>, root: &Path) -> Vec<Edit> {
    let list = entry.get("edits");
    let items = list.map_or(&[][..], |it| reader.list(it, "a list of edits"));
    let mut edits = Vec::new();
    for item in items {
        edits.extend(parse_edit(reader, item, root));
    }
    edits
}

fn parse_edit(reader: &mut Reader<'_>, node: &Node, root: &Path) -> Option<Edit> {
    let fields = reader.table(node, &EDIT)?;
    let file = reader.text(fields.get("file")?)?;
    let replace = reader.text(fields.get("replace")?)?;
    let with = reader.text(fields.get("with")?)?.value;
    let Ok(source) = fs::read_to_string(root.join(&file.value)) else {
        let message = format!("cannot read the source {}", quoted(&file));
        let error = Diagnostic::error("no-source", message, file.span, "no such file");
        reader.out.push(error.with_help("update the path if the file was moved"));
        return None;
    };
    let mut ranges = find_ranges(&source, &replace);
    if ranges.len() != 1 {
        let message = format!("{} contains this text {} times", quoted(&file), ranges.len());
        let error = Diagnostic::error("not-once", message, replace.span, "must occur once");
        reader.out.push(error.with_help("choose a text that occurs once"));
    }
    Some(Edit { file: file.value, range: ranges.pop()?, with })
}

/// All ranges of a text in a source, ignoring whitespace.
fn find_ranges(source: &str, text: &str) -> Vec<Range<usize>> {
    let without_whitespace = |text: &str| -> Vec<(usize, char)> {
        let all = text.char_indices();
        all.filter(|(_, it)| !it.is_whitespace()).collect()
    };
    let (source, text) = (without_whitespace(source), without_whitespace(text));
    let Some(last) = text.len().checked_sub(1) else {
        return Vec::new();
    };
    let matches = |window: &&[(usize, char)]| window.iter().zip(&text).all(|(a, b)| a.1 == b.1);
    let found = source.windows(text.len()).filter(matches);
    let range = |window: &[(usize, char)]| window[0].0..window[last].0 + window[last].1.len_utf8();
    found.map(range).collect()
}
