//! The copy of the sources that cargo-gamma changes and builds.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// The start of the table with the versions of dependencies.
const DEPENDENCIES: &str = "[workspace.dependencies]\n";

/// Copies tracked files, and untracked files that git does not ignore. cargo-gamma refuses a tree with a link to a
/// folder: such links are left out (`conformance/contract`, for packages only), and links to files become files.
pub fn copy(tree: &Path) -> anyhow::Result<()> {
    if tree.exists() {
        fs::remove_dir_all(tree).context("failed to remove the last copy of the sources")?;
    }
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().context("failed to start git")?;
    if !output.status.success() {
        bail!("git ls-files failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    for name in names.split_terminator('\0').filter(|name| Path::new(name).is_file()) {
        let to = tree.join(name);
        fs::create_dir_all(to.parent().unwrap_or(tree))?;
        fs::copy(name, to).with_context(|| format!("failed to copy {name}"))?;
    }
    join_workspaces(tree)
}

/// Makes the members of `lab` members of the workspace of the reference, since cargo-gamma mutates packages of the
/// workspace whose tests it runs.
fn join_workspaces(tree: &Path) -> anyhow::Result<()> {
    let lab = tree.join("lab");
    for (name, join) in
        [("Cargo.toml", joined_manifest as fn(&str, &str) -> _), ("Cargo.lock", joined_lock)]
    {
        let read = |folder: &Path| fs::read_to_string(folder.join(name)).context(name);
        let joined = join(&read(tree)?, &read(&lab)?);
        fs::write(
            tree.join(name),
            joined.with_context(|| format!("failed to join with lab/{name}"))?,
        )?;
        fs::remove_file(lab.join(name))?;
    }
    Ok(())
}

/// A manifest with the members, dependencies and profiles of both. The paths of dependencies are those of the first.
fn joined_manifest(main: &str, lab: &str) -> Option<String> {
    let dependencies = lab.split_once(DEPENDENCIES)?.1.split_once("\n[")?.0;
    let dependencies = dependencies.replace("path = \"../", "path = \"");
    let name = |line: &str| Some(format!("\n{} = ", line.split_once(" = ")?.0));
    let is_new = |line: &&str| name(line).is_some_and(|name| !main.contains(&name));
    let new: Vec<_> = dependencies.lines().filter(is_new).collect();
    let (_, profile) = lab.split_once("\n[profile.mutants]\n")?;
    let main = main
        .replacen("members = [\n", "members = [\n    \"lab/mutation\",\n    \"lab/machine\",\n", 1)
        .replacen(DEPENDENCIES, &format!("{DEPENDENCIES}{}\n", new.join("\n")), 1);
    Some(format!("{main}\n[profile.mutants]\n{profile}"))
}

/// A lock file with the packages of both, and of each version once. Cargo completes it.
fn joined_lock(main: &str, lab: &str) -> Option<String> {
    let (_, packages) = lab.split_once("\n\n")?;
    let packages = packages.trim_end().split("\n\n");
    let version = |package: &str| package.split_inclusive('\n').take(3).collect::<String>();
    let new: Vec<_> = packages.filter(|package| !main.contains(&version(package))).collect();
    Some(format!("{main}\n{}\n", new.join("\n\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_is_one_workspace() {
        let main = "[workspace]\nmembers = [\n    \"a\",\n]\n\n[workspace.dependencies]\na = { path = \"a\" }\n";
        let lab = "[workspace]\nmembers = [\"machine\"]\n\n\
                   [workspace.dependencies]\na = { path = \"../a\" }\nb = { path = \"../b\" }\n\n\
                   [profile.mutants]\ninherits = \"release\"\n";
        let joined = "[workspace]\nmembers = [\n    \"lab/mutation\",\n    \"lab/machine\",\n    \"a\",\n]\n\n\
                      [workspace.dependencies]\nb = { path = \"b\" }\na = { path = \"a\" }\n\n\
                      [profile.mutants]\ninherits = \"release\"\n";
        assert_eq!(joined_manifest(main, lab).unwrap(), joined);
    }

    #[test]
    fn each_version_is_locked_once() {
        let package = |name: &str| format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\n");
        let main = format!("# By Cargo.\nversion = 4\n\n{}", package("a"));
        let lab = format!("{main}\n{}", package("b"));
        assert_eq!(joined_lock(&main, &lab).unwrap(), lab);
    }
}
