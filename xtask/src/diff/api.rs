//! The public API of a generated crate, read from its files, and what differs between two versions of it.
//!
//! Made for what the generator emits: names are unique below the first folder of a file, and modules re-export whatever
//! is public in them.

use std::collections::BTreeMap;

use anyhow::Context;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Fields, ImplItem, Item, TraitItem, Visibility};

/// A part of the API.
struct Part {
    /// Its declaration as text.
    text: String,
    /// Whether those who use the crate break when it is added to what existed before.
    is_required: bool,
}

/// The public API of a crate: what can be named, by path.
#[derive(Default)]
pub struct Api {
    parts: BTreeMap<String, Part>,
}

/// A difference of two APIs.
pub struct ApiChange {
    /// Whether it breaks code that uses the crate.
    pub breaks: bool,
    /// What changed.
    pub text: String,
}

impl Api {
    /// Adds what a file of the crate declares. `path` is relative to `src`.
    pub fn add_file(&mut self, path: &str, text: &str) -> anyhow::Result<()> {
        let file = syn::parse_file(text).with_context(|| format!("cannot parse {path}"))?;
        let module = path.split_once('/').map_or("", |(folder, _)| folder);
        for item in &file.items {
            self.item(module, path == "lib.rs", item);
        }
        Ok(())
    }

    fn item(&mut self, module: &str, is_root: bool, item: &Item) {
        match item {
            Item::Struct(item) if is_public(&item.vis, &item.attrs) => {
                let name = join(module, &item.ident.to_string());
                let is_open = self.declare(&name, &item.attrs, &item.generics);
                self.fields(&name, &item.fields, is_open);
            }
            Item::Enum(item) if is_public(&item.vis, &item.attrs) => {
                let name = join(module, &item.ident.to_string());
                let is_open = self.declare(&name, &item.attrs, &item.generics);
                for variant in item.variants.iter().filter(|variant| !is_hidden(&variant.attrs)) {
                    let path = format!("{name}::{}", variant.ident);
                    self.part(path, &variant.fields, !is_open);
                }
            }
            Item::Trait(item) if is_public(&item.vis, &item.attrs) => {
                let name = join(module, &item.ident.to_string());
                let (generics, bounds) = (&item.generics, &item.supertraits);
                self.part(name.clone(), quote!(trait #generics : #bounds), false);
                for item in &item.items {
                    if let TraitItem::Fn(method) = item {
                        let path = format!("{name}::{}", method.sig.ident);
                        self.part(path, &method.sig, method.default.is_none());
                    }
                }
            }
            Item::Fn(item) if is_public(&item.vis, &item.attrs) => {
                self.part(join(module, &item.sig.ident.to_string()), &item.sig, false);
            }
            Item::Const(item) if is_public(&item.vis, &item.attrs) => {
                self.part(join(module, &item.ident.to_string()), &item.ty, false);
            }
            Item::Type(item) if is_public(&item.vis, &item.attrs) => {
                let (generics, ty) = (&item.generics, &item.ty);
                self.part(join(module, &item.ident.to_string()), quote!(#generics = #ty), false);
            }
            Item::Mod(item) if is_public(&item.vis, &item.attrs) => {
                self.part(join(module, &item.ident.to_string()), quote!(mod), false);
            }
            // Modules re-export their own items; the root also those of other crates.
            Item::Use(item) if is_root && is_public(&item.vis, &item.attrs) => {
                self.exports("", &item.tree);
            }
            Item::Macro(item) => {
                let (name, tokens) = (&item.mac.path, &item.mac.tokens);
                let path = format!("{}!({})", text(name), text(tokens));
                self.part(join(module, &path), quote!(macro), false);
            }
            Item::Impl(item) => self.implementation(module, item),
            _ => {}
        }
    }

    /// Declares a type with its derives; returns whether it is non-exhaustive.
    fn declare(&mut self, name: &str, attributes: &[Attribute], generics: &syn::Generics) -> bool {
        let is_open = attributes.iter().any(|each| each.path().is_ident("non_exhaustive"));
        let open = is_open.then(|| quote!(#[non_exhaustive]));
        self.part(name.to_owned(), quote!(#open #generics), false);
        for attribute in attributes.iter().filter(|each| each.path().is_ident("derive")) {
            _ = attribute.parse_nested_meta(|derive| {
                self.part(format!("{name}: {}", text(&derive.path)), quote!(derive), false);
                Ok(())
            });
        }
        is_open
    }

    fn fields(&mut self, name: &str, fields: &Fields, is_open: bool) {
        for (index, field) in fields.iter().enumerate() {
            if is_public(&field.vis, &field.attrs) {
                let field_name =
                    field.ident.as_ref().map_or(index.to_string(), ToString::to_string);
                self.part(format!("{name}.{field_name}"), &field.ty, !is_open);
            }
        }
    }

    fn implementation(&mut self, module: &str, item: &syn::ItemImpl) {
        let ty = join(module, &text(&item.self_ty));
        let generics = &item.generics;
        if let Some((of, _)) = &item.trait_ {
            let name = format!("{ty}: {}", text(of));
            self.part(name.clone(), generics, false);
            for item in &item.items {
                if let ImplItem::Type(item) = item {
                    self.part(format!("{name}::{}", item.ident), &item.ty, false);
                }
            }
            return;
        }
        for item in &item.items {
            if let ImplItem::Fn(method) = item
                && is_public(&method.vis, &method.attrs)
            {
                let signature = &method.sig;
                let path = format!("{ty}::{}", method.sig.ident);
                self.part(path, quote!(#generics #signature), false);
            }
        }
    }

    fn exports(&mut self, prefix: &str, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                self.exports(&format!("{prefix}{}::", path.ident), &path.tree);
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.exports(prefix, tree));
            }
            tree => self.part(format!("use {prefix}{}", text(tree)), quote!(use), false),
        }
    }

    fn part(&mut self, path: String, declaration: impl ToTokens, is_required: bool) {
        self.parts.insert(path, Part { text: text(&declaration), is_required });
    }

    /// What differs in a newer version.
    pub fn changes(&self, newer: &Self) -> Vec<ApiChange> {
        let mut changes = Vec::new();
        for (path, old) in &self.parts {
            match newer.parts.get(path) {
                None => {
                    changes.push(ApiChange { breaks: true, text: format!("`{path}` is removed") })
                }
                Some(new) if new.text != old.text => {
                    let text = format!("`{path}` is `{}`; it was `{}`", new.text, old.text);
                    changes.push(ApiChange { breaks: true, text });
                }
                Some(_) => {}
            }
        }
        let added = newer.parts.iter().filter(|(path, _)| !self.parts.contains_key(*path));
        for (path, part) in added {
            // A part of a new type or trait breaks nothing.
            let owner = path.rsplit_once("::").or_else(|| path.rsplit_once('.'));
            let is_owned = owner.is_some_and(|(owner, _)| self.parts.contains_key(owner));
            let breaks = part.is_required && is_owned;
            changes.push(ApiChange { breaks, text: format!("`{path}` is added") });
        }
        changes
    }
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| text(attribute).contains("doc(hidden)"))
}

/// Tokens as text, with a space only where words would run together, and without documentation.
pub fn text(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    write(tokens.to_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(length) = documentation(&tokens[at..]) {
            at += length;
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(group.stream(), text);
                // The generator lays out long lists with a comma at the end.
                if text.ends_with(',') {
                    text.pop();
                }
                text.push_str(close);
            }
            token => {
                let word = token.to_string();
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let after_word = text.ends_with(|c: char| is_word(c) || c == ',' || c == ':');
                let after_path = text.ends_with("::");
                if after_word && !after_path && word.starts_with(is_word) {
                    text.push(' ');
                }
                text.push_str(&word);
            }
        }
        at += 1;
    }
}

/// The number of tokens of an attribute `#[doc ...]` or `#![doc ...]` at the start.
fn documentation(tokens: &[TokenTree]) -> Option<usize> {
    let is = |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(found)) if found.as_char() == wanted);
    let at = if is(0, '#') { if is(1, '!') { 2 } else { 1 } } else { return None };
    let Some(TokenTree::Group(group)) = tokens.get(at) else { return None };
    let mut inner = group.stream().into_iter();
    let is_doc = matches!(inner.next(), Some(TokenTree::Ident(name)) if name == "doc");
    // `doc(hidden)` is not documentation.
    let is_text = matches!(inner.next(), Some(TokenTree::Punct(_)));
    (is_doc && is_text).then_some(at + 1)
}
