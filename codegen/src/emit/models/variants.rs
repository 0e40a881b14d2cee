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

/// The function that also recognizes refusals without a documented message, if there are any, and reads the inputs that
/// refusals name. A refusal that cannot be distinguished from another one is treated as undocumented.
pub fn recognize(cases: &[CasePlan<'_>], imports: &mut Imports) -> Option<TokenStream> {
    let is_needed = |case: &CasePlan<'_>| case.case.text().is_none() || case.field.is_some();
    if !cases.iter().any(is_needed) {
        return None;
    }
    let refused = imports.runtime("Refused");
    let named = cases.iter().filter(|case| case.case.text().is_some());
    let named = named.filter_map(|case| {
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
    let by_message = cases.iter().any(|case| case.case.text().is_some()).then(|| {
        quote! {
            let #mutable known = refused.message.and_then(Self::parse);
            #(#named)*
            if known.is_some() {
                return known;
            }
        }
    });
    let mut without: Vec<_> =
        cases.iter().filter(|case| case.case.text().is_none()).map(|it| (sign(it), it)).collect();
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

/// The rank of a sign. The sign that fits the fewest refusals comes first: no body, then a code, then a status.
fn rank(case: &CasePlan<'_>) -> u8 {
    let has_status = case.case.status.value().is_some();
    match case.case.code.as_ref().and_then(Slot::value) {
        _ if case.case.is_empty() => u8::from(!has_status),
        Some(_) => 2,
        None => 3,
    }
}

/// The condition that distinguishes a refusal without a documented message from others; `None` if nothing does.
fn sign(case: &CasePlan<'_>) -> Option<TokenStream> {
    let status = case.case.status.value().map(|status| quote!(refused.status == #status));
    if case.case.is_empty() {
        return Some(match status {
            Some(status) => quote!(refused.is_empty && #status),
            None => quote!(refused.is_empty),
        });
    }
    let code = case.case.code.as_ref().and_then(Slot::value);
    code.map(|code| quote!(refused.code == Some(#code))).or(status)
}
