//! The part that records and requests share: fields, `new` with what is required, setters for the rest.

use super::prelude::*;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Request,
    /// An object that keeps undescribed members.
    Open,
    /// An object with the listed members only.
    Closed,
}

/// Clippy's bound for the number of arguments.
const MANY: usize = 7;

impl FieldPlan<'_> {
    /// `pub due: Option<Timestamp>`, with its comment.
    pub fn declaration(&self, imports: &mut Imports) -> TokenStream {
        let (field, doc) = (&self.name, self.doc.outer());
        let ty = self.ty.tokens(imports);
        let ty = if self.required { ty } else { quote!(Option<#ty>) };
        quote!(#doc pub #field: #ty)
    }

    fn argument(&self, imports: &mut Imports) -> TokenStream {
        let field = &self.name;
        let ty = self.ty.tokens(imports);
        if self.ty.takes_into() { quote!(#field: impl Into<#ty>) } else { quote!(#field: #ty) }
    }

    /// The argument as a value of the field's type.
    fn value(&self) -> TokenStream {
        let field = &self.name;
        if self.ty.takes_into() { quote!(#field.into()) } else { quote!(#field) }
    }

    fn setter(&self, must_use: Option<&TokenStream>, imports: &mut Imports) -> TokenStream {
        let (field, argument, value) = (&self.name, self.argument(imports), self.value());
        let doc = Doc::new(format!("Sets `{}`.", names::plain(field))).outer();
        quote! {
            #doc
            #must_use
            pub fn #field(mut self, #argument) -> Self {
                self.#field = Some(#value);
                self
            }
        }
    }
}

/// Whether `Default` makes one.
pub fn has_default(fields: &[&FieldPlan<'_>]) -> bool {
    !fields.iter().any(|field| field.required)
}

/// `new` and the setters.
pub fn constructors(
    name: &Ident,
    fields: &[&FieldPlan<'_>],
    kind: Kind,
    imports: &mut Imports,
) -> TokenStream {
    let required = fields.iter().filter(|field| field.required);
    let arguments: Vec<_> = required.map(|field| field.argument(imports)).collect();
    // A request says so of the whole type.
    let must_use = (kind != Kind::Request).then(|| quote!(#[must_use]));
    let doc = match (kind, arguments.is_empty()) {
        (Kind::Request, true) => "Creates the request without optional inputs.",
        (Kind::Request, false) => "Creates the request with its required inputs.",
        (_, true) => "Creates the object without optional members.",
        (_, false) => "Creates the object with its required members.",
    };
    let doc = Doc::new(doc).outer();
    let new = if arguments.is_empty() {
        quote! {
            #doc
            #must_use
            pub fn new() -> Self {
                Self::default()
            }
        }
    } else {
        let values = fields.iter().map(|field| {
            let (name, value) = (&field.name, field.value());
            if !field.required {
                quote!(#name: None)
            } else if field.ty.takes_into() {
                quote!(#name: #value)
            } else {
                quote!(#name)
            }
        });
        let extra = (kind == Kind::Open).then(|| {
            let extra = imports.model_named("Extra");
            quote!(extra: #extra::default(),)
        });
        let expect = (arguments.len() > MANY).then(
            || quote!(#[expect(clippy::too_many_arguments, reason = "all of them are required")]),
        );
        quote! {
            #doc
            #expect
            #must_use
            pub fn new(#(#arguments),*) -> Self {
                Self { #(#values,)* #extra }
            }
        }
    };
    let optional = fields.iter().filter(|field| !field.required);
    let setters: Vec<_> = optional.map(|field| field.setter(must_use.as_ref(), imports)).collect();
    quote!(impl #name { #new #(#setters)* })
}
