//! New and changed files, in memory until all of them are known to be right.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::text_file;

/// Files to write, by path.
#[derive(Default)]
pub struct Changes(BTreeMap<PathBuf, Change>);

struct Change {
    text: String,
    is_new: bool,
}

impl Changes {
    /// Adds a new file. Fails if it exists.
    pub fn create(&mut self, path: &Path, text: String) -> anyhow::Result<()> {
        ensure!(!path.exists(), "{} exists; nothing was written", path.display());
        self.0.insert(path.to_owned(), Change { text, is_new: true });
        Ok(())
    }

    /// Edits an existing file.
    pub fn edit(
        &mut self,
        path: &Path,
        edit: impl FnOnce(&str) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let text = edit(&self.text(path)?)?;
        self.0
            .entry(path.to_owned())
            .or_insert(Change { text: String::new(), is_new: false })
            .text = text;
        Ok(())
    }

    /// The text of a file with its changes.
    pub fn text(&self, path: &Path) -> anyhow::Result<String> {
        match self.0.get(path) {
            Some(change) => Ok(change.text.clone()),
            None => text_file::read(path),
        }
    }

    /// The files with their texts.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.0.iter().map(|(path, change)| (path.as_path(), change.text.as_str()))
    }

    /// Writes the files; returns a line for each.
    pub fn write(&self) -> anyhow::Result<String> {
        let mut lines = String::new();
        for (path, Change { text, is_new }) in &self.0 {
            let shown = path.display();
            write(path, text, *is_new).with_context(|| format!("cannot write {shown}"))?;
            let verb = if *is_new { "created" } else { "changed" };
            lines.push_str(&format!("{verb} {shown}\n"));
        }
        Ok(lines)
    }
}

fn write(path: &Path, text: &str, is_new: bool) -> std::io::Result<()> {
    if !is_new {
        return fs::write(path, text);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    File::create_new(path)?.write_all(text.as_bytes())
}
