//! The target of a run: base URL, level, sources of keys, and fixtures.

mod base_url;
mod email_domain;
mod load;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::level::Level;

pub use base_url::{BaseUrl, InvalidBaseUrl};
pub use email_domain::{EmailDomain, InvalidEmailDomain};
pub use load::{TARGET, hide_keys, load};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    pub base_url: Option<BaseUrl>,
    pub level: Option<Level>,
    pub email_domain: EmailDomain,
    pub keys: BTreeMap<String, KeySource>,
    pub fixtures: Fixtures,
    /// Values of path parameters that identify no record.
    pub parameters: BTreeMap<String, String>,
}

/// Source of a key; a target file never contains keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    Env(String),
    /// A file, relative to the target file.
    File(PathBuf),
}

/// Existing records, by kind of fixture.
pub type Fixtures = BTreeMap<String, Vec<TargetFixture>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetFixture {
    pub id: String,
    /// Kind of the key of its account.
    pub account: String,
    pub facts: Arc<BTreeMap<String, String>>,
}

impl TargetFixture {
    /// The value of a fact or of the id.
    pub fn fact(&self, name: &str) -> Option<&str> {
        if name == "id" {
            return Some(&self.id);
        }
        self.facts.get(name).map(String::as_str)
    }
}
