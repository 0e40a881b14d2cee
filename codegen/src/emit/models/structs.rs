//! A struct that is a JSON object: records, envelopes, what tells about a page.

use proc_macro2::TokenStream;
use quote::quote;

use super::members::{Kind, Member, constructors, has_default};
use super::table;
use crate::imports::Imports;
use crate::plan::StructPlan;

/// The struct with everything it can do.
pub fn tokens(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    imports.declare(&plan.name);
    let declaration = declaration(plan, imports);
    let kind = if plan.open { Kind::Open } else { Kind::Closed };
    let constructors = constructors(&plan.name, &members(plan), kind, imports);
    let conversion = conversion(plan, imports);
    quote!(#declaration #constructors #conversion)
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

/// How it is read and written: a row for each member.
fn conversion(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let rows = plan.members.iter().map(|member| {
        let kind = match (member.required, member.seen, member.null) {
            (true, ..) => "required",
            (false, false, false) => "optional",
            (false, false, true) => "nullable",
            (false, true, false) => "seen",
            (false, true, true) => "seen_nullable",
        };
        format!("{}: {kind} {},", member.field, table::literal(member.wire))
    });
    let rows: Vec<_> = rows.collect();
    let object_type = imports.runtime("object_type");
    let recursive = if plan.recursive { " recursive" } else { "" };
    let head = format!("{}{recursive}", plan.name);
    let extra = if plan.open { " extra" } else { "" };
    table::call(&object_type, head, &rows, extra)
}
