//! What every enum of refusals has beside its variants.

/// Implements showing, which is its message, and being an error; and everything else for one that has no
/// variants, because the document lists no refusals of its operation.
macro_rules! refusal_type {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.message())
            }
        }

        impl std::error::Error for $name {}
    };
    ($name:ident {}) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {}
            }
        }

        impl std::error::Error for $name {}

        impl $crate::Refusal for $name {
            fn id(&self) -> &'static str {
                match *self {}
            }

            fn message(&self) -> String {
                match *self {}
            }

            fn status(&self) -> Option<http::StatusCode> {
                match *self {}
            }

            fn parse(_: &str) -> Option<Self> {
                None
            }
        }

        impl From<$name> for $crate::ErrorKind {
            fn from(error: $name) -> Self {
                match error {}
            }
        }
    };
}

pub(crate) use refusal_type;
