//! The places of the sources that a entry writes otherwise.

use std::fs;
use std::ops::Range;
use std::path::Path;

use reader::{Diagnostic, Fields, KeyTable, Node, Reader, Shape, quoted};

use super::required;

/// One place of a source that reads otherwise.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The file, from the root of the project.
    pub file: String,
    /// Which bytes of it go.
    pub range: Range<usize>,
    /// What comes instead.
    pub with: String,
}

pub(super) static EDIT: KeyTable = KeyTable {
    name: "edit",
    doc: "One place of a source.",
    keys: &[
        required("file", Shape::Text, "The source."),
        required(
            "replace",
            Shape::Text,
            "What stands there once; white space does not count.",
        ),
        required("with", Shape::Text, "What stands there instead."),
    ],
};

/// The edits of a entry.
pub(super) fn read(reader: &mut Reader<'_>, entry: &Fields<'_>, root: &Path) -> Vec<Edit> {
    let list = entry.get("edits");
    let items = list.map_or(&[][..], |it| reader.list(it, "a list of edits"));
    let mut edits = Vec::new();
    for item in items {
        edits.extend(edit(reader, item, root));
    }
    edits
}

fn edit(reader: &mut Reader<'_>, node: &Node, root: &Path) -> Option<Edit> {
    let fields = reader.table(node, &EDIT)?;
    let file = reader.text(fields.get("file")?)?;
    let replace = reader.text(fields.get("replace")?)?;
    let with = reader.text(fields.get("with")?)?.value;
    let Ok(source) = fs::read_to_string(root.join(&file.value)) else {
        let message = format!("the source {} cannot be read", quoted(&file));
        let wrong = Diagnostic::error("no-source", message, file.span, "no such file");
        reader
            .out
            .push(wrong.with_help("the code has moved; name the file where it is now"));
        return None;
    };
    let mut places = places(&source, &replace);
    if places.len() != 1 {
        let message = format!("{} holds this text {} times", quoted(&file), places.len());
        let wrong = Diagnostic::error("not-once", message, replace.span, "must be there once");
        reader
            .out
            .push(wrong.with_help("the code has changed; choose a text that is there once"));
    }
    Some(Edit {
        file: file.value,
        range: places.pop()?,
        with,
    })
}

/// Where a text stands in a source, white space left out of both.
fn places(source: &str, text: &str) -> Vec<Range<usize>> {
    let dense = |text: &str| -> Vec<(usize, char)> {
        let all = text.char_indices();
        all.filter(|(_, it)| !it.is_whitespace()).collect()
    };
    let (source, text) = (dense(source), dense(text));
    let Some(last) = text.len().checked_sub(1) else {
        return Vec::new();
    };
    let same = |window: &&[(usize, char)]| window.iter().zip(&text).all(|(a, b)| a.1 == b.1);
    let found = source.windows(text.len()).filter(same);
    let range = |window: &[(usize, char)]| window[0].0..window[last].0 + window[last].1.len_utf8();
    found.map(range).collect()
}
