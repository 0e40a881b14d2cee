//! Paths of the document. Paths that differ only in the names of parameters are one, with the names of the first.

use std::collections::BTreeMap;

use spec::Operation;

/// The paths, in order of their first operations.
#[derive(Default)]
pub struct Paths {
    paths: Vec<Path>,
    by_shape: BTreeMap<String, usize>,
}

/// A path template and the names of its parameters that identify records.
struct Path {
    template: String,
    names: Vec<String>,
    /// The names of those that identify no record.
    values: Vec<String>,
}

impl Paths {
    /// The paths of these operations.
    pub fn new<'c>(operations: impl Iterator<Item = &'c Operation>) -> Self {
        operations.fold(Self::default(), |mut all, operation| {
            let next = all.paths.len();
            let at = *all.by_shape.entry(operation.path.shape()).or_insert(next);
            if at == next {
                let names = operation.path_parameters.iter();
                let names = names.map(|parameter| parameter.name.clone()).collect();
                let values = operation.path_values.iter().map(|value| value.name.clone()).collect();
                all.paths.push(Path { template: operation.path.to_string(), names, values });
            }
            all
        })
    }

    /// The template of an operation's path.
    pub fn template(&self, operation: &Operation) -> &str {
        self.find(operation).map_or("", |path| &path.template)
    }

    /// The names of an operation's path parameters.
    pub fn names(&self, operation: &Operation) -> &[String] {
        self.find(operation).map_or(&[], |path| &path.names)
    }

    /// The names of an operation's path parameters that identify no record.
    pub fn values(&self, operation: &Operation) -> &[String] {
        self.find(operation).map_or(&[], |path| &path.values)
    }

    fn find(&self, operation: &Operation) -> Option<&Path> {
        self.paths.get(*self.by_shape.get(&operation.path.shape())?)
    }
}
