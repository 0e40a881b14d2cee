//! What the last clean run of `gen` saw, so that a run with nothing to do ends early.
//!
//! Like the index of git: of every input and output, its digest and what the system says of it without opening it. A
//! file that looks the same is the same, unless it was touched so late that a change could have gone unnoticed; that
//! one is read again. Stamps lie in cargo's target folder beside the program, one for each folder of generated files.
//! Whatever is wrong with one, it is as if there were none.

mod record;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::folder;
use crate::look::{self, Look};
use record::Record;

/// The ending of the contract's files.
const INPUT: &str = "yaml";

/// The digest of a file, eight bytes at a time. Of two texts that differ in one place only, it always differs.
pub fn digest(bytes: &[u8]) -> u64 {
    let add =
        |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let hash = words.fold(bytes.len() as u64, add);
    let rest = rest
        .iter()
        .fold(0, |word, byte| word << 8 | u64::from(*byte));
    let hash = add(hash, rest);
    hash ^ hash >> 32
}

/// A file that a run has read or made.
pub struct Made {
    pub path: PathBuf,
    pub digest: u64,
    /// What the system said of it before it was read and found to be of this digest, if it was.
    pub look: Option<Look>,
}

impl Made {
    fn unseen(path: PathBuf, digest: u64) -> Self {
        let look = None;
        Self { path, digest, look }
    }
}

/// The stamp of one folder of generated files.
pub struct Stamp {
    /// Where it is kept.
    place: PathBuf,
    /// What makes it the stamp of another thing: the program, and what it was asked to do.
    key: String,
    /// When this run began.
    began: u128,
    contract: PathBuf,
    overlay: Option<PathBuf>,
    out: PathBuf,
    /// What the inputs held when this run began.
    inputs: Vec<(PathBuf, u64)>,
}

impl Stamp {
    /// The stamp for what is made from these into that folder; `None` where none can be kept.
    pub fn of(contract: &Path, overlay: Option<&Path>, out: &Path) -> Option<Self> {
        let began = look::now()?;
        let program = std::env::current_exe().ok()?;
        let folder = program.parent()?;
        // Only cargo's own folders: a program that was copied elsewhere leaves nothing behind.
        folder.join(".cargo-lock").is_file().then_some(())?;
        let here = std::env::current_dir().ok()?;
        let whole = here.join(out);
        let key = format!(
            "{:?}",
            (&program, Look::at(&program)?, &here, contract, overlay, out)
        );
        let name = digest(whole.to_str()?.as_bytes());
        Some(Self {
            place: folder.join("gen-stamps").join(format!("{name:016x}")),
            key,
            began,
            contract: contract.to_owned(),
            overlay: overlay.map(Path::to_owned),
            out: out.to_owned(),
            inputs: Vec::new(),
        })
    }

    /// How many files are made, when neither they nor what they are made from changed since the last clean run.
    pub fn unchanged(&self) -> Option<usize> {
        let record = Record::read(&self.place).filter(|record| record.key == self.key)?;
        let inputs = self.inputs()?;
        let there = inputs.into_iter().chain(folder::paths(&self.out).ok()?);
        let there: Vec<_> = there.collect();
        if there.len() != record.files.len() {
            return None;
        }
        let mut looked_into = false;
        for path in &there {
            let (last, digest) = record.files.get(path)?;
            let look = Look::at(path)?;
            if look != *last || look.is_later_than(record.began) {
                looked_into = true;
                (look.len == last.len && read(path)? == *digest).then_some(())?;
            }
        }
        if looked_into {
            self.write(
                record.total,
                record
                    .files
                    .into_iter()
                    .map(|(path, (_, digest))| Made::unseen(path, digest)),
            );
        }
        Some(record.total)
    }

    /// The same with what the inputs hold now, before anybody else reads them.
    pub fn with_inputs(mut self) -> Option<Self> {
        let inputs = self.inputs()?.into_iter();
        let inputs = inputs.map(|path| Some((read(&path)?, path)));
        let inputs: Option<Vec<_>> = inputs.collect();
        self.inputs = inputs?
            .into_iter()
            .map(|(digest, path)| (path, digest))
            .collect();
        Some(self)
    }

    /// Keeps what a clean run saw: the inputs as they were, and its outputs.
    pub fn keep(self, outputs: Vec<Made>) {
        let total = outputs.len();
        let inputs = self.inputs.iter().cloned();
        let inputs = inputs.map(|(path, digest)| Made::unseen(path, digest));
        self.write(total, inputs.chain(outputs));
    }

    /// What is looked at now may be younger than its digest, but then it is later than the beginning of this run.
    fn write(&self, total: usize, files: impl Iterator<Item = Made>) {
        let looked = files.map(|made| {
            let look = made.look.or_else(|| Look::at(&made.path))?;
            Some((made.path, (look, made.digest)))
        });
        let Some(files) = looked.collect::<Option<BTreeMap<_, _>>>() else {
            return;
        };
        let record = Record {
            out: std::path::absolute(&self.out).unwrap_or_default(),
            key: self.key.clone(),
            began: self.began,
            total,
            files,
        };
        // Without a stamp the next run does everything, and no harm is done.
        _ = record.write(&self.place);
    }

    /// The files of the contract and the overlay; `None` where links could lead to others.
    fn inputs(&self) -> Option<Vec<PathBuf>> {
        let mut found: Vec<_> = self.overlay.iter().cloned().collect();
        add(&self.contract, &mut found)?;
        Some(found)
    }
}

fn add(folder: &Path, found: &mut Vec<PathBuf>) -> Option<()> {
    for entry in std::fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let what = entry.file_type().ok()?;
        let path = entry.path();
        if what.is_symlink() {
            return None;
        } else if what.is_dir() {
            add(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == INPUT) {
            found.push(path);
        }
    }
    Some(())
}

fn read(path: &Path) -> Option<u64> {
    std::fs::read(path).ok().map(|bytes| digest(&bytes))
}
