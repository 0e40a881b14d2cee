//! The public API of a generated crate, read from its files.
//!
//! Made for what the generator emits: names are unique below the first folder of a file, and modules re-export whatever
//! is public in them.

use std::collections::BTreeMap;

use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, Item, ItemImpl, TraitItem, UseTree, Visibility};

/// The public API of a crate: declarations by path. An added declaration is compatible, because a trait and an enum
/// without `#[non_exhaustive]` are one declaration each, members included.
#[derive(Default)]
pub struct Api(BTreeMap<String, String>);

impl Api {
    /// Adds what a file of the crate declares. `path` is relative to `src`. Fails when it is not Rust.
    pub fn add_file(&mut self, path: &str, text: &str) -> syn::Result<()> {
        let module = path.split_once('/').map_or("", |(folder, _)| folder);
        for item in &syn::parse_file(text)?.items {
            match item {
                // Modules re-export their own items; the root also those of other crates.
                Item::Use(item) if path == "lib.rs" && is_public(&item.vis, &item.attrs) => {
                    self.exports("", &item.tree);
                }
                Item::Impl(item) => self.implementation(module, item),
                Item::Macro(item) => self.add(module, text_of(&item.mac), ""),
                item => self.item(module, item),
            }
        }
        Ok(())
    }

    /// What a newer version lacks or declares otherwise, and what it adds.
    pub fn changes(&self, newer: &Self) -> (Vec<String>, Vec<String>) {
        let changed = self.0.iter().filter_map(|(path, old)| match newer.0.get(path) {
            None => Some(format!("`{path}` is removed")),
            Some(new) => (new != old).then(|| format!("`{path}` changed")),
        });
        let added = newer.0.keys().filter(|path| !self.0.contains_key(*path));
        (changed.collect(), added.map(|path| format!("`{path}` is added")).collect())
    }

    fn item(&mut self, module: &str, item: &Item) {
        let mut members = Vec::new();
        let (visibility, attributes, name, declaration) = match item {
            Item::Struct(item) => {
                for (index, field) in item.fields.iter().enumerate() {
                    if is_public(&field.vis, &field.attrs) {
                        let name = field.ident.as_ref().map_or(index.to_string(), text_of);
                        members.push((format!(".{name}"), text_of(&field.ty)));
                    }
                }
                (&item.vis, &item.attrs, &item.ident, text_of(&item.generics))
            }
            Item::Enum(item) => {
                for variant in item.variants.iter().filter(|each| !is_hidden(&each.attrs)) {
                    let fields = variant.fields.iter().map(|field| (&field.ident, &field.ty));
                    let fields = fields.map(|(name, ty)| text_of(&quote!(#name #ty)));
                    let fields = fields.collect::<Vec<_>>().join(", ");
                    members.push((format!("::{}", variant.ident), fields));
                }
                (&item.vis, &item.attrs, &item.ident, text_of(&item.generics))
            }
            Item::Trait(item) => {
                let (generics, bounds) = (&item.generics, &item.supertraits);
                let methods = item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(method) => Some(&method.sig),
                    _ => None,
                });
                let declaration = text_of(&quote!(#generics : #bounds { #(#methods;)* }));
                (&item.vis, &item.attrs, &item.ident, declaration)
            }
            Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident, text_of(&item.sig)),
            Item::Const(item) => (&item.vis, &item.attrs, &item.ident, text_of(&item.ty)),
            Item::Type(item) => {
                let (generics, ty) = (&item.generics, &item.ty);
                (&item.vis, &item.attrs, &item.ident, text_of(&quote!(#generics = #ty)))
            }
            Item::Mod(item) => (&item.vis, &item.attrs, &item.ident, String::new()),
            _ => return,
        };
        if is_public(visibility, attributes) {
            self.declare(&join(module, &name.to_string()), attributes, &declaration, members);
        }
    }

    fn declare(
        &mut self,
        path: &str,
        attributes: &[Attribute],
        declaration: &str,
        members: Vec<(String, String)>,
    ) {
        for attribute in attributes.iter().filter(|each| each.path().is_ident("derive")) {
            _ = attribute.parse_nested_meta(|derive| {
                self.add("", format!("{path}: {}", text_of(&derive.path)), "");
                Ok(())
            });
        }
        if attributes.iter().any(|each| each.path().is_ident("non_exhaustive")) {
            self.add("", path.to_owned(), &format!("non_exhaustive {declaration}"));
            members.iter().for_each(|(name, text)| self.add("", format!("{path}{name}"), text));
        } else {
            self.add("", path.to_owned(), &format!("{declaration} {members:?}"));
        }
    }

    fn implementation(&mut self, module: &str, item: &ItemImpl) {
        let (ty, generics) = (text_of(&item.self_ty), &item.generics);
        if let Some((of, _)) = &item.trait_ {
            let types = item.items.iter().filter_map(|item| match item {
                ImplItem::Type(item) => Some((&item.ident, &item.ty)),
                _ => None,
            });
            let types = types.map(|(name, ty)| quote!(#name = #ty));
            let declaration = text_of(&quote!(#generics #(#types;)*));
            return self.add(module, format!("{ty}: {}", text_of(of)), &declaration);
        }
        for item in &item.items {
            if let ImplItem::Fn(method) = item
                && is_public(&method.vis, &method.attrs)
            {
                let signature = &method.sig;
                let declaration = text_of(&quote!(#generics #signature));
                self.add(module, format!("{ty}::{}", signature.ident), &declaration);
            }
        }
    }

    fn exports(&mut self, prefix: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.exports(&format!("{prefix}{}::", path.ident), &path.tree),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.exports(prefix, tree));
            }
            tree => self.add("", format!("use {prefix}{}", text_of(tree)), ""),
        }
    }

    fn add(&mut self, module: &str, name: String, declaration: &str) {
        self.0.insert(join(module, &name), declaration.to_owned());
    }
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| text_of(attribute).contains("hidden"))
}

fn text_of(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
