//! Parses the input as a YAML file, and renders the diagnostics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reader::{Diagnostics, Sources, Style, parse, render, to_json};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("any.yaml", text);
    let root = parse(&sources, file, &mut diagnostics);
    assert!(
        root.is_some() || diagnostics.has_errors(),
        "a file without a root must have an error"
    );
    let rendered = render(&sources, &diagnostics, Style::Plain);
    assert_eq!(rendered.is_empty(), diagnostics.is_empty());
    assert_eq!(
        to_json(&sources, &diagnostics).lines().count(),
        diagnostics.len()
    );
});
