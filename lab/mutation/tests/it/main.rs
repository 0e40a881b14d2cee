//! Mutants and variants of a lending library, and source mutants of the reference.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod library;
mod lost_guard;
mod mutant_run;
mod mutants_per_clause;
mod observed_variants;
mod partial_targets;
mod response_edit;
mod source_mutants;
mod variant_run;
