//! What differs between the files a command wants and a folder.
//!
//! Nothing is written here: how differences are shown is in `show`, how they are settled in `settle`.

mod catalog;
mod settle;
mod show;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::contract::{Location, MessageFormat};
use crate::folder::{self, Found, FoundFile};
use crate::seal::{Author, author, seal};
use crate::stamp::{self, Made};
use crate::text::tell;

pub use catalog::KINDS;

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
    wanted: Vec<Made>,
}

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
    /// A link to a folder where a folder of generated files belongs. Whose the files behind it are nobody knows.
    Link,
}

impl Drift {
    /// Compares the wanted files, which get their seals here, with what was found.
    pub fn between<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>, found: Found) -> Self {
        let (folder, mut there) = (found.folder, found.files);
        let wanted = files.into_iter().map(|(path, text)| {
            let path = folder.join(path);
            let found = there.remove(&path);
            Wanted { path, text, found }
        });
        let mut wanted: Vec<_> = wanted.collect();
        let total = wanted.len();
        let links = there.extract_if(.., |_, file| file.is_folder);
        let links: Vec<_> = links.map(|(path, _)| linked(path, &mut wanted)).collect();
        let (wanted, mut changes) = compared(wanted);
        changes.extend(links);
        for (path, file) in there {
            let found = folder::text(&file.bytes);
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
        Self {
            folder,
            changes,
            total,
            wanted,
        }
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

    /// The wanted files, if they are all that the folder holds once it is brought
    /// up to date.
    pub fn into_clean(self) -> Option<Vec<Made>> {
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

/// A link to a folder. What is wanted behind it is wanted no longer: it would be written into a folder of others.
fn linked(path: PathBuf, wanted: &mut Vec<Wanted<'_>>) -> Change {
    let all = wanted.len();
    wanted.retain(|file| !file.path.starts_with(&path));
    let kind = match wanted.len() < all {
        true => Kind::Link,
        false => Kind::Foreign,
    };
    Change { path, kind }
}

/// A file that is wanted, and what was found in its place.
struct Wanted<'f> {
    path: PathBuf,
    /// Without seal.
    text: &'f str,
    found: Option<FoundFile>,
}

/// What is known of the wanted files, and what differs from them. Two threads share the sealing.
fn compared(mut wanted: Vec<Wanted<'_>>) -> (Vec<Made>, Vec<Change>) {
    let other = wanted.split_off(wanted.len() / 2);
    let each = |part: Vec<Wanted<'_>>| part.into_iter().map(difference).collect::<Vec<_>>();
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| each(other));
        (each(wanted), other.join())
    });
    let other = other.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let (made, changes): (_, Vec<_>) = one.into_iter().chain(other).unzip();
    (made, changes.into_iter().flatten().collect())
}

/// What is known of a wanted file, and how what is there differs from it.
fn difference(wanted: Wanted<'_>) -> (Made, Option<Change>) {
    let Wanted { path, text, found } = wanted;
    let wanted = seal(text);
    let digest = stamp::digest(wanted.as_bytes());
    let mut look = None;
    let kind = match found {
        None => Some(Kind::Missing { wanted }),
        Some(file) if file.bytes == wanted.as_bytes() => {
            look = file.look;
            None
        }
        Some(file) => match folder::text(&file.bytes) {
            found if found == wanted => None,
            found if author(&found) == Author::Generator => Some(Kind::Stale { wanted, found }),
            found => Some(Kind::Edited {
                wanted: Some(wanted),
                found,
            }),
        },
    };
    let change = kind.map(|kind| Change {
        path: path.clone(),
        kind,
    });
    (Made { path, digest, look }, change)
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
                tell(&drift.render());
            }
            tell(&drift.summary(true));
        }
        let right = drifts.iter().all(|drift| drift.changes.is_empty());
        if json {
            show::findings(drifts, |_| true, command).show(location)?;
        }
        tell(&show::advice(drifts, command));
        return Ok(right);
    }
    let in_the_way: fn(&Kind) -> bool = match writing.force {
        true => |kind| matches!(kind, Kind::Link),
        false => |kind| matches!(kind, Kind::Link | Kind::Edited { .. }),
    };
    let mut all = drifts.iter().flat_map(|drift| &drift.changes);
    if all.any(|change| in_the_way(&change.kind)) {
        show::findings(drifts, in_the_way, command).show(location)?;
        tell("error: nothing was written, so that no work is lost\n");
        return Ok(false);
    }
    for drift in drifts {
        if let Err(failure) = drift.settle() {
            failure.finding().show(location)?;
            anyhow::bail!("not everything was written; what was written is whole");
        }
        tell(&drift.summary(false));
    }
    show::findings(drifts, |kind| matches!(kind, Kind::Foreign), command).show(location)?;
    Ok(true)
}
