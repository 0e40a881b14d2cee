//! Files of source mutants and alternative interpretations.

mod edits;

use std::fs;
use std::path::Path;

use reader::{
    Diagnostic, Diagnostics, Fields, FileId, KeyTable, Node, Reader, Shape, Sources, Spanned,
    Style, did_you_mean, optional, parse, quoted, render, required,
};
use referral_conformance::suite::Suite;

use edits::{EDIT, Edit};

/// A source mutant or an alternative interpretation.
#[derive(Clone, Debug)]
pub struct SourceEntry {
    /// Its name, which is also the value of the environment variable that selects it.
    pub name: Spanned<String>,
    /// Explanation.
    pub why: String,
    /// Clauses that the suite must report; none for an interpretation.
    pub breaks: Vec<String>,
    /// Clauses that the suite may report as well.
    pub also: Vec<String>,
    /// Gaps that the interpretation answers differently; none for a source mutant.
    pub answers: Vec<String>,
    /// Edits of the sources.
    pub edits: Vec<Edit>,
}

const TEXTS: Shape = Shape::List(&Shape::Text);

static FILE: KeyTable = KeyTable {
    name: "file of source mutants",
    doc: "Source mutants or interpretations by name.",
    keys: &[required("entries", Shape::MapOf(&Shape::Table(&ENTRY))).doc("Entries by name.")],
};

static ENTRY: KeyTable = KeyTable {
    name: "source mutant",
    doc: "A source mutant or an interpretation.",
    keys: &[
        required("why", Shape::Text).doc("Explanation."),
        optional("breaks", TEXTS).doc("Clauses that must be violated."),
        optional("also", TEXTS).doc("Clauses that may be violated as well."),
        optional("answers", TEXTS)
            .doc("Gaps that the interpretation answers differently, instead of `breaks`."),
        optional("edits", Shape::List(&Shape::Table(&EDIT)))
            .doc("Edits of the sources, unless another entry contains them."),
    ],
};

/// Loads all files of some folders. Paths of edited sources are relative to `root`.
pub fn load(folders: &[&Path], suite: &Suite, root: &Path) -> Result<Vec<SourceEntry>, String> {
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
            entries.extend(parse_file(&sources, file, &mut out, suite, root));
        }
    }
    check_names(&entries, &mut out);
    check_claims(&entries, &mut out);
    if out.has_errors() {
        return Err(render(&sources, &out, Style::Plain));
    }
    Ok(entries)
}

fn parse_file(
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
    let parse_entry = |reader: &mut Reader<'_>, name: &Spanned<String>, value: &Node| {
        let fields = reader.table(value, &ENTRY)?;
        Some(SourceEntry {
            name: name.clone(),
            why: reader.text(fields.get("why")?)?.value,
            breaks: parse_ids(reader, &fields, "breaks", suite),
            also: parse_ids(reader, &fields, "also", suite),
            answers: parse_ids(reader, &fields, "answers", suite),
            edits: edits::parse_edits(reader, &fields, root),
        })
    };
    let mut found = Vec::new();
    for entry in entries {
        found.extend(parse_entry(&mut reader, &entry.key, &entry.value));
    }
    found
}

/// Reports duplicate names, and entries without an edit that is guarded by their name.
fn check_names(entries: &[SourceEntry], out: &mut Diagnostics) {
    for (index, entry) in entries.iter().enumerate() {
        let guard = format!("source_mutant(\"{}\")", entry.name.value);
        let mut edits = entries.iter().flat_map(|entry| &entry.edits);
        if !edits.any(|edit| edit.with.contains(&guard)) {
            let message = format!("no edit is guarded by {}", quoted(&entry.name));
            let error = Diagnostic::error("unguarded", message, entry.name.span, "not used");
            out.push(error.with_help(format!("write `crate::{guard}` in one of them")));
        }
        if entries[..index].iter().any(|other| other.name.value == entry.name.value) {
            let message = format!("duplicate entry {}", quoted(&entry.name));
            out.push(Diagnostic::error(
                "duplicate-entry",
                message,
                entry.name.span,
                "second definition",
            ));
        }
    }
}

/// Reports entries that have both or neither of `breaks` and `answers`.
fn check_claims(entries: &[SourceEntry], out: &mut Diagnostics) {
    for entry in entries.iter().filter(|entry| entry.breaks.is_empty() == entry.answers.is_empty())
    {
        let message = format!("{} must have either `breaks` or `answers`", quoted(&entry.name));
        let error = Diagnostic::error("no-claim", message, entry.name.span, "has both or neither");
        out.push(error.with_help("list clauses in `breaks`, or gaps in `answers`"));
    }
}

/// Parses a list of ids of clauses or gaps.
fn parse_ids(reader: &mut Reader<'_>, entry: &Fields<'_>, key: &str, suite: &Suite) -> Vec<String> {
    let list = entry.get(key);
    let items = list.map_or(&[][..], |it| reader.list(it, "a list of ids"));
    let clauses = suite.contract.clauses();
    let (known, what): (Vec<_>, _) = match key {
        "answers" => (suite.contract.gaps.iter().map(|it| it.id.as_str()).collect(), "gap"),
        _ => (clauses.iter().map(|it| it.id.as_str()).collect(), "clause"),
    };
    let mut ids = Vec::new();
    for item in items {
        let Some(id) = reader.text(item) else {
            continue;
        };
        if !known.contains(&id.value.as_str()) {
            let message = format!("unknown {what} {}", quoted(&id));
            let label = format!("not a {what}");
            let mut error = Diagnostic::error("unknown-clause", message, id.span, label);
            if let Some(near) = did_you_mean(&id, known.iter().copied()) {
                error = error.with_help(format!("did you mean `{near}`?"));
            }
            reader.out.push(error);
        }
        ids.push(id.value);
    }
    ids
}
