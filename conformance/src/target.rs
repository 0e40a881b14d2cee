//! The target of a run: a deployment, how far the run may go there, its keys by source, its fixtures.

mod base_url;
mod email_domain;
mod load;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::level::Level;

pub use base_url::{BaseUrl, InvalidBaseUrl};
pub use email_domain::{EmailDomain, InvalidEmailDomain};
pub use load::{TARGET, load};

/// What a target file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Where the service is.
    pub base_url: Option<BaseUrl>,
    /// How far a run may go.
    pub level: Option<Level>,
    /// The domain of the addresses that a run makes.
    pub email_domain: EmailDomain,
    /// Where the keys are, by kind.
    pub keys: BTreeMap<String, KeySource>,
    /// Things that are there, by kind.
    pub fixtures: BTreeMap<String, Vec<TargetFixture>>,
}

/// Where a key is; a file never holds the key itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// In an environment variable.
    Env(String),
    /// In a file, relative to the target file.
    File(PathBuf),
}

/// A fixture that the target supplies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetFixture {
    /// What the service calls it.
    pub id: String,
    /// Kind of key whose account it is of.
    pub account: String,
    /// What else is known of it.
    pub facts: Arc<BTreeMap<String, String>>,
}

impl TargetFixture {
    /// A fact of it, its id among them.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<&str> {
        if name == "id" {
            return Some(&self.id);
        }
        self.facts.get(name).map(String::as_str)
    }
}
