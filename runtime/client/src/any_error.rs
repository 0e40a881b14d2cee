//! An error of any operation of a service.

use std::error::Error as StdError;
use std::fmt;
use std::ops::Deref;

use contract_runtime::Api;

use crate::Error;

/// An error of any operation: `?` turns the error of each operation into it.
///
/// It dereferences to an [`Error`] whose refusals are those of all operations.
#[derive(Debug)]
pub struct AnyError<A: Api>(pub Error<A::ErrorKind, A>);

impl<E: Into<A::ErrorKind>, A: Api> From<Error<E, A>> for AnyError<A> {
    fn from(error: Error<E, A>) -> Self {
        Self(error.into_kind())
    }
}

impl<A: Api> Deref for AnyError<A> {
    type Target = Error<A::ErrorKind, A>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<A: Api> fmt::Display for AnyError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<A: Api> StdError for AnyError<A> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}
