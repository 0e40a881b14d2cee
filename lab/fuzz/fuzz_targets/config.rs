//! Reads a configuration file of the reference, and renders the diagnostics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reader::{Diagnostics, Sources, Style, render};
use referral_reference::config::read;

fuzz_target!(|bytes: &[u8]| {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("any.yaml", String::from_utf8_lossy(bytes));
    let value = read(&sources, file, &mut diagnostics);
    assert_eq!(value.is_none(), diagnostics.has_errors());
    let rendered = render(&sources, &diagnostics, Style::Plain);
    assert_eq!(rendered.is_empty(), diagnostics.is_empty());
});
