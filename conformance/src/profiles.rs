//! Profiles: named sets of clauses in a file. A run with a profile is about these clauses, also after the contract gained
//! others.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use reader::Shape::{List, Text};
use reader::{Diagnostic, Diagnostics, KeyTable, Node, Reader, Sources, required};

use crate::suite::{LoadErrors, Suite, load_errors};
use crate::waivers::quoted;

/// A named set of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// For reports and certificates.
    pub name: String,
    /// Ids of the clauses.
    pub clauses: BTreeSet<String>,
}

static PROFILE: KeyTable = KeyTable::new(
    "profile",
    "A named set of clauses.",
    &[
        required("profile", Text).doc("Name of the set, for reports and certificates."),
        required("clauses", List(&Text)).doc("Ids of the clauses."),
    ],
);

/// Reads a profile. Fails with [`LoadErrors`] if it is invalid, or if a clause does not exist.
pub fn load(path: &Path, suite: &Suite) -> Result<Profile, LoadErrors> {
    let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
    let mut profile = None;
    if let Some(id) = sources.read(path, &mut out)
        && let Some(root) = reader::parse(&sources, id, &mut out)
    {
        profile = read(&root, suite, &mut out);
    }
    profile.filter(|_| !out.has_errors()).ok_or_else(|| load_errors(&sources, &out))
}

fn read(root: &Node, suite: &Suite, out: &mut Diagnostics) -> Option<Profile> {
    let mut reader = Reader::new(out);
    let fields = reader.table(root, &PROFILE)?;
    let name = reader.text(fields.get("profile")?)?;
    if name.value.trim().is_empty() {
        let message = "the name of the profile is empty";
        reader.out.push(Diagnostic::error("empty-profile", message, name.span, "empty"));
    }
    let ids: Vec<_> = suite.clauses.iter().map(|clause| clause.id.as_str()).collect();
    let list = fields.get("clauses")?;
    let mut clauses = BTreeSet::new();
    for node in reader.list(list, "a list of clauses") {
        let Some(id) = reader.word(node, "clause", &ids) else { continue };
        if !clauses.insert(id.value.to_owned()) {
            let message = format!("`{}` is listed twice", id.value);
            let found = Diagnostic::error("repeated-clause", message, id.span, "again");
            reader.out.push(found.with_help("remove one of them"));
        }
    }
    if clauses.is_empty() && !reader.out.has_errors() {
        let message = "the profile has no clause";
        let found = Diagnostic::error("empty-profile", message, list.span, "no clause");
        let help = "`referral-conformance profile NAME` drafts one";
        reader.out.push(found.with_help(help));
    }
    Some(Profile { name: name.value, clauses })
}

/// The file of a profile with these clauses.
pub fn draft<'c>(name: &str, clauses: impl Iterator<Item = &'c str>) -> String {
    let mut text = format!("profile: {}\nclauses:\n", quoted(name));
    for clause in clauses {
        let _ = writeln!(text, "  - {clause}");
    }
    text
}
