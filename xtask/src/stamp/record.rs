//! A stamp as a file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use crate::look::Look;

/// The form of the file; another form is another word here.
const FORM: &str = "gen-stamp 1";

/// What a run saw.
#[derive(Debug, PartialEq)]
pub struct Record {
    /// The folder that was generated, from the root: without it, nobody needs the stamp.
    pub out: PathBuf,
    /// What must be the same for the stamp to count.
    pub key: String,
    /// When the run began, in nanoseconds since 1970.
    pub began: u128,
    /// How many files it made.
    pub total: usize,
    /// What it read and made, each with the digest of its text.
    pub files: BTreeMap<PathBuf, (Look, u64)>,
}

impl Record {
    /// The stamp that is kept there, if it is whole.
    pub fn read(place: &Path) -> Option<Self> {
        let text = fs::read_to_string(place).ok()?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        (lines.next()? == FORM).then_some(())?;
        let out = PathBuf::from(lines.next()?);
        let key = lines.next()?.to_owned();
        let (began, total) = lines.next()?.split_once(' ')?;
        let (began, total) = (began.parse().ok()?, total.parse().ok()?);
        let count: usize = lines.next()?.parse().ok()?;
        let files: Option<BTreeMap<_, _>> = lines.map(parse_file).collect();
        let files = files.filter(|files| files.len() == count)?;
        Some(Self {
            out,
            key,
            began,
            total,
            files,
        })
    }

    fn text(&self) -> Option<String> {
        let Self {
            out,
            key,
            began,
            total,
            files,
        } = self;
        let (out, count) = (line(out)?, files.len());
        let mut text = format!("{FORM}\n{out}\n{key}\n{began} {total}\n{count}\n");
        for (path, (look, digest)) in files {
            let Look {
                len,
                modified,
                changed,
                node,
            } = look;
            let path = line(path)?;
            _ = writeln!(text, "{digest} {len} {modified} {changed} {node} {path}");
        }
        Some(text)
    }

    /// Keeps it, whole or not at all, and removes the stamps of folders that are gone.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, place: &Path) -> io::Result<()> {
        let Some(text) = self.text() else {
            return Ok(());
        };
        let folder = place.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(place)?;
        for entry in fs::read_dir(folder)?.flatten() {
            if is_left_over(&entry.path()) {
                _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}

/// Whether a stamp is of a folder that is gone; that of a large one is long, and only its head is read.
fn is_left_over(place: &Path) -> bool {
    let file = File::open(place).map(BufReader::new);
    let lines = file.map(BufRead::lines).into_iter().flatten();
    let mut lines = lines.map_while(Result::ok);
    lines.next().as_deref() == Some(FORM)
        && lines.next().is_some_and(|out| !Path::new(&out).exists())
}

fn parse_file(line: &str) -> Option<(PathBuf, (Look, u64))> {
    let mut parts = line.splitn(6, ' ');
    let digest = parts.next()?.parse().ok()?;
    let look = Look {
        len: parts.next()?.parse().ok()?,
        modified: parts.next()?.parse().ok()?,
        changed: parts.next()?.parse().ok()?,
        node: parts.next()?.parse().ok()?,
    };
    Some((parts.next()?.into(), (look, digest)))
}

/// A path that can stand in a line.
fn line(path: &Path) -> Option<&str> {
    path.to_str().filter(|path| !path.contains(['\n', '\r']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let look = |len| Look {
            len,
            modified: 11,
            changed: 12,
            node: 13,
        };
        let files = [
            ("a/lend book.yaml", (look(5), 21)),
            ("b.rs", (look(6), u64::MAX)),
        ];
        Record {
            out: "/library/out".into(),
            key: "(\"xtask\", None)".to_owned(),
            began: 3,
            total: 1,
            files: files.map(|(path, seen)| (path.into(), seen)).into(),
        }
    }

    #[test]
    fn a_stamp_comes_back_as_it_was_and_a_damaged_one_not_at_all() {
        let text = record().text().unwrap();
        assert_eq!(Record::parse(&text), Some(record()));
        for at in 0..text.len() - 1 {
            let cut = Record::parse(&text[..at]);
            // Only the last name can be cut without notice; then it is the name of another file.
            assert!(
                cut.is_none_or(|cut| cut.files.keys().ne(record().files.keys())),
                "{at}"
            );
        }
        assert_eq!(Record::parse(&text.replace("stamp 1", "stamp 2")), None);
        assert_eq!(Record::parse(&text.replace(" 13 ", " x ")), None);
    }

    #[test]
    fn stamps_of_folders_that_are_gone_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        record().write(&at("gone")).unwrap();
        fs::write(at("foreign"), "mine").unwrap();
        let out = folder.path().to_owned();
        Record { out, ..record() }.write(&at("kept")).unwrap();
        assert!(!at("gone").exists() && at("foreign").exists());
        assert_eq!(Record::read(&at("kept")).unwrap().files, record().files);
    }
}
