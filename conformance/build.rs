//! Puts the contract and the scenarios into the program, so that it can be installed alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut code = String::new();
    table(&mut code, "CONTRACT", &contract_folder(&here))?;
    table(&mut code, "SCENARIOS", &here.join("scenarios"))?;
    fs::write(out.join("embedded.rs"), code)
}

/// `contract` is a link to the contract of the repository, and a folder in a package. Where links are not supported,
/// it is a file.
fn contract_folder(here: &Path) -> PathBuf {
    let packaged = here.join("contract");
    if packaged.is_dir() { packaged } else { here.join("../spec/contract") }
}

/// A table of the YAML files below a folder: path inside it, and text.
fn table(code: &mut String, name: &str, folder: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let _ = writeln!(code, "static {name}: &[(&str, &str)] = &[");
    for file in files {
        let address =
            file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let _ =
            writeln!(code, "    ({address:?}, include_str!({:?})),", file.display().to_string());
    }
    let _ = writeln!(code, "];");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}
