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
    file(
        Doc::new(format!("How a `{record}` is addressed.")),
        |imports| {
            let identifier_type = imports.runtime("identifier_type");
            let section = section(&plan.record.section);
            let uuid = uuid(record, &plan.uuid, &section, &identifier_type);
            let reference = plan.reference.as_ref();
            let reference = reference
                .map(|name| reference_type(record, name, &plan.uuid, &section, &identifier_type));
            quote!(#uuid #reference)
        },
    )
}

fn uuid(record: &str, name: &Ident, section: &str, identifier_type: &Ident) -> TokenStream {
    let doc = Doc::default()
        .linked(format!(
            "The service's own identifier of a [`{record}`](crate::{record})."
        ))
        .text("Any text: nothing is said of its form.")
        .text(section)
        .outer();
    quote! {
        #doc
        #[derive(Clone, Debug)]
        pub struct #name(String);

        #identifier_type!(#name);
    }
}

fn reference_type(
    record: &str,
    name: &Ident,
    uuid: &Ident,
    section: &str,
    identifier_type: &Ident,
) -> TokenStream {
    let doc = Doc::default()
        .linked(format!(
            "A [`{record}`](crate::{record}) by its identifier or by e-mail address."
        ))
        .text("A text with an `@` in it is read as an address.")
        .text(section)
        .outer();
    quote! {
        #doc
        #[derive(Clone, Debug)]
        pub enum #name {
            /// The service's own identifier.
            Uuid(#uuid),
            /// The e-mail address.
            Email(String),
        }

        #identifier_type!(#name, #uuid);
    }
}
