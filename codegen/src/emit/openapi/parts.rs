//! What the emitters of the document share.

use spec::{Contract, Operation, Resource};

use super::order;
use super::paths::Paths;
use crate::emit::schemas::component_names::ComponentNames;
use crate::emit::schemas::example::Examples;
use crate::emit::schemas::schema::{SchemaLocation, Schemas};

/// The contract, in the order and with the names of the document.
pub struct Parts<'c> {
    pub contract: &'c Contract,
    pub resources: Vec<(&'c Resource, Vec<&'c Operation>)>,
    pub paths: Paths,
    pub names: &'c ComponentNames,
    pub schemas: Schemas<'c>,
}

impl<'c> Parts<'c> {
    /// The parts of a contract.
    pub fn new(contract: &'c Contract, names: &'c ComponentNames) -> Self {
        let resources = order::resources(contract);
        let operations = resources.iter().flat_map(|(_, operations)| operations).copied();
        let paths = Paths::new(operations);
        let schemas = Schemas::new(contract, SchemaLocation::Components(names));
        Self { contract, resources, paths, names, schemas }
    }

    /// Makes the examples of an operation.
    pub fn examples(&self, operation: &'c Operation) -> Examples<'c> {
        Examples { contract: self.contract, operation }
    }
}
