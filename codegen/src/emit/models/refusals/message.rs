//! Messages of refusals: rendered from a case, and recognised as one.

use proc_macro2::TokenStream;
use quote::quote;
use spec::{Piece, Template};

use crate::imports::Imports;
use crate::names;
use crate::plan::CasePlan;

/// The message of each case, rendered.
pub fn message(cases: &[CasePlan<'_>]) -> TokenStream {
    super::matching(cases, |case| {
        let variant = &case.variant;
        if case.holes.is_empty() {
            let text = case.case.message.to_string();
            return quote!(Self::#variant => #text.to_owned());
        }
        let fields = case.holes.iter().map(|(_, field)| field);
        let format = format_call(case);
        quote!(Self::#variant { #(#fields),* } => #format)
    })
}

/// Plain texts first, then templates, those with more text before those with less.
pub fn parse(cases: &[CasePlan<'_>], imports: &mut Imports) -> TokenStream {
    let (plain, mut templates): (Vec<_>, Vec<_>) = cases
        .iter()
        .partition(|case| case.case.message.is_literal());
    templates.sort_by_key(|case| std::cmp::Reverse(case.case.message.literal_len()));
    let mut attempts = templates.into_iter().map(|case| attempt(case, imports));
    let rest = match attempts.next() {
        None => quote!(None),
        Some(first) => quote!(#first #(.or_else(|| #attempts))*),
    };
    if plain.is_empty() {
        return rest;
    }
    let arms = plain.into_iter().map(|case| {
        let (variant, text) = (&case.variant, case.case.message.to_string());
        quote!(#text => Some(Self::#variant))
    });
    quote!(match message { #(#arms,)* _ => #rest })
}

fn attempt(case: &CasePlan<'_>, imports: &mut Imports) -> TokenStream {
    let captures = imports.from("crate::runtime", "captures");
    let variant = &case.variant;
    let texts = texts_around(&case.case.message);
    let fields = case.holes.iter().map(|(_, field)| field);
    // A hole that stands twice is two captures, of which the first is told.
    let mut seen = Vec::new();
    let slots = case.case.message.holes().map(|hole| {
        if seen.contains(&hole) {
            return quote!(_);
        }
        seen.push(hole);
        let field = names::snake(hole);
        quote!(#field)
    });
    let slots: Vec<_> = slots.collect();
    quote! {
        #captures(&[#(#texts),*], message).map(|[#(#slots),*]| Self::#variant { #(#fields),* })
    }
}

/// The texts before, between and after the holes: one more than there are holes.
fn texts_around(template: &Template) -> Vec<String> {
    let mut texts = vec![String::new()];
    for piece in &template.pieces {
        match (piece, texts.last_mut()) {
            (Piece::Text(text), Some(last)) => last.push_str(text),
            _ => texts.push(String::new()),
        }
    }
    texts
}

/// `format!("Book {title} is lent")`; a name that needs `r#` cannot stand inside the text.
fn format_call(case: &CasePlan<'_>) -> TokenStream {
    let mut text = String::new();
    let mut arguments = Vec::new();
    for piece in &case.case.message.pieces {
        match piece {
            Piece::Text(piece) => text.push_str(&piece.replace('{', "{{").replace('}', "}}")),
            Piece::Hole(hole) => {
                let field = names::snake(hole);
                let raw = field != names::plain(&field);
                text.push_str(&if raw {
                    "{}".to_owned()
                } else {
                    format!("{{{field}}}")
                });
                arguments.extend(raw.then_some(field));
            }
        }
    }
    quote!(format!(#text #(, #arguments)*))
}
