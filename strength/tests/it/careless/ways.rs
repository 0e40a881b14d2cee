//! The files of careless ways, read and held against the suite and the sources they edit.

use std::fs;
use std::ops::Range;
use std::path::Path;

use reader::{
    Diagnostic, Diagnostics, Fields, FileId, Key, KeyTable, Node, Reader, Shape, Sources, Spanned,
    Style, did_you_mean, parse, quoted, render,
};
use referral_conformance::suite::Suite;

/// One way to be careless.
#[derive(Clone, Debug)]
pub struct Way {
    /// Its name, and the value of the variable that chooses it.
    pub name: Spanned<String>,
    /// What somebody did.
    pub why: String,
    /// The clauses that the suite must find violated.
    pub breaks: Vec<String>,
    /// Clauses that fall with them.
    pub also: Vec<String>,
    /// What is written into the sources.
    pub edits: Vec<Edit>,
}

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

const TEXTS: Shape = Shape::List(&Shape::Text);

static FILE: KeyTable = KeyTable {
    name: "file of careless ways",
    doc: "Ways to break the code, by name.",
    keys: &[required(
        "ways",
        Shape::MapOf(&Shape::Table(&WAY)),
        "The ways.",
    )],
};

static WAY: KeyTable = KeyTable {
    name: "careless way",
    doc: "A way to break the code.",
    keys: &[
        required("why", Shape::Text, "What somebody in a hurry did."),
        required("breaks", TEXTS, "The clauses that must be violated."),
        Key {
            name: "also",
            required: false,
            shape: TEXTS,
            doc: "Clauses that may be violated with them.",
        },
        Key {
            name: "edits",
            required: false,
            shape: Shape::List(&Shape::Table(&EDIT)),
            doc: "What is edited, unless another way has the same place.",
        },
    ],
};

static EDIT: KeyTable = KeyTable {
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

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: true,
        shape,
        doc,
    }
}

/// Reads every file of a folder; the sources they edit are below `root`.
pub fn read(folder: &Path, suite: &Suite, root: &Path) -> Result<Vec<Way>, String> {
    let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut ways = Vec::new();
    for path in paths {
        if let Some(file) = sources.read(&path, &mut out) {
            ways.extend(file_of_ways(&sources, file, &mut out, suite, root));
        }
    }
    check_names(&ways, &mut out);
    if out.has_errors() {
        return Err(render(&sources, &out, Style::Plain));
    }
    Ok(ways)
}

fn file_of_ways(
    sources: &Sources,
    file: FileId,
    out: &mut Diagnostics,
    suite: &Suite,
    root: &Path,
) -> Vec<Way> {
    let Some(node) = parse(sources, file, out) else {
        return Vec::new();
    };
    let mut reader = Reader::new(out);
    let Some(fields) = reader.table(&node, &FILE) else {
        return Vec::new();
    };
    let ways = fields.get("ways");
    let entries = ways.map_or(&[][..], |it| reader.entries(it, "a map of careless ways"));
    let read = |reader: &mut Reader<'_>, name: &Spanned<String>, value: &Node| {
        let fields = reader.table(value, &WAY)?;
        Some(Way {
            name: name.clone(),
            why: reader.text(fields.get("why")?)?.value,
            breaks: clauses(reader, &fields, "breaks", suite),
            also: clauses(reader, &fields, "also", suite),
            edits: edits(reader, &fields, root),
        })
    };
    let mut found = Vec::new();
    for entry in entries {
        found.extend(read(&mut reader, &entry.key, &entry.value));
    }
    found
}

/// Each has a name of its own, and some edit asks for it: else it breaks every server, or none.
fn check_names(ways: &[Way], out: &mut Diagnostics) {
    for (index, way) in ways.iter().enumerate() {
        let asks = format!("careless(\"{}\")", way.name.value);
        let mut edits = ways.iter().flat_map(|way| &way.edits);
        if !edits.any(|edit| edit.with.contains(&asks)) {
            let message = format!("no edit asks whether {} is chosen", quoted(&way.name));
            let wrong = Diagnostic::error("not-chosen", message, way.name.span, "never asked for");
            out.push(wrong.with_help(format!("write `crate::{asks}` in one")));
        }
        if ways[..index]
            .iter()
            .any(|other| other.name.value == way.name.value)
        {
            let message = format!("there are two ways called {}", quoted(&way.name));
            out.push(Diagnostic::error(
                "two-ways",
                message,
                way.name.span,
                "the second",
            ));
        }
    }
}

fn clauses(reader: &mut Reader<'_>, way: &Fields<'_>, key: &str, suite: &Suite) -> Vec<String> {
    let list = way.get(key);
    let items = list.map_or(&[][..], |it| reader.list(it, "a list of clauses"));
    let mut ids = Vec::new();
    for item in items {
        let Some(id) = reader.text(item) else {
            continue;
        };
        let all = suite.contract.clauses();
        let known: Vec<_> = all.iter().map(|clause| clause.id.as_str()).collect();
        if !known.contains(&id.value.as_str()) {
            let message = format!("{} is no clause", quoted(&id));
            let mut wrong = Diagnostic::error("unknown-clause", message, id.span, "not a clause");
            if let Some(near) = did_you_mean(&id, known.into_iter()) {
                wrong = wrong.with_help(format!("did you mean `{near}`?"));
            }
            reader.out.push(wrong);
        }
        ids.push(id.value);
    }
    ids
}

fn edits(reader: &mut Reader<'_>, way: &Fields<'_>, root: &Path) -> Vec<Edit> {
    let list = way.get("edits");
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
