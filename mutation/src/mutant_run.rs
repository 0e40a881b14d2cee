//! Trying mutants: each on a fresh server, first with the scenarios that can show its clause, and if
//! those do not catch it, with all.

use std::sync::Arc;

use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;
use referral_conformance::target::BaseUrl;

use crate::concurrent;
use crate::mutant::{self, Demanding, InterceptionPoint, Mutant};
use crate::mutant_result::{MutantResult, MutantStatus};
use crate::proxy::Proxy;
use crate::server::{Server, ServerFactory};
use crate::suite_run::{self, RunOptions};

/// What mutants are tried on.
#[derive(Clone)]
pub struct MutantRun {
    /// The suite that should catch them.
    pub suite: Arc<Suite>,
    /// Where servers come from.
    pub servers: Arc<dyn ServerFactory>,
    /// How runs are made.
    pub options: RunOptions,
    /// Whether all scenarios are played at once, and not only after the likely ones.
    pub full: bool,
}

impl MutantRun {
    /// Tries the mutants, so many at once, and tells of each when its grade is known.
    ///
    /// The grades come back in the order of the mutants.
    pub async fn mutant_run(
        &self,
        mutants: Vec<Mutant>,
        jobs: usize,
        result: impl Fn(&Mutant, &MutantResult),
    ) -> Vec<(Mutant, MutantResult)> {
        let grade = |mutant: Mutant| {
            let mutant_run = self.clone();
            async move { mutant_run.grade(&mutant).await }
        };
        let lost = || MutantResult::invalid("the run panicked".to_owned());
        concurrent::work(mutants, jobs, grade, result, lost).await
    }

    async fn grade(&self, mutant: &Mutant) -> MutantResult {
        if !self.full {
            let likely = self.attempt(mutant, Some(&mutant.clause.id)).await;
            if likely.grade == MutantStatus::Killed {
                return likely;
            }
        }
        self.attempt(mutant, None).await
    }

    async fn attempt(&self, mutant: &Mutant, only: Option<&str>) -> MutantResult {
        match self.run(mutant, only).await {
            Ok(result) => result,
            Err(why) => MutantResult::invalid(why),
        }
    }

    async fn run(&self, mutant: &Mutant, only: Option<&str>) -> Result<MutantResult, String> {
        let server = self
            .servers
            .start()
            .await
            .map_err(|error| error.to_string())?;
        let bent = self.intercept(mutant, &server).await?;
        let run = suite_run::run(
            &self.suite,
            self.servers.test_data(),
            self.options,
            only,
            bent.transport(),
        );
        Ok(MutantResult::of(mutant, &run.await?, bent.applied()))
    }

    async fn intercept(&self, mutant: &Mutant, server: &Server) -> Result<Bent, String> {
        match &mutant.point {
            InterceptionPoint::Exchange(intercept) => {
                let proxy = Proxy::new(
                    Arc::clone(&self.suite.contract),
                    Arc::new(suite_run::known_state(
                        &self.suite,
                        self.servers.test_data(),
                    )),
                    Arc::clone(intercept),
                    mutant.operation.clone(),
                    suite_run::http(&server.base_url)?,
                );
                Ok(Bent::Exchange(Arc::new(proxy)))
            }
            InterceptionPoint::HeaderName(spellings) => {
                let demanding = mutant::demand(&self.suite.contract, &server.base_url, *spellings);
                let demanding = demanding.await?;
                let base_url: Result<BaseUrl, _> = demanding.base_url.parse();
                let base_url = base_url.map_err(|error| error.to_string())?;
                Ok(Bent::HeaderName(suite_run::http(&base_url)?, demanding))
            }
        }
    }
}

/// A broken server.
enum Bent {
    Exchange(Arc<Proxy>),
    HeaderName(Arc<dyn Transport>, Demanding),
}

impl Bent {
    fn transport(&self) -> Arc<dyn Transport> {
        match self {
            Self::Exchange(proxy) => Arc::<Proxy>::clone(proxy),
            Self::HeaderName(transport, _) => Arc::clone(transport),
        }
    }

    fn applied(&self) -> usize {
        match self {
            Self::Exchange(proxy) => proxy.applied(),
            Self::HeaderName(_, demanding) => demanding.refused(),
        }
    }
}
