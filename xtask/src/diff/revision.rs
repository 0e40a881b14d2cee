//! The contract of a git revision.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};
use reader::Sources;
use spec::{Contract, Loaded};

use crate::contract::ContractArgs;
use crate::terminal::print_stderr;

/// Loads the contract of a revision; `None` if it has errors, which are printed. Fails when git has no such revision or
/// the revision has no such folder.
pub fn load(revision: &str, args: &ContractArgs) -> anyhow::Result<Option<Contract>> {
    let folder = &args.contract;
    ensure!(folder.is_dir(), "there is no folder `{}`", folder.display());
    let commit = resolve(revision, folder)?;
    let copy = tempfile::tempdir().context("cannot create a temporary folder")?;
    write_files(&commit, folder, copy.path())
        .with_context(|| format!("cannot read `{}` of `{revision}`", folder.display()))?;
    let (mut files, unread) = spec::read_folder(copy.path());
    if unread.has_errors() {
        args.print_diagnostics(&Sources::default(), &unread)?;
        return Ok(None);
    }
    for file in &mut files {
        file.path = format!("{revision}:{}/{}", folder.display(), file.address);
    }
    let Loaded { sources, diagnostics, contract } = spec::load(&files, None);
    args.print_diagnostics(&sources, &diagnostics)?;
    if contract.is_none() {
        print_stderr(&format!(
            "note: the contract of `{revision}` is read with the present contract language; a revision in an older \
             language cannot be compared\n"
        ));
    }
    Ok(contract)
}

/// The commit of a revision.
fn resolve(revision: &str, folder: &Path) -> anyhow::Result<String> {
    let commit = format!("{revision}^{{commit}}");
    // Without a `-` in front, a revision cannot be taken for a flag.
    let found = (!revision.starts_with('-'))
        .then(|| git(folder, &["rev-parse", "--verify", "--quiet", &commit]));
    match found {
        Some(Ok(found)) => Ok(String::from_utf8(found)?.trim().to_owned()),
        _ if git(folder, &["rev-parse", "--git-dir"]).is_err() => {
            bail!("`{}` is not in a git repository", folder.display())
        }
        _ => bail!(
            "git has no revision `{revision}`; give a commit, a branch or a tag, such as `HEAD~1` or `main`"
        ),
    }
}

/// Writes the files of a folder as they are in a commit.
fn write_files(commit: &str, folder: &Path, copy: &Path) -> anyhow::Result<()> {
    let listed = git(folder, &["ls-tree", "-r", "-z", "--name-only", commit])?;
    let listed = String::from_utf8(listed).context("the name of a file is not UTF-8")?;
    let is_read =
        |name: &&str| !name.is_empty() && !Path::new(name).ancestors().any(spec::is_left_out);
    let names: Vec<_> = listed.split('\0').filter(is_read).collect();
    ensure!(!names.is_empty(), "the revision has no contract there");
    if let Some(name) = names.iter().find(|name| !name.ends_with(".yaml")) {
        bail!("`{name}` does not end in `.yaml`; choose a revision in which it does");
    }
    for name in names {
        let text = git(folder, &["show", &format!("{commit}:./{name}")])?;
        let path = copy.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, text)?;
    }
    Ok(())
}

/// Standard output of git, run in the folder: paths are relative to it.
fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.context("cannot run git")?;
    ensure!(
        output.status.success(),
        "git {}: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(output.stdout)
}
