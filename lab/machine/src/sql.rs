//! Mutants of the SQL statements that the reference server runs, and of its SQLite migrations.

mod compiled;
pub mod instrument;
mod mutant;
mod mutation;
mod operators;
mod recorder;
mod rewrite;
mod schema;
mod statement;
mod walk;

pub use compiled::{Compiled, Compiler};
pub use mutant::{SqlMutant, Statements, enumerate};
pub use mutation::Mutation;
pub use recorder::Recorder;
pub use rewrite::{mutant_hook, rendering_hook};
pub use schema::Schema;
pub use statement::{ParseError, render};
