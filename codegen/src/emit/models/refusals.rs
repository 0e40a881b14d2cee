//! Documented refusals: an enum for each operation, one for the key, and one for all of them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use spec::{ErrorCase, Template, TemplatePart};

use super::file;
use super::prelude::*;
use super::variants::{binding, fields, has_body, is_parsed, more, named_inputs, recognize, rest};
use crate::plan::{CasePlan, answered, sections};
use crate::status;

/// The refusals of an operation.
pub fn of_operation(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let id = &plan.operation.id;
    let doc = if plan.cases.is_empty() {
        Doc::new(format!("Documented refusals of `{id}`: none. Undocumented ones are possible."))
            .text(section(&plan.operation.section))
    } else {
        Doc::new(format!("Documented refusals of `{id}`. Undocumented ones are possible."))
            .text(sections_of(&plan.cases))
    };
    refusal_enum(&plan.error, doc, &plan.cases, imports)
}

/// The sections that show these refusals.
fn sections_of(cases: &[CasePlan<'_>]) -> String {
    sections(cases.iter().map(|case| &case.case.section))
}

/// The file of the refusals about the key.
pub fn key_errors(plan: &Plan<'_>) -> TokenStream {
    let cases = &plan.key_cases;
    let about = Doc::new("Documented refusals of a missing or wrong key, by any operation.");
    let doc = about.clone().text(if cases.is_empty() {
        plan.contract.service.auth.as_ref().map_or_else(String::new, |auth| section(&auth.section))
    } else {
        sections_of(cases)
    });
    let name = names::exact("KeyError");
    file(about, |imports| refusal_enum(&name, doc, cases, imports))
}

/// The file of all refusals.
pub fn kinds(cases: &[CasePlan<'_>]) -> TokenStream {
    let about = Doc::new("Documented refusals of all operations.");
    let doc = about.clone().text(sections_of(cases));
    let name = names::exact("ErrorKind");
    file(about, |imports| {
        let declaration = declaration(&name, &doc, cases, |_| None);
        let ids = ids(cases);
        let messages = messages(cases);
        let display = display(&name, cases);
        let no_refusals = imports.model_named("NoRefusals");
        quote! {
            #declaration

            impl #name {
                /// The id of the refusal in the contract.
                #[must_use]
                pub fn id(&self) -> &'static str {
                    #ids
                }

                /// The message as sent.
                #[must_use]
                pub fn message(&self) -> String {
                    #messages
                }
            }

            #display

            impl From<#no_refusals> for #name {
                fn from(error: #no_refusals) -> Self {
                    match error {}
                }
            }
        }
    })
}

/// An enum of refusals that are sent and recognised.
fn refusal_enum(
    name: &Ident,
    doc: Doc,
    cases: &[CasePlan<'_>],
    imports: &mut Imports,
) -> TokenStream {
    if cases.is_empty() {
        let none = imports.model_named("NoRefusals");
        let doc = doc.outer();
        return quote!(#doc pub type #name = #none;);
    }
    imports.declare(name);
    let declaration = declaration(name, &doc, cases, answered);
    let names = ["ErrorKind", "Refusal"];
    let [kind, refusal] = names.map(|name| imports.model_named(name));
    let code = imports.from("http", "StatusCode");
    let (ids, messages) = (ids(cases), messages(cases));
    let codes = codes(cases);
    let statuses = statuses(cases, imports);
    let parse = parse(cases, imports);
    let recognize = recognize(cases, imports);
    let (has_body, named_inputs) = (has_body(cases), named_inputs(cases));
    let more = more(cases);
    let display = display(name, cases);
    let kinds = cases.iter().map(|case| {
        let (variant, fields) = (&case.variant, fields(case));
        quote!(#name::#variant #fields => Self::#variant #fields,)
    });
    quote! {
        #declaration

        impl #refusal for #name {
            fn id(&self) -> &'static str {
                #ids
            }

            fn message(&self) -> String {
                #messages
            }

            #has_body

            #named_inputs

            #more

            #codes

            fn status(&self) -> Option<#code> {
                #statuses
            }

            #parse

            #recognize
        }

        #display

        impl From<#name> for #kind {
            fn from(error: #name) -> Self {
                match error { #(#kinds)* }
            }
        }
    }
}

fn ids(cases: &[CasePlan<'_>]) -> TokenStream {
    let arms = cases.iter().map(|case| {
        let (variant, rest, id) = (&case.variant, rest(case), &case.case.id);
        quote!(Self::#variant #rest => #id,)
    });
    match_self(arms)
}

/// A reference to an enum without variants is not matched by no arms.
fn match_self(arms: impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut arms = arms.peekable();
    if arms.peek().is_none() {
        return quote!(match *self {});
    }
    quote!(match self { #(#arms)* })
}

fn messages(cases: &[CasePlan<'_>]) -> TokenStream {
    let arms = cases.iter().map(|case| {
        let (variant, texts, rest) = (&case.variant, texts(case), rest(case));
        if let Some(message) = &case.message {
            let fields = binding(case, |known| known == message);
            return quote!(Self::#variant #fields => #message.clone(),);
        }
        if case.case.is_empty() {
            return quote!(Self::#variant #rest => String::new(),);
        }
        if case.holes.is_empty() {
            return quote!(Self::#variant #rest => #(#texts)*.to_owned(),);
        }
        let fields = binding(case, |known| case.is_hole(known));
        let mut placeholders = placeholders(case).into_iter();
        let pieces = texts.into_iter().flat_map(|text| {
            let text = (!text.is_empty()).then(|| quote!(#text));
            [text, placeholders.next().map(|field| quote!(#field.as_str()))]
        });
        let pieces = pieces.flatten();
        quote!(Self::#variant #fields => [#(#pieces),*].concat(),)
    });
    match_self(arms)
}

/// The documented codes, if there are any.
fn codes(cases: &[CasePlan<'_>]) -> Option<TokenStream> {
    let code = |case: &CasePlan<'_>| case.case.code.as_ref()?.value().cloned();
    cases.iter().find_map(code)?;
    let arms = cases.iter().map(|case| {
        let (variant, rest) = (&case.variant, rest(case));
        let code = code(case).map_or_else(|| quote!(None), |code| quote!(Some(#code)));
        quote!(Self::#variant #rest => #code,)
    });
    Some(quote! {
        fn code(&self) -> Option<&'static str> {
            match self { #(#arms)* }
        }
    })
}

/// The documented statuses.
fn statuses(cases: &[CasePlan<'_>], imports: &mut Imports) -> TokenStream {
    if cases.iter().all(|case| case.case.status.value().is_none()) {
        return quote!(None);
    }
    let arms = cases.iter().map(|case| {
        let (variant, rest) = (&case.variant, rest(case));
        let status = status::option(case.case.status.value().copied(), imports);
        quote!(Self::#variant #rest => #status,)
    });
    quote!(match self { #(#arms)* })
}

/// Recognizes plain messages first, then templates: those with more fixed text before those with less.
fn parse(cases: &[CasePlan<'_>], imports: &mut Imports) -> TokenStream {
    let cases = cases.iter().filter(|case| is_parsed(case));
    let (plain, mut templates): (Vec<_>, Vec<_>) = cases.partition(|case| case.holes.is_empty());
    let literal_len = |case: &CasePlan<'_>| case.case.text().map(Template::literal_len);
    templates.sort_by_key(|case| Reverse(literal_len(case)));
    let plain = plain.into_iter().map(|case| {
        let (variant, texts) = (&case.variant, texts(case));
        let field = case.field.as_ref().map(|field| quote!({ #field: String::new() }));
        quote!(#(#texts)* => Some(Self::#variant #field),)
    });
    let plain: Vec<_> = plain.collect();
    if plain.is_empty() && templates.is_empty() {
        return quote!(
            fn parse(_: &str) -> Option<Self> {
                None
            }
        );
    }
    let body = parse_body(&plain, templates, imports);
    quote!(
        fn parse(message: &str) -> Option<Self> {
            #body
        }
    )
}

fn parse_body(
    plain: &[TokenStream],
    templates: Vec<&CasePlan<'_>>,
    imports: &mut Imports,
) -> TokenStream {
    if templates.is_empty() {
        return quote!(match message { #(#plain)* _ => None });
    }
    let templates = templates.into_iter().map(|case| template(case, imports));
    let plain = (!plain.is_empty()).then(|| {
        quote! {
            let plain = match message { #(#plain)* _ => None };
            if plain.is_some() { return plain; }
        }
    });
    quote!(#plain #(#templates)* None)
}

/// Statements that return the refusal if the message matches its template.
fn template(case: &CasePlan<'_>, imports: &mut Imports) -> TokenStream {
    let captures = imports.runtime("captures");
    let (variant, texts, fields) = (&case.variant, texts(case), fields(case));
    let field = case.field.as_ref().map(|field| quote!(let #field = String::new();));
    let more = case.more.as_ref().map(|more| quote!(let #more = Vec::new();));
    let mut seen = BTreeSet::new();
    // A repeated placeholder has its first value.
    let values = placeholders(case)
        .into_iter()
        .map(|field| if seen.insert(field.clone()) { quote!(#field) } else { quote!(_) });
    quote! {
        let texts = [#(#texts),*];
        if let Some([#(#values),*]) = #captures(&texts, message) {
            #field
            #more
            return Some(Self::#variant #fields);
        }
    }
}

/// The fixed texts of a message; a text precedes and follows every placeholder.
fn texts(case: &CasePlan<'_>) -> Vec<String> {
    let mut texts = vec![];
    let mut text = String::new();
    for part in case.case.text().into_iter().flat_map(|text| &text.parts) {
        match part {
            TemplatePart::Text(part) => text.push_str(part),
            TemplatePart::Placeholder(_) => texts.push(std::mem::take(&mut text)),
        }
    }
    texts.push(text);
    texts
}

/// The fields of the placeholders, in the order of the message.
fn placeholders(case: &CasePlan<'_>) -> Vec<Ident> {
    let text = case.case.text().into_iter();
    text.flat_map(Template::placeholders).map(names::snake).collect()
}

fn display(name: &Ident, cases: &[CasePlan<'_>]) -> TokenStream {
    let text = if cases.iter().any(|case| case.case.is_empty()) {
        // A refusal without a body has no message, so its id is shown.
        quote! {
            let message = self.message();
            f.write_str(if message.is_empty() { self.id() } else { &message })
        }
    } else {
        quote!(f.write_str(&self.message()))
    };
    quote! {
        impl std::fmt::Display for #name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                #text
            }
        }

        impl std::error::Error for #name {}
    }
}

fn declaration(
    name: &Ident,
    doc: &Doc,
    cases: &[CasePlan<'_>],
    more: impl Fn(&ErrorCase) -> Option<String>,
) -> TokenStream {
    let doc = doc.outer();
    let variants = cases.iter().map(|case| {
        let variant = &case.variant;
        let title = case.case.title();
        let title = if title.starts_with('`') { title } else { format!("Refused with {title}.") };
        let doc = Doc::new(title)
            .text(more(case.case).unwrap_or_default())
            .text(section(&case.case.section))
            .outer();
        let fields = case.holes.iter().map(|(hole, field)| {
            let doc = Doc::new(format!("Value of `{{{hole}}}` in the message.")).outer();
            quote!(#doc #field: String)
        });
        let message = case.message.iter().map(|field| {
            let doc = Doc::new("The message, whose words are not documented.").outer();
            quote!(#doc #field: String)
        });
        let named = case.field.iter().map(|field| {
            let doc = Doc::new("The name of the offending input on the wire.").outer();
            quote!(#doc #field: String)
        });
        let more = case.more.iter().map(|field| {
            let doc = Doc::new("The entries for further wrong inputs of the request.").outer();
            quote!(#doc #field: Vec<contract_runtime::ErrorEntry>)
        });
        let fields = fields.chain(message).chain(named).chain(more);
        let fields = (!case.is_plain()).then(|| quote!({ #(#fields,)* }));
        quote!(#doc #variant #fields)
    });
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum #name { #(#variants,)* }
    }
}
