//! Text for terminals and shells.

mod escape;
mod shell;
mod table;
mod wrap;

pub use escape::escape;
pub(crate) use shell::shell_word;
pub(crate) use table::aligned;
pub(crate) use wrap::wrapped;

/// A count with its noun in singular or plural.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
