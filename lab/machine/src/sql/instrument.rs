//! Enumerates the mutants of the statements that the suite reaches, and runs the suite against each.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use referral_conformance::depth::Depth;
use referral_conformance::plan::Glob;
use referral_reference::store::StatementHook;

use super::{Compiled, Compiler, Recorder, Schema, SqlMutant, Statements};
use super::{enumerate, mutant_hook, rendering_hook};
use crate::comparison::Baseline;
use crate::instrument::Instrument;
use crate::outcome::MutantRecord;
use crate::sequence::CurrentRequest;

/// The suite, a seeded reference, and the mutants of its statements.
pub struct SqlInstrument {
    instrument: Instrument,
    baseline: Baseline,
    schema: Arc<Schema>,
    /// All mutants.
    pub mutants: Vec<SqlMutant>,
    /// Purposes of the statements that only the seed runs.
    pub unreached: Vec<String>,
    /// The scenarios that run the statements of each purpose, for purposes that not all scenarios run.
    scenarios: BTreeMap<String, Glob>,
    /// Behind a lock, so that threads can share the instrument.
    compiler: Mutex<Compiler>,
}

impl SqlInstrument {
    /// Seeds a reference in an empty folder, and records the statements of a thorough run.
    ///
    /// # Errors
    /// When the reference cannot be seeded, the suite reports it, or a statement cannot be parsed.
    pub async fn seed(folder: &Path, depth: Depth) -> anyhow::Result<Self> {
        let mut instrument = Instrument::seed(folder, depth).await?;
        let baseline = instrument.baseline().await?;
        let run = Recorder::default();
        let thorough = Instrument::open(folder, Depth::Thorough)?;
        thorough.run_hooked(run.hook(), run.request.clone(), None).await?;
        let seed = Recorder::default();
        instrument.run_migrated(seed.hook()).await?;
        let scenarios = run.operations().into_iter().filter_map(|(doing, operations)| {
            Some((doing, instrument.scenarios_calling(&operations)?))
        });
        let scenarios = scenarios.collect();
        let mut statements = run.statements();
        let seeding = seed.statements().into_keys();
        let unreached = seeding.filter(|doing| !statements.contains_key(doing)).collect();
        let migrations = seed.migrations();
        statements.extend(migration_statements(&migrations));
        let schema = Schema::parse(migrations.iter().map(String::as_str))?;
        let mutants = enumerate(&statements, &schema)?;
        let schema = Arc::new(schema);
        let compiler = Mutex::new(Compiler::new(migrations)?);
        Ok(Self { instrument, baseline, schema, mutants, unreached, scenarios, compiler })
    }

    /// Compiles the mutant with SQLite.
    #[must_use]
    pub fn compile(&self, mutant: &SqlMutant) -> Compiled {
        self.compiler.lock().unwrap_or_else(PoisonError::into_inner).compile(mutant)
    }

    /// Runs the suite against the mutant: first the scenarios that run the mutated statement, and the others if these do
    /// not detect it.
    pub async fn run(&self, mutant: &SqlMutant) -> MutantRecord {
        let hook = || mutant_hook(mutant, &self.schema);
        let instrument = &self.instrument;
        if mutant.doing == StatementHook::MIGRATE {
            return instrument.classify(&self.baseline, instrument.run_migrated(hook()).await);
        }
        if let Some(scenarios) = self.scenarios.get(&mutant.doing) {
            let run = instrument
                .run_hooked(hook(), CurrentRequest::default(), Some(scenarios.clone()))
                .await;
            if let Some(detected) = Instrument::detected(&run) {
                return detected;
            }
        }
        let run = instrument.run_hooked(hook(), CurrentRequest::default(), None).await;
        instrument.classify(&self.baseline, run)
    }

    /// Runs the suite against the control: statements that are parsed and rendered without a mutation.
    pub async fn run_control(&self) -> MutantRecord {
        let run = self.instrument.run_migrated(rendering_hook()).await;
        self.instrument.classify(&self.baseline, run)
    }
}

fn migration_statements(migrations: &[String]) -> Statements {
    let texts = migrations.iter().cloned().collect();
    Statements::from([(StatementHook::MIGRATE.to_owned(), texts)])
}
