//! What the parts of an operation object are made of.

use spec::{Contract, Operation};

use crate::emit::schemas::example::Examples;
use crate::emit::schemas::schema::{Place, Schemas};

/// What the parts of an operation object are made of.
pub struct Parts<'c> {
    /// The whole.
    pub contract: &'c Contract,
    /// The operation.
    pub operation: &'c Operation,
    /// Its schemas.
    pub schemas: Schemas<'c>,
    /// Its examples.
    pub examples: Examples<'c>,
}

impl<'c> Parts<'c> {
    /// Of this operation.
    pub fn new(contract: &'c Contract, operation: &'c Operation) -> Self {
        Self {
            contract,
            operation,
            schemas: Schemas::new(contract, Place::Components),
            examples: Examples::new(contract, operation),
        }
    }
}
