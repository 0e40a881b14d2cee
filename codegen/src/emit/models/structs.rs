//! A struct that is a JSON object: records, envelopes, page information.

use super::members::{Kind, constructors, has_default};
use super::prelude::*;
use crate::plan::{MemberPlan, StructPlan};
use crate::rust_type::RustType;

/// The struct with its constructors and conversions.
pub fn tokens(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    imports.declare(&plan.name);
    let declaration = declaration(plan, imports);
    let kind = if plan.open { Kind::Open } else { Kind::Closed };
    let constructors = constructors(&plan.name, &fields(plan), kind, imports);
    let conversion = conversion(plan, imports);
    quote!(#declaration #constructors #conversion)
}

fn fields<'p, 'c>(plan: &'p StructPlan<'c>) -> Vec<&'p FieldPlan<'c>> {
    plan.members.iter().map(|member| &member.field).collect()
}

/// The struct alone.
pub fn declaration(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, doc) = (&plan.name, plan.doc.outer());
    let fields = fields(plan);
    let default = has_default(&fields).then(|| quote!(Default,));
    let fields: Vec<_> = fields.iter().map(|field| field.declaration(imports)).collect();
    let extra = plan.open.then(|| {
        let extra = imports.model_named("Extra");
        quote! {
            /// Members not described by the contract.
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

/// How it is read and written.
fn conversion(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.name;
    let names = ["JsonObject", "Members", "ObjectWriter", "json_object"];
    let [object, members, writer, macro_name] = names.map(|name| imports.runtime(name));
    let error = imports.model_named("DecodeError");
    let serializer = imports.from("contract_runtime::serde", "Serializer");
    let recursive = plan.recursive.then(|| {
        quote!(
            const RECURSIVE: bool = true;
        )
    });
    let reads = plan.members.iter().map(read);
    let writes = plan.members.iter().map(write);
    let rest = plan.open.then(|| quote!(extra: members.rest(),));
    let extra = plan.open.then(|| quote!(object.extra(&self.extra);));
    let is_empty = plan.members.is_empty() && !plan.open;
    let used = |name: &str| format_ident!("{}{name}", if is_empty { "_" } else { "" });
    let (members_name, object_name) = (used("members"), used("object"));
    quote! {
        impl #object for #name {
            #recursive
            fn from_members(#members_name: &mut #members<'_>) -> Result<Self, #error> {
                Ok(Self { #(#reads,)* #rest })
            }

            fn write_members<'a, S: #serializer>(&'a self, #object_name: &mut #writer<'a, S>) {
                #extra
                #(#writes)*
            }
        }

        #macro_name!(#name);
    }
}

fn read(member: &MemberPlan<'_>) -> TokenStream {
    let (field, wire) = (&member.field.name, member.field.wire);
    if member.seen && !member.field.required {
        return quote!(#field: members.lenient(#wire));
    }
    let method = match (&member.field.ty, member.field.required) {
        (RustType::Nullable(_), true) => "nullable",
        (RustType::Nullable(_), false) => "optional_nullable",
        _ => "member",
    };
    let method = format_ident!("{method}");
    quote!(#field: members.#method(#wire)?)
}

fn write(member: &MemberPlan<'_>) -> TokenStream {
    let (field, wire) = (&member.field.name, member.field.wire);
    let method = match (member.field.required, member.null) {
        (true, _) => "required",
        (false, false) => "optional",
        (false, true) => "nullable",
    };
    let method = format_ident!("{method}");
    quote!(object.#method(#wire, &self.#field);)
}
