//! Explains diagnostic codes from the catalogues of the crates that report them.

use std::path::Path;

use reader::catalog::Kind;
use spec::explain::Explanation;

use crate::workspace;

/// The kinds of diagnostics that a crate reports.
struct Catalog {
    /// The folder of the crate.
    folder: &'static str,
    kinds: Vec<Kind>,
    /// The folder with snapshots of tests that show them, in the folder of the crate.
    snapshots: &'static str,
}

fn catalogs() -> [Catalog; 4] {
    let xtask = reader::catalog::parse(include_str!("../sync/catalog.md"));
    [
        ("spec", spec::catalog::kinds(), "tests/mistakes"),
        ("reader", reader::catalog::kinds(), "tests/diagnostics"),
        ("codegen", codegen::catalog::kinds(), "tests/hard/snapshots"),
        ("xtask", xtask, "tests/it/snapshots"),
    ]
    .map(|(folder, kinds, snapshots)| Catalog { folder, kinds, snapshots })
}

pub(super) fn codes() -> impl Iterator<Item = String> {
    catalogs().into_iter().flat_map(|catalog| catalog.kinds).map(|kind| kind.code)
}

/// Explains a code; `None` if it is unknown.
pub(super) fn explain(code: &str) -> Option<Explanation> {
    catalogs().into_iter().find_map(|Catalog { folder, kinds, snapshots }| {
        let kind = kinds.into_iter().find(|kind| kind.code == code)?;
        Some(Explanation {
            id: code.to_owned(),
            kind: "diagnostic",
            paragraphs: vec![kind.meaning, kind.mending],
            facts: vec![("found by", folder.to_owned())],
            example: read_example(&workspace::at(folder).join(snapshots), code),
            ..Explanation::default()
        })
    })
}

/// The first report with a code in the snapshots of a folder, without its last line, which counts the errors. In a snapshot
/// of several reports, each is below a line `== NAME`. `None` outside of this project.
fn read_example(folder: &Path, code: &str) -> Option<String> {
    let code = format!("[{code}]");
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().find_map(|path| {
        let text = std::fs::read_to_string(path).ok()?;
        let (_, reports) = text.split_once("\n---\n")?;
        let report = match reports.strip_prefix("== ") {
            Some(reports) => {
                let report = reports.split("\n== ").find(|report| report.contains(&code))?;
                report.split_once('\n')?.1
            }
            None => Some(reports).filter(|report| report.contains(&code))?,
        };
        let (report, _) = report.rsplit_once("\nerror: ").unwrap_or((report, ""));
        Some(report.trim_end().to_owned())
    })
}
