//! The files of source mutants and of alternative interpretations, read and held against the suite and the sources they edit.

mod edits;

use std::fs;
use std::path::Path;

use reader::{
    Diagnostic, Diagnostics, Fields, FileId, Key, KeyTable, Node, Reader, Shape, Sources, Spanned,
    Style, did_you_mean, parse, quoted, render,
};
use referral_conformance::suite::Suite;

use edits::{EDIT, Edit};

/// One entry to build the service otherwise: source_mutants, or by another reading of the document.
#[derive(Clone, Debug)]
pub struct SourceEntry {
    /// Its name, and the value of the variable that chooses it.
    pub name: Spanned<String>,
    /// What somebody did.
    pub why: String,
    /// The clauses that the suite must find violated; none of another reading.
    pub breaks: Vec<String>,
    /// Clauses that fall with them.
    pub also: Vec<String>,
    /// The gaps of the contract that another reading fills otherwise.
    pub answers: Vec<String>,
    /// What is written into the sources.
    pub edits: Vec<Edit>,
}

const TEXTS: Shape = Shape::List(&Shape::Text);

static FILE: KeyTable = KeyTable {
    name: "file of source mutants",
    doc: "Ways to break the code, by name.",
    keys: &[required(
        "entries",
        Shape::MapOf(&Shape::Table(&WAY)),
        "The entries.",
    )],
};

static WAY: KeyTable = KeyTable {
    name: "source mutant",
    doc: "A entry to break the code.",
    keys: &[
        required("why", Shape::Text, "What somebody in a hurry did."),
        optional("breaks", TEXTS, "The clauses that must be violated."),
        optional("also", TEXTS, "Clauses that may be violated with them."),
        optional(
            "answers",
            TEXTS,
            "Instead: the gaps that are filled by another reading.",
        ),
        optional(
            "edits",
            Shape::List(&Shape::Table(&EDIT)),
            "What is edited, unless another entry has the same place.",
        ),
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

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: false,
        shape,
        doc,
    }
}

/// Reads every file of some folders; the sources they edit are below `root`.
pub fn read(folders: &[&Path], suite: &Suite, root: &Path) -> Result<Vec<SourceEntry>, String> {
    let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
    let mut paths = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.sort();
    let mut entries = Vec::new();
    for path in paths {
        if let Some(file) = sources.read(&path, &mut out) {
            entries.extend(file_of_ways(&sources, file, &mut out, suite, root));
        }
    }
    check_names(&entries, &mut out);
    check_claims(&entries, &mut out);
    if out.has_errors() {
        return Err(render(&sources, &out, Style::Plain));
    }
    Ok(entries)
}

fn file_of_ways(
    sources: &Sources,
    file: FileId,
    out: &mut Diagnostics,
    suite: &Suite,
    root: &Path,
) -> Vec<SourceEntry> {
    let Some(node) = parse(sources, file, out) else {
        return Vec::new();
    };
    let mut reader = Reader::new(out);
    let Some(fields) = reader.table(&node, &FILE) else {
        return Vec::new();
    };
    let entries = fields.get("entries");
    let entries = entries.map_or(&[][..], |it| reader.entries(it, "a map of source mutants"));
    let read = |reader: &mut Reader<'_>, name: &Spanned<String>, value: &Node| {
        let fields = reader.table(value, &WAY)?;
        Some(SourceEntry {
            name: name.clone(),
            why: reader.text(fields.get("why")?)?.value,
            breaks: ids(reader, &fields, "breaks", suite),
            also: ids(reader, &fields, "also", suite),
            answers: ids(reader, &fields, "answers", suite),
            edits: edits::read(reader, &fields, root),
        })
    };
    let mut found = Vec::new();
    for entry in entries {
        found.extend(read(&mut reader, &entry.key, &entry.value));
    }
    found
}

/// Each has a name of its own, and some edit asks for it: else it breaks every server, or none.
fn check_names(entries: &[SourceEntry], out: &mut Diagnostics) {
    for (index, entry) in entries.iter().enumerate() {
        let asks = format!("source_mutant(\"{}\")", entry.name.value);
        let mut edits = entries.iter().flat_map(|entry| &entry.edits);
        if !edits.any(|edit| edit.with.contains(&asks)) {
            let message = format!("no edit asks whether {} is chosen", quoted(&entry.name));
            let wrong =
                Diagnostic::error("not-chosen", message, entry.name.span, "never asked for");
            out.push(wrong.with_help(format!("write `crate::{asks}` in one")));
        }
        if entries[..index]
            .iter()
            .any(|other| other.name.value == entry.name.value)
        {
            let message = format!("there are two entries called {}", quoted(&entry.name));
            out.push(Diagnostic::error(
                "two-entries",
                message,
                entry.name.span,
                "the second",
            ));
        }
    }
}

/// Each either breaks something or is another reading.
fn check_claims(entries: &[SourceEntry], out: &mut Diagnostics) {
    for entry in entries
        .iter()
        .filter(|entry| entry.breaks.is_empty() == entry.answers.is_empty())
    {
        let message = format!(
            "{} must either break clauses or answer gaps",
            quoted(&entry.name)
        );
        let wrong = Diagnostic::error("no-claim", message, entry.name.span, "both, or neither");
        out.push(wrong.with_help("name clauses in `breaks`, or gaps in `answers`"));
    }
}

/// The clauses of a list, or the gaps.
fn ids(reader: &mut Reader<'_>, entry: &Fields<'_>, key: &str, suite: &Suite) -> Vec<String> {
    let list = entry.get(key);
    let items = list.map_or(&[][..], |it| reader.list(it, "a list of ids"));
    let clauses = suite.contract.clauses();
    let (known, what): (Vec<_>, _) = match key {
        "answers" => (
            suite
                .contract
                .gaps
                .iter()
                .map(|it| it.id.as_str())
                .collect(),
            "gap",
        ),
        _ => (clauses.iter().map(|it| it.id.as_str()).collect(), "clause"),
    };
    let mut ids = Vec::new();
    for item in items {
        let Some(id) = reader.text(item) else {
            continue;
        };
        if !known.contains(&id.value.as_str()) {
            let message = format!("{} is no {what}", quoted(&id));
            let label = format!("not a {what}");
            let mut wrong = Diagnostic::error("unknown-clause", message, id.span, label);
            if let Some(near) = did_you_mean(&id, known.iter().copied()) {
                wrong = wrong.with_help(format!("did you mean `{near}`?"));
            }
            reader.out.push(wrong);
        }
        ids.push(id.value);
    }
    ids
}
