//! A route: an operation with its method and the paths at which it is served.

use contract_runtime::{OperationInfo, Request};

use crate::template::Template;

/// The route of an operation, whether a handler is mounted or not.
pub struct Route {
    pub(crate) info: &'static OperationInfo,
}

impl Route {
    /// The route of the operation with these requests.
    #[must_use]
    pub const fn of<R: Request>() -> Self {
        Self { info: R::INFO }
    }

    /// The paths of the operation, those with an empty segment included.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (Template, &Self)> {
        let paths = std::iter::once(&self.info.path).chain(self.info.blank_paths);
        paths.map(move |path| (Template::new(path), self))
    }
}
