//! Searches a text, and what it is in other encodings.
//!
//! Each encoding is removed from the whole text at once, and the result is searched like the text. What a byte costs
//! depends on the number of encodings only.

use std::borrow::Cow;
use std::mem;

use super::coding::{CODINGS, Coding};
use super::escape::{LEVELS, unescape};
use super::hit::{self, Hit};
use super::pattern::{Pattern, PatternSet};
use super::stream::Stream;
use super::whole_word;
use super::work::{TooMuchWork, Work};

/// How many encodings as digits may be within one another.
pub(super) const CODING_LEVELS: usize = 2;
/// How many times a stream is read: for patterns, for the digits of each encoding, and for escapes.
const PASSES: usize = 2 + CODINGS.len();
/// What a pattern that is found costs, in bytes that are read.
const WORK_OF_HIT: usize = 4;

/// The text with names instead of patterns, also where they are encoded as digits up to this many times.
pub(super) fn replace<'t>(
    set: &PatternSet,
    text: &'t str,
    coding_levels: usize,
    work: &mut Work,
) -> Result<Cow<'t, str>, TooMuchWork> {
    if text.len() < set.shortest || set.names.is_empty() {
        return Ok(text.into());
    }
    let hits = Search::run(set, text, coding_levels, work)?;
    Ok(if hits.is_empty() { text.into() } else { hit::replace(text, hits).into() })
}

pub(super) struct Search<'s> {
    set: &'s PatternSet,
    text: &'s str,
    coding_levels: usize,
    work: &'s mut Work,
    hits: Vec<Hit>,
    /// The encodings of the stream, the outermost first.
    path: Vec<&'static str>,
}

impl<'s> Search<'s> {
    /// Where the patterns are in a text.
    pub(super) fn run(
        set: &'s PatternSet,
        text: &'s str,
        coding_levels: usize,
        work: &'s mut Work,
    ) -> Result<Vec<Hit>, TooMuchWork> {
        let (hits, path) = (Vec::new(), Vec::new());
        let mut search = Self { set, text, coding_levels, work, hits, path };
        search.visit(&Stream::of_text(text.as_bytes()), LEVELS)?;
        Ok(search.hits)
    }

    /// Searches a stream, what its digits encode, and the stream without escapes.
    fn visit(&mut self, stream: &Stream<'_>, levels: usize) -> Result<(), TooMuchWork> {
        if stream.bytes.len() < self.set.shortest {
            return Ok(());
        }
        self.work.spend(stream.bytes.len() * PASSES)?;
        self.find(stream)?;
        if self.path.len() < self.coding_levels {
            CODINGS.iter().try_for_each(|coding| self.decode(stream, coding))?;
        }
        if levels > 0
            && let Some(unescaped) = unescape(stream)
        {
            self.visit(&unescaped, levels - 1)?;
        }
        Ok(())
    }

    /// Searches what digits of an encoding encode.
    fn decode(&mut self, stream: &Stream<'_>, coding: &Coding) -> Result<(), TooMuchWork> {
        let mut bytes = Vec::new();
        for run in coding.runs(&stream.bytes, self.set.shortest) {
            // Otherwise it was decoded before.
            if stream.is_copied(&run.range) {
                continue;
            }
            let mut positions = None;
            for start in 0..coding.starts {
                self.work.spend(run.values.len())?;
                coding.decode(run.values.get(start..).unwrap_or_default(), &mut bytes);
                if is_text(&bytes, self.set.shortest) {
                    let positions =
                        positions.get_or_insert_with(|| coding.positions(&stream.bytes, &run));
                    let positions = positions.get(start..).unwrap_or_default();
                    let decoded =
                        Stream::of_digits(mem::take(&mut bytes), stream, positions, coding.bits);
                    self.path.push(coding.name);
                    self.visit(&decoded, LEVELS - self.path.len())?;
                    self.path.pop();
                }
            }
        }
        Ok(())
    }

    fn find(&mut self, stream: &Stream<'_>) -> Result<(), TooMuchWork> {
        let mut part: Option<Hit> = None;
        for (pattern, range) in self.set.find(&stream.bytes)? {
            self.work.spend(WORK_OF_HIT)?;
            let found = stream.bytes.get(range.clone()).unwrap_or_default();
            let range = stream.text_range(range);
            if self.set.whole_words && !whole_word::is_whole(self.text, &range) {
                continue;
            }
            if pattern.length > 0 {
                let (name, length) = (self.name(pattern, found), pattern.length);
                self.hits.push(Hit { range, name, length });
            } else if let Some(before) = part.as_mut().filter(|part| part.range.end > range.start) {
                before.range.end = before.range.end.max(range.end);
            } else {
                let name = format!("[{}:part]", pattern.name);
                self.hits.extend(part.replace(Hit { range, name, length: 0 }));
            }
        }
        self.hits.extend(part);
        Ok(())
    }

    /// The name of a secret, and how it is written.
    fn name(&self, pattern: &Pattern, found: &[u8]) -> String {
        let secret = &pattern.name;
        match self.path.as_slice() {
            [] if found == pattern.text => format!("[{secret}]"),
            [] => format!("[{secret}:other case]"),
            path => format!("[{secret}:{}]", path.join(" of ")),
        }
    }
}

/// Whether some bytes in a row are text: most digits encode none.
fn is_text(bytes: &[u8], shortest: usize) -> bool {
    bytes.utf8_chunks().any(|chunk| chunk.valid().len() >= shortest)
}
