//! The files of careless ways and of other readings, read and held against the suite and the sources they edit.

mod edits;

use std::fs;
use std::path::Path;

use reader::{
    Diagnostic, Diagnostics, Fields, FileId, Key, KeyTable, Node, Reader, Shape, Sources, Spanned,
    Style, did_you_mean, parse, quoted, render,
};
use referral_conformance::suite::Suite;

use edits::{EDIT, Edit};

/// One way to build the service otherwise: careless, or by another reading of the document.
#[derive(Clone, Debug)]
pub struct Way {
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
            "What is edited, unless another way has the same place.",
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
pub fn read(folders: &[&Path], suite: &Suite, root: &Path) -> Result<Vec<Way>, String> {
    let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
    let mut paths = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.sort();
    let mut ways = Vec::new();
    for path in paths {
        if let Some(file) = sources.read(&path, &mut out) {
            ways.extend(file_of_ways(&sources, file, &mut out, suite, root));
        }
    }
    check_names(&ways, &mut out);
    check_claims(&ways, &mut out);
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

/// Each either breaks something or is another reading.
fn check_claims(ways: &[Way], out: &mut Diagnostics) {
    for way in ways
        .iter()
        .filter(|way| way.breaks.is_empty() == way.answers.is_empty())
    {
        let message = format!(
            "{} must either break clauses or answer gaps",
            quoted(&way.name)
        );
        let wrong = Diagnostic::error("no-claim", message, way.name.span, "both, or neither");
        out.push(wrong.with_help("name clauses in `breaks`, or gaps in `answers`"));
    }
}

/// The clauses of a list, or the gaps.
fn ids(reader: &mut Reader<'_>, way: &Fields<'_>, key: &str, suite: &Suite) -> Vec<String> {
    let list = way.get(key);
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
