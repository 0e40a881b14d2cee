//! Text for terminals and shells.

mod escape;
mod shell;
mod wrap;

pub use escape::escape;
pub(crate) use shell::shell_word;
pub(crate) use wrap::wrapped;
