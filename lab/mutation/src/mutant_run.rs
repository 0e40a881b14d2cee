//! Runs of the suite against mutants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;

use crate::concurrent::map_concurrently;
use crate::mutant::{InterceptionPoint, Mutant, start_header_case_server};
use crate::mutant_result::{MutantResult, MutantStatus};
use crate::occurrence::Occurrence;
use crate::proxy::Proxy;
use crate::server::{Server, ServerFactory};
use crate::socket::SocketServer;
use crate::suite_run::{self, RunOptions};

/// A run of the suite against each of many mutants.
#[derive(Clone)]
pub struct MutantRun {
    /// The suite.
    pub suite: Arc<Suite>,
    /// Starts a server for each run.
    pub servers: Arc<dyn ServerFactory>,
    /// Options of each run.
    pub options: RunOptions,
    /// Whether to run all scenarios at once, instead of those that can report the clause first.
    pub full: bool,
    /// In which exchanges mutants take effect. Those on the socket always do.
    pub occurrence: Occurrence,
}

impl MutantRun {
    /// Runs the mutants, at most `jobs` at a time, and calls `done` after each. The results are in the order of the
    /// mutants.
    pub async fn run_all(
        &self,
        mutants: Vec<Mutant>,
        jobs: usize,
        done: impl Fn(&Mutant, &MutantResult),
    ) -> Vec<(Mutant, MutantResult)> {
        let run = |mutant: Mutant| {
            let this = self.clone();
            async move { this.run_mutant(&mutant).await }
        };
        let panicked = || MutantResult::invalid("the run panicked".to_owned());
        map_concurrently(mutants, jobs, run, done, panicked).await
    }

    async fn run_mutant(&self, mutant: &Mutant) -> MutantResult {
        let mut options = self.options;
        if !self.full {
            let first = self.run_or_invalid(mutant, options, Some(&mutant.clause.id)).await;
            if first.status == MutantStatus::Killed {
                return first;
            }
            // A mutant that changes other records disturbs scenarios that run at the same time. What they show of it is then
            // inconclusive, depending on the order of their requests. One after the other, the result is always the same.
            options.jobs = 1;
        }
        self.run_or_invalid(mutant, options, None).await
    }

    async fn run_or_invalid(
        &self,
        mutant: &Mutant,
        options: RunOptions,
        only: Option<&str>,
    ) -> MutantResult {
        self.run(mutant, options, only)
            .await
            .unwrap_or_else(|error| MutantResult::invalid(format!("{error:#}")))
    }

    /// Runs all scenarios, or those that can report a clause.
    async fn run(
        &self,
        mutant: &Mutant,
        options: RunOptions,
        only: Option<&str>,
    ) -> anyhow::Result<MutantResult> {
        let server = self.servers.start().await?;
        let mutated = self.mutate(mutant, &server).await?;
        let (test_data, transport) = (self.servers.test_data(), mutated.transport);
        let report = suite_run::run(&self.suite, test_data, options, only, transport).await?;
        let applied = mutated.applied.load(Ordering::Relaxed);
        Ok(MutantResult::evaluate(mutant, &report, applied))
    }

    async fn mutate(&self, mutant: &Mutant, server: &Server) -> anyhow::Result<MutatedServer> {
        let contract = &self.suite.contract;
        match &mutant.point {
            InterceptionPoint::Exchange(intercept) => {
                let known_state = suite_run::known_state(&self.suite, self.servers.test_data());
                let proxy = Proxy::new(
                    Arc::clone(contract),
                    Arc::new(known_state),
                    intercept.clone(),
                    mutant.operation.clone(),
                    suite_run::http_transport(&server.base_url)?,
                    true,
                )
                .with_occurrence(self.occurrence);
                let applied = proxy.applied_counter();
                Ok(MutatedServer { transport: Arc::new(proxy), applied, _socket: None })
            }
            InterceptionPoint::HeaderName(recognition) => {
                let (socket, applied) =
                    start_header_case_server(contract, &server.base_url, *recognition).await?;
                let transport = suite_run::http_transport(&socket.base_url)?;
                Ok(MutatedServer { transport, applied, _socket: Some(socket) })
            }
        }
    }
}

/// A server that breaks a clause.
struct MutatedServer {
    transport: Arc<dyn Transport>,
    /// Number of exchanges that the mutation changed.
    applied: Arc<AtomicUsize>,
    /// Stops when dropped.
    _socket: Option<SocketServer>,
}
