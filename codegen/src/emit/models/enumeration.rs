//! Open enums: the listed values, and any other kept as it is.

use proc_macro2::TokenStream;
use quote::quote;

use super::file;
use super::table::{self, literal};
use crate::doc::Doc;
use crate::plan::EnumerationPlan;

/// The file.
pub fn tokens(plan: &EnumerationPlan) -> TokenStream {
    let name = &plan.name;
    let doc = plan.doc.outer();
    let variants = plan.variants.iter().map(|variant| &variant.name);
    let rows = plan.variants.iter();
    let rows = rows.map(|one| format!("{} = {},", one.name, literal(&one.wire)));
    let rows: Vec<_> = rows.collect();
    let docs = plan.variants.iter().map(|variant| variant.doc.outer());
    file(Doc::new(format!("The values of `{name}`.")), |imports| {
        let open_enum = imports.runtime("open_enum");
        let unknown = imports.runtime("UnknownText");
        let table = table::call(&open_enum, name, &rows, "");
        quote! {
            #doc
            #[derive(Clone, Debug)]
            #[non_exhaustive]
            pub enum #name {
                #(#docs #variants,)*
                #[doc(hidden)]
                Other(#unknown),
            }

            #table
        }
    })
}
