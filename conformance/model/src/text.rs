//! Text for terminals and shells.

mod escape;
mod shell;
mod table;
mod wrap;

pub use escape::escape;
pub use reader::counted;
pub use shell::shell_word;
pub use table::aligned;
pub use wrap::{fit_to_terminal, terminal_width, width, wrapped};
