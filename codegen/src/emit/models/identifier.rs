//! Identifiers of a record as types of their own.

use proc_macro2::TokenStream;
use quote::quote;

use super::file;
use crate::doc::Doc;
use crate::imports::Imports;
use crate::names::Ident;
use crate::plan::IdentifierPlan;

/// The file.
pub fn tokens(plan: &IdentifierPlan<'_>) -> TokenStream {
    let record = &plan.name.to_string();
    file(
        Doc::new(format!("How a `{record}` is addressed.")),
        |imports| {
            let text_type = imports.from("crate::runtime", "text_type");
            let uuid = uuid(record, &plan.uuid, &text_type);
            let reference = plan.reference.as_ref();
            let reference = reference.map(|name| reference_type(record, name, &plan.uuid, imports));
            quote!(#uuid #reference)
        },
    )
}

fn uuid(record: &str, name: &Ident, text_type: &Ident) -> TokenStream {
    let doc = Doc::default()
        .linked(format!(
            "The service's own identifier of a [`{record}`](crate::{record})."
        ))
        .text("Any text: nothing is said of its form.")
        .outer();
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #name(String);

        impl #name {
            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for #name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        #text_type!(#name);
    }
}

fn reference_type(record: &str, name: &Ident, uuid: &Ident, imports: &mut Imports) -> TokenStream {
    let text_type = imports.from("crate::runtime", "text_type");
    let doc = Doc::default()
        .linked(format!(
            "A [`{record}`](crate::{record}) by its identifier or by e-mail address."
        ))
        .text("A text with an `@` in it is read as an address.")
        .outer();
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #name {
            /// The service's own identifier.
            Uuid(#uuid),
            /// The e-mail address.
            Email(String),
        }

        impl #name {
            /// The identifier or address as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    Self::Uuid(uuid) => uuid.as_str(),
                    Self::Email(email) => email,
                }
            }
        }

        impl From<&str> for #name {
            fn from(text: &str) -> Self {
                if text.contains('@') { Self::Email(text.to_owned()) } else { Self::Uuid(text.into()) }
            }
        }

        impl From<#uuid> for #name {
            fn from(uuid: #uuid) -> Self {
                Self::Uuid(uuid)
            }
        }

        #text_type!(#name);
    }
}
