//! Configuration files: reading, printing diagnostics, and describing their keys.

use std::fmt::Write as _;
use std::io::{IsTerminal, stderr};
use std::path::Path;

use anyhow::bail;
use reader::{Diagnostics, KeyTable, Sources, Style};
use referral_reference::config::{self, ConfigFile};

use crate::cli::output::write_stderr;

/// Reads a configuration file. Diagnostics are printed to stderr with passwords masked. Fails when
/// the file cannot be read or has errors.
pub fn configuration(path: &Path) -> anyhow::Result<ConfigFile> {
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.read(path, &mut found);
    let read = file.and_then(|file| config::read(&sources, file, &mut found));
    // Also a file that is not UTF-8 is shown. Every first file has the same identifier.
    let first = Sources::new().add(path, "");
    let mut masked = Sources::new();
    masked.add(path, config::mask_in_text(sources.text(first)));
    print_diagnostics(&masked, &found, config::mask_in_text);
    match read {
        Some(config) => Ok(config),
        None => bail!("the configuration {} cannot be used", path.display()),
    }
}

/// Prints diagnostics to stderr, after `mask` has removed secrets.
pub fn print_diagnostics(sources: &Sources, found: &Diagnostics, mask: impl Fn(&str) -> String) {
    let style = if stderr().is_terminal() { Style::Color } else { Style::Plain };
    // Whether there were errors is known from the exit code too.
    let _ = write_stderr(&mask(&reader::render(sources, found, style)));
}

/// Describes the keys of a kind of file, from the tables that read it.
pub fn format_of(what: &str, tables: &[&KeyTable]) -> String {
    let mut text = format!("Keys of a {what} (* required):\n");
    for table in tables {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "\n{}: {}\n", table.name, table.doc);
        for key in table.keys {
            let mark = if key.required { '*' } else { ' ' };
            let _ = writeln!(text, "{mark} {}: {}; {}", key.name, key.shape, key.doc);
        }
    }
    text
}
