//! Explains diagnostic codes from the catalogues of the crates that report them.

use std::path::{Path, PathBuf};

use reader::catalog::Kind;
use spec::explain::Explanation;

use crate::workspace;

/// Every kind of diagnostic, with the folder of its crate.
fn kinds() -> impl Iterator<Item = (&'static str, Kind)> {
    let catalogs = [
        ("spec", spec::catalog::kinds()),
        ("reader", reader::catalog::kinds()),
        ("codegen", codegen::catalog::kinds()),
        ("xtask", reader::catalog::parse(include_str!("../sync/catalog.md"))),
    ];
    catalogs
        .into_iter()
        .flat_map(|(folder, kinds)| kinds.into_iter().map(move |kind| (folder, kind)))
}

/// All codes.
pub(super) fn codes() -> impl Iterator<Item = String> {
    kinds().map(|(_, kind)| kind.code)
}

/// Explains a code; `None` if it is unknown.
pub(super) fn explain(code: &str) -> Option<Explanation> {
    let (folder, kind) = kinds().find(|(_, kind)| kind.code == code)?;
    Some(Explanation {
        id: code.to_owned(),
        kind: "diagnostic",
        paragraphs: vec![kind.meaning, kind.mending],
        facts: vec![("found by", folder.to_owned())],
        example: read_example(&workspace::at(folder).join(kind.example), code),
        ..Explanation::default()
    })
}

/// The first report with a code in a snapshot, or in the snapshots of a folder, without its last line, which counts the
/// errors. `None` outside of this project.
fn read_example(path: &Path, code: &str) -> Option<String> {
    let code = format!("[{code}]");
    snapshots(path)?.into_iter().find_map(|path| {
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

/// The path, or the files in the folder it names.
fn snapshots(path: &Path) -> Option<Vec<PathBuf>> {
    if !path.is_dir() {
        return Some(vec![path.to_owned()]);
    }
    let mut paths: Vec<_> =
        std::fs::read_dir(path).ok()?.flatten().map(|file| file.path()).collect();
    paths.sort();
    Some(paths)
}
