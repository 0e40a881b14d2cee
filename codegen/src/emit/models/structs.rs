//! A struct that is a JSON object: records, envelopes, what tells about a page.

use proc_macro2::TokenStream;
use quote::quote;

use super::members::{Kind, Member, constructors, has_default};
use crate::imports::Imports;
use crate::plan::StructPlan;

/// The struct with everything it can do.
pub fn tokens(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    imports.declare(&plan.name);
    let declaration = declaration(plan, imports);
    let kind = if plan.open { Kind::Open } else { Kind::Closed };
    let constructors = constructors(&plan.name, &members(plan), kind, imports);
    let reading = reading(plan, imports);
    let writing = writing(plan, imports);
    quote!(#declaration #constructors #reading #writing)
}

fn members<'p>(plan: &'p StructPlan<'_>) -> Vec<Member<'p>> {
    let member = |member: &'p crate::plan::MemberPlan<'_>| Member {
        field: &member.field,
        ty: &member.ty,
        required: member.required,
        doc: &member.doc,
    };
    plan.members.iter().map(member).collect()
}

fn declaration(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, doc) = (&plan.name, plan.doc.outer());
    let members = members(plan);
    let default = has_default(&members).then(|| quote!(Default,));
    let fields: Vec<_> = members
        .iter()
        .map(|member| member.declaration(imports))
        .collect();
    let extra = plan.open.then(|| {
        let extra = imports.model_named("Extra");
        quote! {
            /// Members that nobody listed.
            pub extra: #extra,
        }
    });
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* #extra }
    }
}

fn reading(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.name;
    let values = plan.members.iter().map(|member| {
        let (field, wire) = (&member.field, member.wire);
        match (member.required, member.seen) {
            (true, _) => quote!(#field: members.required(#wire)?),
            (false, true) => quote!(#field: members.seen(#wire)),
            (false, false) => quote!(#field: members.optional(#wire)?),
        }
    });
    let extra = plan.open.then(|| quote!(extra: members.rest(),));
    let members = imports.from("crate::runtime", "Members");
    let body = if plan.members.is_empty() {
        match plan.open {
            true => quote!(#members::from_json(json).map(|members| Self { #extra })),
            false => quote!(#members::from_json(json).map(|_| Self {})),
        }
    } else {
        quote! {
            let mut members = #members::from_json(json)?;
            Ok(Self { #(#values,)* #extra })
        }
    };
    let from_json = imports.from("crate::runtime", "FromJson");
    let json_type = imports.from("crate::runtime", "json_type");
    let raw = imports.from("serde_json::value", "RawValue");
    let error = imports.model_named("DecodeError");
    quote! {
        impl #from_json for #name {
            fn from_json(json: &#raw) -> Result<Self, #error> {
                #body
            }
        }

        #json_type!(#name);
    }
}

fn writing(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.name;
    let entries: Vec<_> = plan
        .members
        .iter()
        .map(|member| {
            let (field, wire) = (&member.field, member.wire);
            if member.required || member.null {
                return quote!(object.serialize_entry(#wire, &self.#field)?;);
            }
            let write_optional = imports.from("crate::runtime", "write_optional");
            quote!(#write_optional(&mut object, #wire, &self.#field)?;)
        })
        .collect();
    let extra = plan.open.then(|| quote!(self.extra.write(&mut object)?;));
    let object = match entries.is_empty() && !plan.open {
        true => quote!(object),
        false => quote!(mut object),
    };
    let (serialize, serializer) = (
        imports.from("serde", "Serialize"),
        imports.from("serde", "Serializer"),
    );
    // For its methods `serialize_entry` and `end`.
    imports.from("serde::ser", "SerializeMap");
    quote! {
        impl #serialize for #name {
            fn serialize<S: #serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let #object = serializer.serialize_map(None)?;
                #(#entries)*
                #extra
                object.end()
            }
        }
    }
}
