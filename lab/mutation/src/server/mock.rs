//! Servers in memory that obey a contract.

use std::sync::Arc;

use contract_mock::Mock;
use referral_conformance::target::Target;
use spec::Contract;

use super::{Server, ServerFactory, StartFuture, TestData};

/// Starts servers of a contract. All have the same keys and first records.
pub struct MockServers {
    contract: Contract,
    test_data: TestData,
}

/// Seed of the keys and the first records.
const SEED: u64 = 1;

impl MockServers {
    /// Servers of this contract, and of the answers of its overlay.
    pub fn new(contract: Contract) -> Self {
        let mock = Mock::new(contract.clone(), SEED);
        let target = Target {
            fixtures: mock.fixtures().clone(),
            parameters: mock.parameters().clone(),
            ..Target::default()
        };
        Self { contract, test_data: TestData { target, keys: mock.keys().clone() } }
    }
}

impl ServerFactory for MockServers {
    fn test_data(&self) -> &TestData {
        &self.test_data
    }

    fn start(&self) -> StartFuture<'_> {
        Box::pin(async {
            let mock = Arc::new(Mock::new(self.contract.clone(), SEED));
            let server = contract_mock::Server::start(mock, 0).await?;
            Ok(Server { base_url: server.base_url().parse()?, guard: Box::new(server) })
        })
    }
}
