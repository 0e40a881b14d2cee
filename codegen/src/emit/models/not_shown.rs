//! `not_shown.rs`: the gaps that operations share, and those of the service.
//!
//! It is a module without items, so that other crates can link to it.

use spec::Gap;

use super::prelude::*;
use crate::plan::{gap_text, gaps_of};

/// The file; `None` if nothing is left open.
pub fn tokens(plan: &Plan<'_>) -> Option<TokenStream> {
    let contract = plan.contract;
    let shared = plan.shared_gaps.all();
    // Gaps of the error body are documented at its type.
    let of_errors = |gap: &&Gap| gap.id.starts_with("service.errors.");
    let mut open = gaps_of(contract, "service").filter(|gap| !of_errors(gap)).peekable();
    if shared.is_empty() && open.peek().is_none() {
        return None;
    }
    let mut doc = Doc::new("What the documentation does not specify. This module has no items.");
    if !shared.is_empty() {
        doc = doc.text("For operations; each names the entries that apply to it:");
        let shared = shared.iter();
        let items = shared.map(|(name, text)| format!("`{name}`: {text}"));
        doc = items.fold(doc, Doc::item);
    }
    if open.peek().is_some() {
        doc = doc.text("For the service:");
    }
    let doc = open.map(|gap| gap_text(contract, gap)).fold(doc, Doc::item);
    Some(doc.inner())
}
