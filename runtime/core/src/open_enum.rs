//! What every enum of listed values has beside its variants.

/// Implements everything a text has, from a table: the variant, and the value on the wire. Any other value becomes
/// `Other`.
#[macro_export]
macro_rules! open_enum {
    ($name:ident { $($variant:ident = $wire:literal,)* }) => {
        impl $name {
            /// The value as it stands on the wire, also one that is not listed.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $wire,)*
                    Self::Other(text) => text.as_str(),
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($wire => Self::$variant,)*
                    _ => Self::Other($crate::UnknownText::from(text)),
                }
            }
        }

        $crate::text_type!($name);
    };
}

#[cfg(test)]
mod tests {
    use crate::UnknownText;

    #[derive(Debug)]
    enum Binding {
        Hard,
        Soft,
        Other(UnknownText),
    }

    open_enum! { Binding {
        Hard = "hardcover",
        Soft = "paperback",
    } }

    #[test]
    fn listed_values_are_variants_and_others_stay_what_they_are() {
        assert!(matches!(Binding::from("hardcover"), Binding::Hard));
        assert_eq!(Binding::Soft.as_str(), "paperback");
        let spiral = Binding::from("spiral");
        assert_eq!(
            (spiral.as_str(), format!("{spiral:?}")),
            ("spiral", "Other(\"spiral\")".to_owned())
        );
        assert!(spiral != Binding::Soft && spiral == Binding::from("spiral"));
    }
}
