//! Integration tests of the reader: the rendering of every error, and properties of arbitrary texts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod broken_files;
mod mistakes;
mod rendering;
mod round_trip;
mod totality;
mod toy;
