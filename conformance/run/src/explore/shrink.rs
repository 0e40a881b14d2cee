//! Shrinks a failing walk: the fewest calls that still breach the same clause.

use super::walk::Walk;

/// Most replays of shorter walks.
pub const MAX_REPLAYS: usize = 100;

/// Leaves out calls as long as `fails` says that the rest fails as well. Halves first, then ever
/// shorter parts, as delta debugging does.
pub async fn shrink(walk: Walk, mut fails: impl AsyncFnMut(&Walk) -> bool) -> Walk {
    let (mut walk, mut replays) = (walk, 0);
    let mut size = walk.len().div_ceil(2);
    while size > 0 && replays < MAX_REPLAYS {
        let mut start = 0;
        let mut is_shorter = false;
        while start < walk.len() && replays < MAX_REPLAYS {
            let shorter = walk.with(|index| index < start || index >= start + size);
            replays += 1;
            if !shorter.is_empty() && fails(&shorter).await {
                walk = shorter;
                is_shorter = true;
            } else {
                start += size;
            }
        }
        // Single calls are tried again after one was left out: an earlier one may be superfluous now.
        if size > 1 || !is_shorter {
            size /= 2;
        }
    }
    walk
}
