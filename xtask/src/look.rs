//! What the system says of a file without opening it.

use std::fs::Metadata;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The coarsest clock of a common file system, in nanoseconds.
const GRAIN: u128 = 2_000_000_000;

/// The clock of a file system that tells more than whole seconds, in nanoseconds: several ticks of a slow system.
const FINE_GRAIN: u128 = 50_000_000;

const SECOND: u128 = 1_000_000_000;

/// What the system says of a file without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Bytes.
    pub len: u64,
    /// When its bytes were written last, in nanoseconds since 1970; anybody can set it to another time.
    pub modified: u128,
    /// When anything about it was changed last; the same as `modified` where the system does not say.
    pub changed: u128,
    /// Which file it is; 0 where the system does not say.
    pub node: u64,
}

impl Look {
    /// The look of a file that is there.
    pub fn at(path: &Path) -> Option<Self> {
        Self::of(&std::fs::metadata(path).ok()?)
    }

    /// The look of what was found.
    pub fn of(found: &Metadata) -> Option<Self> {
        let modified = since_1970(found.modified().ok()?)?;
        let (changed, node) = more(found).unwrap_or((modified, 0));
        Some(Self {
            len: found.len(),
            modified,
            changed,
            node,
        })
    }

    /// Whether it was touched at this time or later, as far as the clock of the file system can tell.
    pub fn is_later_than(self, time: u128) -> bool {
        // A coarse clock never shows a part of a second.
        let is_fine = [self.modified, self.changed].map(|time| time % SECOND != 0);
        let grain = if is_fine == [true; 2] {
            FINE_GRAIN
        } else {
            GRAIN
        };
        self.modified.max(self.changed) + grain >= time
    }
}

/// This moment, in nanoseconds since 1970.
pub fn now() -> Option<u128> {
    since_1970(SystemTime::now())
}

fn since_1970(time: SystemTime) -> Option<u128> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some(since.as_nanos())
}

#[cfg(unix)]
fn more(found: &Metadata) -> Option<(u128, u64)> {
    use std::os::unix::fs::MetadataExt;
    let (seconds, nanos) = (found.ctime(), found.ctime_nsec());
    let changed = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    Some((changed.try_into().ok()?, found.ino()))
}

#[cfg(not(unix))]
fn more(_: &Metadata) -> Option<(u128, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_touched_about_the_same_time_counts_as_later() {
        let look = |modified, changed| Look {
            len: 1,
            modified,
            changed,
            node: 1,
        };
        // A time that is no whole second comes of a clock that is finer.
        for (part, grain) in [(0, GRAIN), (1, FINE_GRAIN)] {
            let (touched, long_ago) = (100 * SECOND + part, SECOND + part);
            let time = touched + grain;
            assert!(!look(touched, long_ago).is_later_than(time + 1));
            assert!(look(touched, long_ago).is_later_than(time));
            assert!(look(long_ago, touched).is_later_than(time));
            assert!(look(time + SECOND, long_ago).is_later_than(time));
        }
        assert!(look(100 * SECOND, 99 * SECOND + 1).is_later_than(100 * SECOND + GRAIN));
    }

    #[test]
    fn the_look_of_a_file_changes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        assert_eq!(Look::at(&path), None);
        std::fs::write(&path, "Emma").unwrap();
        let look = Look::at(&path).unwrap();
        assert_eq!((look.len, Look::at(&path)), (4, Some(look)));
        assert!(look.is_later_than(look.modified));
        // Another file of the same length under the same name, made to look as old.
        let other = folder.path().join("other");
        std::fs::write(&other, "Anna").unwrap();
        let file = std::fs::File::options().write(true).open(&other).unwrap();
        let modified = std::fs::metadata(&path).unwrap().modified().unwrap();
        file.set_modified(modified).unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(Look::at(&path).unwrap().modified, look.modified);
        assert!(!cfg!(unix) || Look::at(&path) != Some(look));
    }
}
