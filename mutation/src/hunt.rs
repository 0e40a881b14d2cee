//! Trying mutants: each on a fresh server, first with the scenarios that can show its clause, and if
//! those do not catch it, with all.

use std::sync::Arc;

use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;
use referral_conformance::target::BaseUrl;

use crate::bench::{Bench, Server};
use crate::crowd;
use crate::grade::{Grade, Graded};
use crate::mutant::{self, Demanding, Mutant, Seat};
use crate::proxy::Proxy;
use crate::trial::{self, Settled};

/// What mutants are tried on.
#[derive(Clone)]
pub struct Hunt {
    /// The suite that should catch them.
    pub suite: Arc<Suite>,
    /// Where servers come from.
    pub bench: Arc<dyn Bench>,
    /// How runs are made.
    pub settled: Settled,
    /// Whether all scenarios are played at once, and not only after the likely ones.
    pub full: bool,
}

impl Hunt {
    /// Tries the mutants, so many at once, and tells of each when its grade is known.
    ///
    /// The grades come back in the order of the mutants.
    pub async fn hunt(
        &self,
        mutants: Vec<Mutant>,
        jobs: usize,
        graded: impl Fn(&Mutant, &Graded),
    ) -> Vec<(Mutant, Graded)> {
        let grade = |mutant: Mutant| {
            let hunt = self.clone();
            async move { hunt.grade(&mutant).await }
        };
        let lost = || Graded::invalid("the run panicked".to_owned());
        crowd::work(mutants, jobs, grade, graded, lost).await
    }

    async fn grade(&self, mutant: &Mutant) -> Graded {
        if !self.full {
            let likely = self.attempt(mutant, Some(&mutant.clause.id)).await;
            if likely.grade == Grade::Killed {
                return likely;
            }
        }
        self.attempt(mutant, None).await
    }

    async fn attempt(&self, mutant: &Mutant, only: Option<&str>) -> Graded {
        match self.run(mutant, only).await {
            Ok(graded) => graded,
            Err(why) => Graded::invalid(why),
        }
    }

    async fn run(&self, mutant: &Mutant, only: Option<&str>) -> Result<Graded, String> {
        let server = self
            .bench
            .start()
            .await
            .map_err(|error| error.to_string())?;
        let bent = self.bend(mutant, &server).await?;
        let run = trial::run(
            &self.suite,
            self.bench.stock(),
            self.settled,
            only,
            bent.transport(),
        );
        Ok(Graded::of(mutant, &run.await?, bent.applied()))
    }

    async fn bend(&self, mutant: &Mutant, server: &Server) -> Result<Bent, String> {
        match &mutant.seat {
            Seat::Exchange(bend) => {
                let proxy = Proxy::new(
                    Arc::clone(&self.suite.contract),
                    Arc::new(trial::world(&self.suite, self.bench.stock())),
                    Arc::clone(bend),
                    mutant.operation.clone(),
                    trial::http(&server.base_url)?,
                );
                Ok(Bent::Exchange(Arc::new(proxy)))
            }
            Seat::HeaderName(spellings) => {
                let demanding = mutant::demand(&self.suite.contract, &server.base_url, *spellings);
                let demanding = demanding.await?;
                let base_url: Result<BaseUrl, _> = demanding.base_url.parse();
                let base_url = base_url.map_err(|error| error.to_string())?;
                Ok(Bent::HeaderName(trial::http(&base_url)?, demanding))
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
