//! Configuration and seed files: reading, printing diagnostics, and describing their keys.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _, stderr};
use std::path::Path;

use anyhow::bail;
use reader::{Diagnostics, KeyTable, Sources, Style};
use referral_reference::config::{self, ConfigFile};

/// Reads a configuration file. Diagnostics are printed to stderr with passwords masked. Fails when
/// the file cannot be read or has errors.
pub fn configuration(path: &Path) -> anyhow::Result<ConfigFile> {
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.read(path, &mut found);
    let read = file.and_then(|file| config::read(&sources, file, &mut found));
    let mut masked = Sources::new();
    if let Some(file) = file {
        masked.add(path, config::mask_in_text(sources.text(file)));
    }
    print_diagnostics(&masked, &found, config::mask_in_text)?;
    match read {
        Some(config) => Ok(config),
        None => bail!("the configuration {} cannot be used", path.display()),
    }
}

/// Prints diagnostics to stderr, after `mask` has removed secrets.
pub fn print_diagnostics(
    sources: &Sources,
    found: &Diagnostics,
    mask: impl Fn(&str) -> String,
) -> std::io::Result<()> {
    let style = if stderr().is_terminal() { Style::Color } else { Style::Plain };
    stderr().write_all(mask(&reader::render(sources, found, style)).as_bytes())
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
