//! What differs between the files a command wants and a folder.
//!
//! Nothing is written here: how differences are shown is in `show`, how they are settled in `settle`.

mod catalog;
mod folder;
mod settle;
mod show;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::contract::{Location, MessageFormat};
use crate::seal::{Author, author, seal};
use crate::stamp;

pub use catalog::KINDS;
pub use folder::paths;

/// Flags of the commands that write files.
#[derive(Args)]
pub struct Writing {
    /// Write nothing; show what is missing, stale, orphaned or edited as a diff, and exit with 1 if anything is.
    #[arg(long)]
    check: bool,
    /// Overwrite and delete generated files even where they were changed by hand.
    #[arg(long, conflicts_with = "check")]
    force: bool,
}

impl Writing {
    /// Whether everything is to be made anew, whatever is known of earlier runs.
    pub fn is_forced(&self) -> bool {
        self.force
    }
}

/// Everything that differs in one folder, in order of path.
pub struct Drift {
    folder: PathBuf,
    changes: Vec<Change>,
    total: usize,
    wanted: Digests,
}

/// The wanted files, each with the digest of its text.
pub type Digests = Vec<(PathBuf, u64)>;

struct Change {
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// Wanted and not there.
    Missing { wanted: String },
    /// There with another text, as an earlier run left it.
    Stale { wanted: String, found: String },
    /// There, as an earlier run left it, and no longer wanted.
    Orphaned { found: String },
    /// There, changed or made by a hand, and in the way: of another text, or of being gone.
    Edited {
        wanted: Option<String>,
        found: String,
    },
    /// There, made by somebody else and in nobody's way: never touched, always said.
    Foreign,
}

impl Drift {
    /// Compares the wanted files, which get their seals here, with a folder; a folder that does not exist is empty.
    ///
    /// # Errors
    /// When a file or folder cannot be read.
    pub fn between<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let mut there = paths(folder)?;
        let wanted: Vec<_> = files
            .into_iter()
            .map(|(path, text)| {
                let path = folder.join(path);
                let is_there = there.remove(&path);
                (path, text, is_there)
            })
            .collect();
        let (wanted, mut changes) = compared(&wanted)?;
        for path in there {
            let found = folder::text(&folder::bytes(&path)?);
            let kind = match author(&found) {
                _ if folder::is_leftover(&path) => Kind::Orphaned { found },
                Author::Generator => Kind::Orphaned { found },
                Author::Hand => Kind::Edited {
                    wanted: None,
                    found,
                },
                Author::Stranger => Kind::Foreign,
            };
            changes.push(Change { path, kind });
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self {
            folder: folder.to_owned(),
            changes,
            total: wanted.len(),
            wanted,
        })
    }

    /// A folder of so many files, of which is known that nothing differs.
    pub fn none(folder: &Path, total: usize) -> Self {
        Self {
            folder: folder.to_owned(),
            changes: Vec::new(),
            total,
            wanted: Vec::new(),
        }
    }

    /// The wanted files, each with the digest of its text, if they are all that the folder holds once it is brought
    /// up to date.
    pub fn into_clean(self) -> Option<Digests> {
        let foreign = |change: &Change| matches!(change.kind, Kind::Foreign);
        (!self.changes.iter().any(foreign)).then_some(self.wanted)
    }

    /// The same for a folder that is shared with files of others: those are not spoken of.
    #[must_use]
    pub fn among_others(mut self) -> Self {
        self.changes
            .retain(|change| !matches!(change.kind, Kind::Foreign));
        self
    }
}

/// A file that is wanted: where, its text without seal, and whether something is there.
type Wanted<'f> = (PathBuf, &'f str, bool);

/// The digests of the wanted files, and what differs from them. Two threads share the reading.
fn compared(wanted: &[Wanted<'_>]) -> anyhow::Result<(Digests, Vec<Change>)> {
    let (one, other) = wanted.split_at(wanted.len() / 2);
    let each = |part: &[Wanted<'_>]| {
        part.iter()
            .map(difference)
            .collect::<anyhow::Result<Vec<_>>>()
    };
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| each(other));
        (each(one), other.join())
    });
    let other = other.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let differences = one?.into_iter().chain(other?);
    let (digests, changes): (Vec<_>, Vec<_>) = differences.unzip();
    let paths = wanted.iter().map(|(path, ..)| path.clone());
    Ok((
        paths.zip(digests).collect(),
        changes.into_iter().flatten().collect(),
    ))
}

/// The digest of a wanted file, and how what is there differs from it.
fn difference((path, wanted, is_there): &Wanted<'_>) -> anyhow::Result<(u64, Option<Change>)> {
    let wanted = seal(wanted);
    let digest = stamp::digest(wanted.as_bytes());
    let kind = if *is_there {
        let found = folder::bytes(path)?;
        if found == wanted.as_bytes() {
            return Ok((digest, None));
        }
        match folder::text(&found) {
            found if found == wanted => return Ok((digest, None)),
            found if author(&found) == Author::Generator => Kind::Stale { wanted, found },
            found => Kind::Edited {
                wanted: Some(wanted),
                found,
            },
        }
    } else {
        Kind::Missing { wanted }
    };
    let path = path.clone();
    Ok((digest, Some(Change { path, kind })))
}

/// Shows what differs, or settles it: all of it, or nothing when a hand's work would be lost.
/// Says whether all is as it should be.
///
/// # Errors
/// When a file cannot be written or deleted; files already written are whole.
pub fn bring_up_to_date(
    drifts: &[Drift],
    writing: &Writing,
    location: &Location,
    command: &str,
) -> anyhow::Result<bool> {
    let json = location.message_format == MessageFormat::Json;
    if writing.check {
        for drift in drifts {
            if !json {
                eprint!("{}", drift.render());
            }
            eprintln!("{}", drift.summary(true));
        }
        let right = drifts.iter().all(|drift| drift.changes.is_empty());
        if json {
            show::findings(drifts, |_| true, command).show(location)?;
        }
        if !right {
            eprintln!("error: generated files are not what they are made from; run `{command}`");
        }
        return Ok(right);
    }
    let is_edited = |kind: &Kind| matches!(kind, Kind::Edited { .. });
    let mut all = drifts.iter().flat_map(|drift| &drift.changes);
    if !writing.force && all.any(|change| is_edited(&change.kind)) {
        show::findings(drifts, is_edited, command).show(location)?;
        eprintln!("error: nothing was written, so that no work is lost");
        return Ok(false);
    }
    for drift in drifts {
        if let Err(failure) = drift.settle() {
            failure.finding().show(location)?;
            anyhow::bail!("not everything was written; what was written is whole");
        }
        eprintln!("{}", drift.summary(false));
    }
    show::findings(drifts, |kind| matches!(kind, Kind::Foreign), command).show(location)?;
    Ok(true)
}
