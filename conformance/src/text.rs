//! Text for terminals and shells.

mod escape;
mod shell;
mod table;
mod wrap;

pub use escape::escape;
pub use reader::counted;
pub(crate) use shell::shell_word;
pub(crate) use table::aligned;
pub(crate) use wrap::{fit_to_terminal, terminal_width, width, wrapped};
