//! Parses text into a tree: composes the events of the YAML parser into nodes and reports
//! everything outside the dialect.
//!
//! Parsing continues after dialect errors, and ends at invalid YAML.

mod composer;
mod dialect;
mod layout;
mod syntax;

use std::ops::Range;

use crate::diagnostic::Diagnostics;
use crate::node::Node;
use crate::source::Sources;
use crate::span::{FileId, Span};

use composer::Composer;
use syntax::Broken;

/// Maximum nesting of maps and lists.
pub const MAX_DEPTH: usize = 64;

/// The tree of a file; `None` if it is not YAML. An empty file is a null.
///
/// Dialect errors leave a tree: it has the first of two equal keys, aliases are null, and keys that are not text are
/// omitted with their values.
pub fn parse(sources: &Sources, file: FileId, out: &mut Diagnostics) -> Option<Node> {
    let text = sources.text(file);
    let mut found = Diagnostics::new();
    let outcome = match compose(text, text, file, &mut found) {
        Err(broken) if broken.by_tab() => {
            found = Diagnostics::new();
            compose_without_tabs(text, file, &broken, &mut found)
        }
        Err(broken) => {
            found.extend(broken.diagnostic(text, file, &found));
            None
        }
        Ok(root) => Some(root),
    };
    out.extend(found);
    outcome
}

/// Continues past tabs in the indentation, as if each were one space, to find all of them.
///
/// Other YAML errors after that may be consequences and are not reported.
fn compose_without_tabs(
    text: &str,
    file: FileId,
    broken: &Broken,
    found: &mut Diagnostics,
) -> Option<Node> {
    let outcome = compose(&layout::without_tabs(text), text, file, found);
    let tabs = Span::new(file, layout::tabs_around(text, broken.at));
    if !found.mention(tabs) {
        found.push(dialect::tab(tabs));
    }
    outcome.ok()
}

fn compose(
    text: &str,
    written: &str,
    file: FileId,
    found: &mut Diagnostics,
) -> Result<Node, Broken> {
    Composer::new(text, written, file, found).document()
}

/// A range of bytes in the text.
type Bytes = Range<usize>;
