//! The source files: paths, texts, and lines and columns of offsets.
//!
//! Reading a file is the only I/O of this crate; failures are diagnostics.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::string::FromUtf8Error;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::span::{FileId, Span};
use crate::words::escape;

/// Maximum size of a file, in bytes.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// All source files, to resolve any [`Span`].
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

#[derive(Debug)]
struct Source {
    path: String,
    text: String,
    line_starts: Vec<usize>,
    /// Number of characters before each block, to compute columns of long lines quickly.
    characters_before: Vec<usize>,
}

/// Size of a block, in bytes.
const BLOCK_BYTES: usize = 1024;

impl Sources {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text with its path for diagnostics.
    pub fn add(&mut self, path: impl AsRef<Path>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let after_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_breaks).collect();
        let characters_before = text
            .as_bytes()
            .chunks(BLOCK_BYTES)
            .scan(0, |count, block| {
                let before = *count;
                *count += beginnings(block);
                Some(before)
            })
            .collect();
        let path = path.as_ref().display().to_string();
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(Source { path, text, line_starts, characters_before });
        id
    }

    /// Reads a file. A missing, unreadable, too large or non-UTF-8 file is a diagnostic.
    pub fn read(&mut self, path: &Path, out: &mut Diagnostics) -> Option<FileId> {
        let plain = escape(&path.display().to_string()).into_owned();
        let shown = format!("`{plain}`");
        let bytes = match read_limited(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                out.push(match error.kind() {
                    io::ErrorKind::NotFound => Diagnostic::without_place(
                        "missing-file",
                        format!("there is no file {shown}"),
                    )
                    .with_help("check the path, and the folder it starts from"),
                    _ => Diagnostic::without_place(
                        "unreadable-file",
                        format!("the file {shown} cannot be read: {error}"),
                    )
                    .with_help("check that it is a file, and that it is yours to read"),
                });
                return None;
            }
        };
        if bytes.len() as u64 > MAX_FILE_BYTES {
            let message = format!("the file {shown} is larger than {MAX_FILE_BYTES} bytes");
            out.push(
                Diagnostic::without_place("file-too-large", message)
                    .with_help("split it, or check that it is the file that was meant"),
            );
            return None;
        }
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.add(path, text)),
            Err(error) => {
                out.push(not_utf8(&plain, &error));
                None
            }
        }
    }

    /// The path of a file; empty for a file of other sources.
    pub fn path(&self, file: FileId) -> &str {
        self.source(file).map_or("", |source| &source.path)
    }

    /// The whole text of a file; empty for a file of other sources.
    pub fn text(&self, file: FileId) -> &str {
        self.source(file).map_or("", |source| &source.text)
    }

    /// The text of a span; empty if the span is outside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.range()).unwrap_or_default()
    }

    /// One-based line and column of an offset; columns count characters.
    pub fn position(&self, file: FileId, offset: u32) -> (usize, usize) {
        let Some(source) = self.source(file) else {
            return (1, 1);
        };
        let offset = source.text.floor_char_boundary(offset as usize);
        let line = source.line_of(offset);
        let column =
            source.characters_before(offset) - source.characters_before(source.line_starts[line]);
        (line + 1, column + 1)
    }

    /// The bytes of the line an offset is on, without its line break.
    pub(crate) fn line(&self, file: FileId, offset: usize) -> Range<usize> {
        let Some(source) = self.source(file) else {
            return 0..0;
        };
        let line = source.line_of(offset);
        let start = source.line_starts[line];
        let end = source.line_starts.get(line + 1).map_or(source.text.len(), |next| next - 1);
        let text = &source.text[start..end];
        start..start + text.strip_suffix('\r').unwrap_or(text).len()
    }

    fn source(&self, file: FileId) -> Option<&Source> {
        self.files.get(file.0 as usize)
    }
}

/// The position of the first byte that is not UTF-8 is in the message: the text belongs to no sources, and the line may
/// have a key.
fn not_utf8(path: &str, error: &FromUtf8Error) -> Diagnostic {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = beginnings(&before[line_start..]) + 1;
    let message = format!("the file is not UTF-8: {path}:{line}:{column}");
    Diagnostic::without_place("not-utf8", message).with_help("save the file in the encoding UTF-8")
}

impl Source {
    /// The index of the line an offset is on.
    fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset) - 1
    }

    /// Number of characters before an offset.
    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK_BYTES;
        let Some(before) = self.characters_before.get(block) else {
            return self.text.chars().count();
        };
        before + beginnings(&self.text.as_bytes()[block * BLOCK_BYTES..offset])
    }
}

/// Number of characters that begin in a byte slice.
fn beginnings(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// Reads at most one byte more than the limit, to detect that it is exceeded.
fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::new();
        let file = sources.add("library/books.yaml", text);
        (sources, file)
    }

    #[test]
    fn positions_are_one_based_in_characters() {
        let (sources, file) = one("title: é!\npages: 3\r\n");
        assert_eq!(sources.position(file, 0), (1, 1));
        assert_eq!(sources.position(file, 9), (1, 9), "after a letter of two bytes");
        assert_eq!(sources.position(file, 8), (1, 8), "inside a letter is at the letter");
        assert_eq!(sources.position(file, 11), (2, 1));
        assert_eq!(sources.position(file, 9999), (3, 1), "beyond the end is the end");
    }

    #[test]
    fn columns_of_long_lines_are_counted_from_the_nearest_block() {
        let text = format!("{}\n{}", "é".repeat(700), "aé".repeat(1500));
        let (sources, file) = one(&text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let column = text[line..offset].chars().count() + 1;
            let at = u32::try_from(offset).unwrap();
            assert_eq!(sources.position(file, at).1, column, "at {offset}");
        }
    }

    #[test]
    fn lines_end_before_their_break() {
        let (sources, file) = one("title: x\r\n\npages: 3");
        assert_eq!(sources.line(file, 3), 0..8);
        assert_eq!(sources.line(file, 10), 10..10);
        assert_eq!(sources.line(file, 19), 11..19);
        assert_eq!(one("").0.line(file, 0), 0..0);
    }

    #[test]
    fn a_file_of_other_sources_is_empty() {
        let (_, file) = one("title: x");
        let none = Sources::new();
        assert_eq!((none.path(file), none.text(file)), ("", ""));
        assert_eq!(none.position(file, 4), (1, 1));
    }
}
