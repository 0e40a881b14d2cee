//! The reader from outside: every mistake as people see it, and what must hold for any text.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod broken_files;
mod mistakes;
mod rendering;
mod round_trip;
mod totality;
mod toy;
