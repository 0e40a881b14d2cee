//! Paths of the document. Paths that differ only in the names of parameters are one, with the names of the first.

use std::collections::BTreeMap;

use spec::{Operation, PathTemplate, Segment};

/// The paths, in order of their first operations.
#[derive(Default)]
pub struct Paths {
    paths: Vec<Path>,
    by_shape: BTreeMap<String, usize>,
}

/// A path template and the names of its parameters, in its order.
struct Path {
    template: String,
    names: Vec<String>,
}

impl Paths {
    /// The paths of these operations.
    pub fn new<'c>(operations: impl Iterator<Item = &'c Operation>) -> Self {
        operations.fold(Self::default(), |mut all, operation| {
            let next = all.paths.len();
            let at = *all.by_shape.entry(operation.path.shape()).or_insert(next);
            if at == next {
                let names = names(&operation.path).map(str::to_owned).collect();
                all.paths.push(Path { template: operation.path.to_string(), names });
            }
            all
        })
    }

    /// The template of an operation's path.
    pub fn template(&self, operation: &Operation) -> &str {
        self.find(operation).map_or("", |path| &path.template)
    }

    /// The name in the template of a parameter that an operation calls `own`; `None` if its path has no such parameter.
    pub fn name(&self, operation: &Operation, own: &str) -> Option<&str> {
        let at = names(&operation.path).position(|name| name == own)?;
        Some(self.find(operation)?.names.get(at)?)
    }

    fn find(&self, operation: &Operation) -> Option<&Path> {
        self.paths.get(*self.by_shape.get(&operation.path.shape())?)
    }
}

/// The names of the parameters of a path, in its order.
fn names(path: &PathTemplate) -> impl Iterator<Item = &str> {
    path.segments.iter().filter_map(|segment| match segment {
        Segment::Literal(_) => None,
        Segment::Parameter(name) => Some(name.as_str()),
    })
}
