//! Contracts as they are loaded: the real one, one of an unrelated service, and broken copies of that.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod catalog;
mod changes;
mod contracts;
mod folders;
mod load_library;
mod load_sound;
mod mistakes;
mod mutations;
mod questions;
mod schemas;
mod sentences;
mod words;
