//! What every identifier has beside its declaration.

/// Implements what a struct around a `String` has that identifies something; or, with the name of such a struct behind
/// it, what an enum has whose value is one of those (`Uuid`) or an e-mail address (`Email`).
#[macro_export]
macro_rules! identifier_type {
    ($name:ident) => {
        impl $name {
            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        $crate::text_type!($name);
    };
    ($name:ident, $uuid:ident) => {
        impl $name {
            /// The identifier or address as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    Self::Uuid(uuid) => uuid.as_str(),
                    Self::Email(email) => email,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text.contains('@') {
                    true => Self::Email(text.to_owned()),
                    false => Self::Uuid(text.into()),
                }
            }
        }

        impl From<$uuid> for $name {
            fn from(uuid: $uuid) -> Self {
                Self::Uuid(uuid)
            }
        }

        $crate::text_type!($name);
    };
}

#[cfg(test)]
mod tests {
    #[derive(Debug)]
    struct MemberUuid(String);

    #[derive(Debug)]
    enum MemberRef {
        Uuid(MemberUuid),
        Email(String),
    }

    identifier_type!(MemberUuid);
    identifier_type!(MemberRef, MemberUuid);

    #[test]
    fn a_text_with_an_at_sign_is_an_address() {
        assert!(matches!(
            MemberRef::from("ann@example.org"),
            MemberRef::Email(_)
        ));
        assert!(matches!(MemberRef::from("m-1"), MemberRef::Uuid(_)));
        assert_eq!(MemberRef::from(MemberUuid::from("m-1")).as_str(), "m-1");
        assert_eq!(
            MemberRef::from("ann@example.org").to_string(),
            "ann@example.org"
        );
    }
}
