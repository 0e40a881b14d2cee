//! Arbitrary bytes as one file, read by the reader alone.
//!
//! Whatever they are, reading ends, and what it finds can be shown.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reader::{Diagnostics, Sources, Style, parse, render, to_json};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = Sources::new();
    let mut found = Diagnostics::new();
    let file = sources.add("any.yaml", text);
    let root = parse(&sources, file, &mut found);
    assert!(
        root.is_some() || found.has_errors(),
        "not read, and nothing said"
    );
    let shown = render(&sources, &found, Style::Plain);
    assert_eq!(shown.is_empty(), found.is_empty());
    assert_eq!(to_json(&sources, &found).lines().count(), found.len());
});
