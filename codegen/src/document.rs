//! What other documents share with the OpenAPI document: its order, its examples, and the sentences of its descriptions.

use serde_yaml::Value;
use spec::Contract;

pub use crate::doc::sentence;
pub use crate::emit::openapi::resources;
pub use crate::plan::{condition, limits, parameter_description, rules};

/// The OpenAPI document as a value.
pub fn openapi(contract: &Contract) -> Value {
    crate::emit::openapi::value(contract, None)
}
