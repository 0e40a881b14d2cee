//! Looking at lists: the minimal valid request of each, with each key; nothing is written.

use std::collections::BTreeMap;

use spec::{Contract, Operation};

use super::Settings;
use super::bindings::Bindings;
use super::compose::Composer;
use super::courier::Courier;
use crate::exchange::{Fault, Response};
use crate::scenario::{Inputs, KeyChoice, Spelling};

/// What a list answered.
#[derive(Clone, Debug)]
pub struct Looked {
    /// Id of the operation.
    pub list: String,
    /// Kind of the key that was sent.
    pub account: String,
    /// The answer, or why there is none.
    pub outcome: Result<Response, Fault>,
}

/// Asks each list once with each key. A list that needs more than its minimal request is left out.
pub async fn look(
    contract: &Contract,
    lists: &[&Operation],
    settings: &Settings,
    courier: &Courier,
) -> Vec<Looked> {
    let (none, inputs) = (BTreeMap::new(), Inputs::default());
    let bindings = Bindings {
        run: &settings.run_id,
        email_domain: &settings.email_domain,
        now: settings.now,
        scenario: "discover",
        fixtures: &none,
        sent: BTreeMap::new(),
        answers: BTreeMap::new(),
    };
    let mut looked = Vec::new();
    for list in lists {
        for account in settings.keys.keys() {
            let key = KeyChoice::Kind(account.clone());
            let composer = Composer {
                contract,
                operation: list,
                key: &key,
                spelling: Spelling::default(),
                index: 0,
                bindings: &bindings,
                keys: &settings.keys,
            };
            if let Some(request) = composer.request(&inputs, None) {
                looked.push(Looked {
                    list: list.id.clone(),
                    account: account.clone(),
                    outcome: courier.send(&request).await,
                });
            }
        }
    }
    looked
}
