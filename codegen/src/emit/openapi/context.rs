//! An operation with the schemas and examples of its object.

use spec::{Contract, Operation};

use crate::emit::schemas::example::Examples;
use crate::emit::schemas::schema::{SchemaLocation, Schemas};

/// An operation with the schemas and examples of its object.
pub struct OperationContext<'c> {
    /// The contract.
    pub contract: &'c Contract,
    /// The operation.
    pub operation: &'c Operation,
    /// Its schemas.
    pub schemas: Schemas<'c>,
    /// Its examples.
    pub examples: Examples<'c>,
}

impl<'c> OperationContext<'c> {
    /// The context of an operation.
    pub fn new(contract: &'c Contract, operation: &'c Operation) -> Self {
        Self {
            contract,
            operation,
            schemas: Schemas::new(contract, SchemaLocation::Components),
            examples: Examples::new(contract, operation),
        }
    }
}
