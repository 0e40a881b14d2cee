//! Hooks that run rendered or mutated statements.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use referral_reference::store::StatementHook;

use super::mutant::SqlMutant;
use super::mutation::mutants;
use super::schema::Schema;
use super::statement::render;

/// A hook that runs every statement as the parser renders it. A text that cannot be parsed stays as it is.
#[must_use]
pub fn rendering_hook() -> StatementHook {
    StatementHook::new(|_, text| render(text).ok())
}

/// A hook that runs the statements of this mutant. Texts that no run has shown before are mutated when they appear.
#[must_use]
pub fn mutant_hook(mutant: &SqlMutant, schema: &Arc<Schema>) -> StatementHook {
    let SqlMutant { doing: purpose, mutation, texts, .. } = mutant.clone();
    let schema = Arc::clone(schema);
    let texts: BTreeMap<_, _> = texts.into_iter().map(|(text, to)| (text, Some(to))).collect();
    let texts = Mutex::new(texts);
    StatementHook::new(move |doing, text| {
        if doing != purpose {
            return None;
        }
        let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.get(text) {
            return known.clone();
        }
        let mutated = mutants(text, &schema).ok().and_then(|mutants| {
            let same = mutants.into_iter().find(|(other, _)| *other == mutation);
            same.map(|(_, mutated)| mutated)
        });
        texts.insert(text.to_owned(), mutated.clone());
        mutated
    })
}
