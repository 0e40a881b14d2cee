//! Open enums: the listed values, and any other kept as it is.

use super::file;
use super::prelude::*;
use crate::plan::EnumerationPlan;

pub fn tokens(plan: &EnumerationPlan) -> TokenStream {
    let name = &plan.name;
    let doc = plan.doc.outer();
    let variants: Vec<_> = plan.variants.iter().map(|variant| &variant.name).collect();
    let wires: Vec<_> = plan.variants.iter().map(|variant| &variant.wire).collect();
    let docs = plan.variants.iter().map(|variant| variant.doc.outer());
    file(Doc::new(format!("The values of `{name}`.")), |imports| {
        let text_type = imports.runtime("text_type");
        let unknown = imports.runtime("UnknownText");
        quote! {
            #doc
            #[derive(Clone, Debug)]
            #[non_exhaustive]
            pub enum #name {
                #(#docs #variants,)*
                #[doc(hidden)]
                Other(#unknown),
            }

            impl #name {
                /// The value as sent, listed or not.
                #[must_use]
                pub fn as_str(&self) -> &str {
                    match self {
                        #(Self::#variants => #wires,)*
                        Self::Other(text) => text.as_str(),
                    }
                }
            }

            impl From<&str> for #name {
                fn from(text: &str) -> Self {
                    match text {
                        #(#wires => Self::#variants,)*
                        _ => Self::Other(#unknown::from(text)),
                    }
                }
            }

            #text_type!(#name);
        }
    })
}
