//! What every enum of refusals has beside its variants.

/// Implements everything a refusal does, from a table: the variant with its fields, the id, the status, and the
/// message: a text, then the name of a field and a text again, and so on. Who gets a message tries the rows in turn.
#[macro_export]
macro_rules! refusal_type {
    ($name:ident in $kind:ident { $(
        $variant:ident { $($field:ident),* } = $id:literal, $status:expr,
        $first:literal $($hole:ident $text:literal)*;
    )+ }) => {
        impl $crate::Refusal for $name {
            fn id(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $id,)+
                }
            }

            fn message(&self) -> String {
                match self {
                    $(Self::$variant { $($field),* } => [$first $(, $hole.as_str(), $text)*].concat(),)+
                }
            }

            fn status(&self) -> Option<http::StatusCode> {
                $crate::status(match self {
                    $(Self::$variant { .. } => $status,)+
                })
            }

            fn parse(message: &str) -> Option<Self> {
                $(
                    let _names: &[&str] = &[$(stringify!($hole)),*];
                    if let Some(_found) = $crate::captures(&[$first $(, $text)*], message) {
                        return Some(Self::$variant {
                            $($field: $crate::captured(_names, &_found, stringify!($field)),)*
                        });
                    }
                )+
                None
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::Refusal::message(self))
            }
        }

        impl std::error::Error for $name {}

        impl From<$name> for $kind {
            fn from(error: $name) -> Self {
                match error {
                    $($name::$variant { $($field),* } => Self::$variant { $($field),* },)+
                }
            }
        }
    };
}
