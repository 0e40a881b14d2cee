//! Variants of error types: patterns, what a refusal has beside its message, and how a client recognizes one without a
//! documented message.

use spec::Slot;

use super::prelude::*;
use crate::plan::CasePlan;

/// `{ title, member }`, or nothing where the variant has no fields.
pub fn fields(case: &CasePlan<'_>) -> Option<TokenStream> {
    let fields = case.fields();
    (!case.is_plain()).then(|| quote!({ #(#fields),* }))
}

/// A pattern that ignores the fields.
pub fn rest(case: &CasePlan<'_>) -> Option<TokenStream> {
    (!case.is_plain()).then(|| quote!({ .. }))
}

/// A pattern that binds some of the fields.
pub fn binding(case: &CasePlan<'_>, is_bound: impl Fn(&Ident) -> bool) -> TokenStream {
    let fields =
        case.fields().map(|field| if is_bound(field) { quote!(#field) } else { quote!(#field: _) });
    quote!({ #(#fields),* })
}

/// The method that says whether a refusal has a body. `None` if every refusal has one.
pub fn has_body(cases: &[CasePlan<'_>]) -> Option<TokenStream> {
    let empty: Vec<_> = cases.iter().filter(|case| case.case.is_empty()).collect();
    if empty.is_empty() {
        return None;
    }
    let variants = empty.iter().map(|case| {
        let (variant, rest) = (&case.variant, rest(case));
        quote!(Self::#variant #rest)
    });
    Some(quote! {
        fn has_body(&self) -> bool {
            !matches!(self, #(#variants)|*)
        }
    })
}

/// The method that returns the input that a refusal names. `None` if no refusal names an input.
pub fn named_inputs(cases: &[CasePlan<'_>]) -> Option<TokenStream> {
    let arms: Vec<_> = cases
        .iter()
        .filter_map(|case| {
            let (variant, rest) = (&case.variant, rest(case));
            if let Some(field) = &case.field {
                let fields = binding(case, |known| known == field);
                return Some(quote!(Self::#variant #fields => Some(#field),));
            }
            let name = case.named.as_ref()?;
            Some(quote!(Self::#variant #rest => Some(#name),))
        })
        .collect();
    if arms.is_empty() {
        return None;
    }
    let others = (arms.len() < cases.len()).then(|| quote!(_ => None,));
    Some(quote! {
        fn field(&self) -> Option<&str> {
            match self { #(#arms)* #others }
        }
    })
}

/// The method that returns the further entries of the list of errors. `None` if no refusal has an entry.
pub fn more(cases: &[CasePlan<'_>]) -> Option<TokenStream> {
    let arms: Vec<_> = cases
        .iter()
        .filter_map(|case| {
            let (variant, more) = (&case.variant, case.more.as_ref()?);
            let fields = binding(case, |known| known == more);
            Some(quote!(Self::#variant #fields => #more,))
        })
        .collect();
    if arms.is_empty() {
        return None;
    }
    let others = (arms.len() < cases.len()).then(|| quote!(_ => &[],));
    Some(quote! {
        fn more(&self) -> &[contract_runtime::ErrorEntry] {
            match self { #(#arms)* #others }
        }
    })
}

/// Whether the message alone says that it is the case.
pub fn is_parsed(case: &CasePlan<'_>) -> bool {
    case.case.text().is_some() && !case.is_told_by_entry()
}

/// The function that also recognizes refusals without a documented message, if there are any, and reads the inputs that
/// refusals name. A refusal that cannot be distinguished from another one is treated as undocumented.
pub fn recognize(cases: &[CasePlan<'_>], imports: &mut Imports) -> Option<TokenStream> {
    let is_needed = |case: &CasePlan<'_>| !is_parsed(case) || case.field.is_some();
    if !cases.iter().any(is_needed) {
        return None;
    }
    let refused = imports.runtime("Refused");
    let named = cases.iter().filter(|case| is_parsed(case));
    let named = named.filter_map(|case| {
        if case.more.is_some() {
            return Some(read_entry(case));
        }
        let (variant, field) = (&case.variant, case.field.as_ref()?);
        let fields = binding(case, |known| known == field);
        Some(quote! {
            if let Some(Self::#variant #fields) = &mut known {
                *#field = refused.field?.to_owned();
            }
        })
    });
    let named: Vec<_> = named.collect();
    let mutable = (!named.is_empty()).then(|| quote!(mut));
    let by_message = cases.iter().any(is_parsed).then(|| {
        quote! {
            let #mutable known = refused.message.and_then(Self::parse);
            #(#named)*
            if known.is_some() {
                return known;
            }
        }
    });
    let mut without: Vec<_> =
        cases.iter().filter(|case| !is_parsed(case)).map(|it| (sign(it), it)).collect();
    without.sort_by_key(|(_, case)| rank(case));
    let alone = without.iter().filter(|(sign, _)| {
        let known = sign.as_ref().map(ToString::to_string);
        let same =
            without.iter().filter(|(other, _)| other.as_ref().map(ToString::to_string) == known);
        same.count() == 1
    });
    let others = alone.filter_map(|(sign, case)| {
        let (variant, fields) = (&case.variant, fields(case));
        let sign = sign.as_ref()?;
        if case.more.is_some() {
            return Some(by_entry(case));
        }
        let (message, field) = (case.message.iter(), case.field.iter());
        let reads = message
            .clone()
            .map(|message| quote!(&& let Some(#message) = refused.message))
            .chain(field.clone().map(|field| quote!(&& let Some(#field) = refused.field)));
        let owned = message.chain(field).map(|read| quote!(let #read = #read.to_owned();));
        Some(quote! {
            if #sign #(#reads)* {
                #(#owned)*
                return Some(Self::#variant #fields);
            }
        })
    });
    Some(quote! {
        fn recognize(refused: &#refused<'_>) -> Option<Self> {
            #by_message
            #(#others)*
            None
        }
    })
}

/// The code and the input of the entry of a case, as far as they are known.
fn entry_of(case: &CasePlan<'_>) -> TokenStream {
    let known = |text: Option<&str>| text.map_or_else(|| quote!(None), |text| quote!(Some(#text)));
    let code = known(case.case.code.as_ref().and_then(Slot::value).map(String::as_str));
    let field = known(case.named.as_deref());
    quote!(refused.entry(#code, #field))
}

/// Reads the entry of a refusal that its message says it is.
fn read_entry(case: &CasePlan<'_>) -> TokenStream {
    let (variant, entry) = (&case.variant, entry_of(case));
    let more = case.more.as_ref();
    let field = case.field.as_ref().map(|field| quote!(*#field = entry.field;));
    let used = if field.is_some() { quote!(entry) } else { quote!(_) };
    let fields = binding(case, |known| Some(known) == more || Some(known) == case.field.as_ref());
    quote! {
        if let Some(Self::#variant #fields) = &mut known {
            let (#used, others) = #entry?;
            #field
            *#more = others;
        }
    }
}

/// Recognizes a refusal by its entry.
fn by_entry(case: &CasePlan<'_>) -> TokenStream {
    let (variant, fields, entry) = (&case.variant, fields(case), entry_of(case));
    let sign = sign_beside_entry(case);
    let more = case.more.as_ref();
    let field = case.field.as_ref().map(|field| quote!(let #field = entry.field;));
    let used = if field.is_some() { quote!(entry) } else { quote!(_) };
    let message = case.message.as_ref();
    let read = message.map(|message| quote!(&& let Some(#message) = refused.message));
    let owned = message.map(|message| quote!(let #message = #message.to_owned();));
    quote! {
        if #sign #read && let Some((#used, #more)) = #entry {
            #owned
            #field
            return Some(Self::#variant #fields);
        }
    }
}

/// The rank of a sign. The sign that fits the fewest refusals comes first: no body, then a code, then a status.
fn rank(case: &CasePlan<'_>) -> u8 {
    let has_status = case.case.status.value().is_some();
    if case.more.is_some() {
        return 1 + u8::from(case.named.is_none());
    }
    match case.case.code.as_ref().and_then(Slot::value) {
        _ if case.case.is_empty() => u8::from(!has_status),
        Some(_) => 2,
        None => 3,
    }
}

/// What a refusal with an entry has besides it: its message or, where that is not documented, its status.
fn sign_beside_entry(case: &CasePlan<'_>) -> TokenStream {
    let text = case.case.text().map(ToString::to_string);
    let message = text.map(|text| quote!(refused.message == Some(#text)));
    let status = || Some(status_is(*case.case.status.value()?));
    message.or_else(status).unwrap_or_else(|| quote!(!refused.is_empty))
}

fn status_is(status: u16) -> TokenStream {
    quote!(refused.status == #status)
}

/// The condition that distinguishes a refusal without a documented message from others; `None` if nothing does.
fn sign(case: &CasePlan<'_>) -> Option<TokenStream> {
    let status = case.case.status.value().map(|status| status_is(*status));
    if case.case.is_empty() {
        return Some(match status {
            Some(status) => quote!(refused.is_empty && #status),
            None => quote!(refused.is_empty),
        });
    }
    let code = case.case.code.as_ref().and_then(Slot::value);
    if case.more.is_some() {
        let (first, entry) = (sign_beside_entry(case), entry_of(case));
        return Some(quote!(#first && #entry));
    }
    code.map(|code| quote!(refused.code == Some(#code))).or(status)
}
