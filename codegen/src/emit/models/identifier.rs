//! Identifiers of a record as types of their own.

use proc_macro2::TokenStream;
use quote::quote;

use super::file;
use crate::doc::Doc;
use crate::names::Ident;
use crate::plan::{IdentifierPlan, section};

/// The file.
pub fn tokens(plan: &IdentifierPlan<'_>) -> TokenStream {
    let record = &plan.name.to_string();
    file(Doc::new(format!("Identifiers of `{record}`.")), |imports| {
        let text_type = imports.runtime("text_type");
        let section = section(&plan.record.section);
        let uuid = uuid(record, &plan.uuid, &section, &text_type);
        let reference = plan.reference.as_ref();
        let reference =
            reference.map(|name| reference_type(record, name, &plan.uuid, &section, &text_type));
        quote!(#uuid #reference)
    })
}

fn uuid(record: &str, name: &Ident, section: &str, text_type: &Ident) -> TokenStream {
    let doc = Doc::default()
        .linked(format!("Identifier of a [`{record}`](crate::{record}), assigned by the service."))
        .text("Its format is not documented: any text is accepted.")
        .text(section)
        .outer();
    quote! {
        #doc
        #[derive(Clone, Debug)]
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

fn reference_type(
    record: &str,
    name: &Ident,
    uuid: &Ident,
    section: &str,
    text_type: &Ident,
) -> TokenStream {
    let doc = Doc::default()
        .linked(format!("Identifier or e-mail address of a [`{record}`](crate::{record})."))
        .text("A text that contains `@` is read as an e-mail address.")
        .text(section)
        .outer();
    quote! {
        #doc
        #[derive(Clone, Debug)]
        pub enum #name {
            /// The identifier assigned by the service.
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
                if text.contains('@') {
                    Self::Email(text.to_owned())
                } else {
                    Self::Uuid(#uuid::from(text))
                }
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
