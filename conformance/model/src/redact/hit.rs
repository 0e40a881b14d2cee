//! Replaces what was found in a text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;

/// A place of a text with a secret, or with a part of one.
pub(super) struct Hit {
    pub(super) range: Range<usize>,
    /// What stands there afterwards.
    pub(super) name: String,
    /// The length of the secret, 0 for a part: longer secrets contain shorter ones.
    pub(super) length: usize,
}

/// The text with names instead of hits. Of hits that overlap, the one of the longest secret is replaced as a whole.
pub(super) fn replace(text: &str, mut hits: Vec<Hit>) -> String {
    hits.sort_by_key(|hit| (Reverse(hit.length), hit.range.start, Reverse(hit.range.end)));
    // Ends and names by their starts.
    let mut replaced = BTreeMap::new();
    for hit in hits {
        for range in uncovered(&replaced, &hit.range) {
            replaced.insert(range.start, (range.end, hit.name.clone()));
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (start, (to, name)) in replaced {
        // A hit may begin or end within a character.
        out.push_str(text.get(end..text.floor_char_boundary(start)).unwrap_or_default());
        out.push_str(&name);
        end = text.ceil_char_boundary(to).max(end);
    }
    out.push_str(text.get(end..).unwrap_or_default());
    out
}

/// The parts of a range that are not replaced yet.
fn uncovered(
    replaced: &BTreeMap<usize, (usize, String)>,
    range: &Range<usize>,
) -> Vec<Range<usize>> {
    let before = replaced.range(..range.start).next_back();
    let mut start = before.map_or(range.start, |(_, (end, _))| range.start.max(*end));
    let mut uncovered = Vec::new();
    let inside = replaced.range(range.clone()).map(|(start, (end, _))| *start..*end);
    for covered in inside.chain(iter::once(range.end..range.end)) {
        if start < covered.start {
            uncovered.push(start..covered.start);
        }
        start = start.max(covered.end);
    }
    uncovered
}
