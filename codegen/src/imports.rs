//! Collects the imports of a generated file while its code is emitted.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use crate::names::{self, Ident};

/// The imports of a file.
#[derive(Debug)]
pub struct Imports {
    /// The path of the models crate in this file: `crate`, or the crate's name.
    models: String,
    names: BTreeMap<String, BTreeSet<Ident>>,
    /// Names that the file itself declares, and so never imports.
    declared: BTreeSet<Ident>,
}

impl Imports {
    /// For a file of the models crate itself.
    pub fn in_models() -> Self {
        Self::of_models("crate")
    }

    /// For a file of a crate that depends on the models, by the name of their library.
    pub fn of_models(library: &str) -> Self {
        Self { models: library.to_owned(), names: BTreeMap::new(), declared: BTreeSet::new() }
    }

    /// Declares a name, which is then not imported.
    pub fn declare(&mut self, name: &Ident) {
        self.declared.insert(name.clone());
    }

    /// An item at the root of the models crate.
    pub fn model(&mut self, name: &Ident) -> Ident {
        let models = self.models.clone();
        self.take(&models, name)
    }

    /// An item at the root of the models crate with a fixed name.
    pub fn model_named(&mut self, name: &str) -> Ident {
        self.model(&names::exact(name))
    }

    /// An item of the runtime crate.
    pub fn runtime(&mut self, name: &str) -> Ident {
        self.from("contract_runtime", name)
    }

    /// An item of any path: `("http", "StatusCode")`.
    pub fn from(&mut self, path: &str, name: &str) -> Ident {
        self.take(path, &names::exact(name))
    }

    fn take(&mut self, path: &str, name: &Ident) -> Ident {
        self.names.entry(path.to_owned()).or_default().insert(name.clone());
        name.clone()
    }

    /// The `use` lines: the standard library first, then other crates, then this one.
    pub fn tokens(&self) -> TokenStream {
        let mut lines: Vec<(String, &str, Vec<&Ident>)> = Vec::new();
        for (path, names) in &self.names {
            let names: Vec<_> = names.difference(&self.declared).collect();
            match names.as_slice() {
                [] => {}
                // As in rustfmt, a list comes after single names.
                [only] => lines.push((format!("{path}::{only}"), path, names)),
                _ => lines.push((format!("{path}::~"), path, names)),
            }
        }
        lines.sort_by(|(a, ..), (b, ..)| (group(a), a).cmp(&(group(b), b)));
        let lines = lines.into_iter().map(|(_, path, names)| {
            let path = path.split("::").map(|part| match part {
                "crate" | "self" | "super" => format_ident!("{part}").into_token_stream(),
                _ => names::exact(part).into_token_stream(),
            });
            let path = quote!(#(#path)::*);
            match names.as_slice() {
                [only] => quote!(use #path::#only;),
                names => quote!(use #path::{#(#names),*};),
            }
        });
        quote!(#(#lines)*)
    }
}

/// The standard library, other crates, this one: in this order, with a blank line between.
pub fn group(path: &str) -> u8 {
    match path.split("::").next() {
        Some("std") => 0,
        Some("crate" | "self" | "super") => 2,
        _ => 1,
    }
}
