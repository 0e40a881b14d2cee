//! What the enum of all refusals has beside its variants.

/// Implements ids and messages from a table: the variant with its fields, the id, and the message: a text, then the
/// name of a field and a text again, and so on.
#[macro_export]
macro_rules! refusal_kind {
    ($name:ident { $(
        $variant:ident { $($field:ident),* } = $id:literal, $first:literal $($hole:ident $text:literal)*;
    )* }) => {
        impl $name {
            /// Its id in the contract.
            #[must_use]
            pub fn id(&self) -> &'static str {
                match *self {
                    $(Self::$variant { .. } => $id,)*
                }
            }

            /// Its message as sent.
            #[must_use]
            pub fn message(&self) -> String {
                match *self {
                    $(Self::$variant { $(ref $field),* } => [$first $(, $hole.as_str(), $text)*].concat(),)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.message())
            }
        }

        impl std::error::Error for $name {}
    };
}
